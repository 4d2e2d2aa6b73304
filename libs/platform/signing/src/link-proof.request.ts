import { TextField } from '#libs/platform/http';

/** The query parameters that make a link valid. */
export class LinkProof {
  /** When the link expires, in seconds since 1970. */
  @TextField({ maxLength: 12, optional: true })
  expires?: string | undefined;

  /** Signature of the link. */
  @TextField({ maxLength: 64, optional: true })
  signature?: string | undefined;
}
