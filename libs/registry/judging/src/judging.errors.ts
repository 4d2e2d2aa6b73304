import { defineErrors } from '#libs/platform/errors';

export const { RuleNotFound } = defineErrors({
  RuleNotFound: [404, 'There is no rule with this id.'],
});
