import { defineErrors } from '#libs/platform/errors';

export const { MaliciousListInvalid, RuleNotFound } = defineErrors({
  MaliciousListInvalid: [400, 'The file of malicious packages cannot be read; the message says which part.'],
  RuleNotFound: [404, 'There is no rule with this id.'],
});
