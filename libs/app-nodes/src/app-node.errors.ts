import { defineError } from '#libs/platform/errors';

/** No visible node brings an app node of this name. */
export const AppNodeNotFound = defineError(
  'app_node_not_found',
  404,
  'No node brings an app node of this name.',
);
