import { TextField } from '#libs/platform/http';

/** What makes a callback link valid. */
export class VendorCallbackQuery {
  @TextField({ description: 'When the link ends, in seconds since 1970.', maxLength: 12, optional: true })
  expires?: string;

  @TextField({ description: 'Proof that the link is ours.', maxLength: 100, optional: true })
  signature?: string;
}
