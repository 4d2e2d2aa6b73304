import { TextField } from '#libs/platform/http';

/** Path of an invitation. */
export class InvitationPath {
  /** The code that an admin handed over. */
  @TextField({ minLength: 1, maxLength: 100 })
  code!: string;
}
