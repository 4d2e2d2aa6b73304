import { TextField } from '#libs/platform/http';

/** Path of an invitation. */
export class InvitationPath {
  @TextField({ description: 'The code that an admin handed over.', minLength: 1, maxLength: 100 })
  code!: string;
}
