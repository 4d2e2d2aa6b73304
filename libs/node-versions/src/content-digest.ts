import { parseDictionary } from 'structured-headers';

const SHA256_BYTES = 32;

/**
 * The SHA-256 of a `Content-Digest` header (RFC 9530), if it has one.
 * @returns `malformed` when the header cannot be read; undefined when it is absent or names other algorithms only.
 */
export function readContentDigest(header: string | undefined): Buffer | 'malformed' | undefined {
  if (header === undefined) return undefined;
  try {
    const [digest] = parseDictionary(header).get('sha-256') ?? [];
    if (digest === undefined) return undefined;
    if (!(digest instanceof ArrayBuffer) || digest.byteLength !== SHA256_BYTES) return 'malformed';
    return Buffer.from(digest);
  } catch {
    return 'malformed';
  }
}

/** The header for a known SHA-256. */
export function contentDigest(sha256: Buffer): string {
  return `sha-256=:${sha256.toString('base64')}:`;
}
