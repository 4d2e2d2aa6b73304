import { TextField } from '#libs/platform/http';

export class InvitationPath {
  /** The code from an admin; `POST /admin/users/{userId}/invitation` creates one. */
  @TextField({ minLength: 1, maxLength: 100, example: 'inv_0123456789' })
  code!: string;
}
