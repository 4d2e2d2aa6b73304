import { defineErrors } from '#libs/platform/errors';

export const { AppNodeNotFound } = defineErrors({
  AppNodeNotFound: [404, 'No node brings an app node of this name.'],
});
