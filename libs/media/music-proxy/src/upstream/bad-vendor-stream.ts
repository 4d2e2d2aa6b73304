import { GarbledVendorReply } from '#libs/media/providers';

/** The vendor's stream breaks the agreed format. The message is for the log. */
export class BadVendorStream extends GarbledVendorReply {
  override readonly name = 'BadVendorStream';
}
