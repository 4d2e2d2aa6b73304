import { BooleanField, FieldsRule, TextField } from '#libs/platform/http';

/** Exactly one way to sign in. */
@FieldsRule<CreateSessionRequest>(({ token, invitation }) =>
  (token === undefined) === (invitation === undefined)
    ? 'token or invitation is required, and only one of them'
    : undefined,
)
export class CreateSessionRequest {
  /** A valid access token of yours. The session can do what it can, and ends with it. */
  @TextField({ minLength: 1, maxLength: 1_000, optional: true, example: 'atl_…' })
  token?: string;

  /** The code of an invitation, or of the link of the first start. It can be used once. */
  @TextField({ minLength: 1, maxLength: 100, optional: true })
  invitation?: string;

  /** Whether an invitation may replace the browser's current session. Ask the person first: anyone could have sent the link. */
  @BooleanField({ default: false })
  replace_session!: boolean;
}
