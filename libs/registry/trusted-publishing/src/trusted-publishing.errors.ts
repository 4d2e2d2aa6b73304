import { defineErrors } from '#libs/platform/errors';

export const {
  InvalidIdentityToken,
  IdentityTokenUsed,
  NoTrustedPublisher,
  TrustedPublisherNotFound,
  TrustedPublisherExists,
  TrustedPublisherLimitReached,
  RepositoryNotFound,
  TokenTooNarrow,
} = defineErrors({
  /** Not signed by an issuer that is allowed here, for another audience, too old or too early. */
  InvalidIdentityToken: [422, 'The identity token is not valid here.'],
  IdentityTokenUsed: [409, 'The identity token was exchanged already. Ask the CI for a new one.'],
  NoTrustedPublisher: [403, 'No trusted publisher matches the identity token.'],
  TrustedPublisherNotFound: [404, 'The publisher has no such trusted publisher.'],
  TrustedPublisherExists: [409, 'The publisher has this trusted publisher already.'],
  TrustedPublisherLimitReached: [
    409,
    'The publisher has as many trusted publishers as allowed. Remove one first.',
  ],
  RepositoryNotFound: [
    422,
    'The host does not show the repository. If it is private, send repository_id and owner_id.',
  ],
  TokenTooNarrow: [
    403,
    'A token that is bound to a publisher cannot change trusted publishing. Use the console, or a token of your own.',
  ],
});
