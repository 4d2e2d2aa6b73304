import { BooleanField, FieldsRule, TextField } from '#libs/platform/http';

/** Who signs in: by exactly one of these. */
@FieldsRule<CreateSessionRequest>(({ token, invitation }) =>
  (token === undefined) === (invitation === undefined)
    ? 'token or invitation is required, and only one of them'
    : undefined,
)
export class CreateSessionRequest {
  /** A good access token of yours. The session can do what it can, and ends with it. */
  @TextField({ minLength: 1, maxLength: 1_000, optional: true, example: 'atl_…' })
  token?: string;

  /** The code of an invitation, or of the link of the first start. It is used up. */
  @TextField({ minLength: 1, maxLength: 100, optional: true })
  invitation?: string;

  /** Whether an invitation may end the session that the browser has. Anybody can send a link: ask the person first. */
  @BooleanField({ default: false })
  replace_session!: boolean;
}
