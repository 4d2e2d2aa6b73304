/** The vendor's stream is not what was agreed. The message is for the log. */
export class BadVendorStream extends Error {
  override readonly name = 'BadVendorStream';
}
