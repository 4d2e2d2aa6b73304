import type { Scope } from '#libs/platform/http';
import { CreateTokenRequest, ScopesField } from '#libs/accounts/users';

/** What a token that is bound to a publisher may be used for. */
export const PUBLISHER_TOKEN_SCOPES = ['registry:read', 'registry:write'] as const satisfies readonly Scope[];

/** A token to be made for one publisher. */
export class CreatePublisherTokenRequest extends CreateTokenRequest {
  /** What the token may be used for; only registry scopes that you have. `registry:read` and `registry:write` when absent. */
  @ScopesField({ known: PUBLISHER_TOKEN_SCOPES, optional: true })
  override scopes?: Scope[];
}
