import { GarbledVendorReply } from '#libs/media/providers';

/** The vendor's stream is not what was agreed. The message is for the log. */
export class BadVendorStream extends GarbledVendorReply {
  override readonly name = 'BadVendorStream';
}
