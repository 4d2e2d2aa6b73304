import { parseDictionary } from 'structured-headers';

/** Hashes of `node:crypto` that a digest is checked by. */
export type DigestHash = 'sha256' | 'sha512';
/** Digests that a sender told, by hash. */
export type ContentDigests = ReadonlyMap<DigestHash, Buffer>;

/** The algorithms that are not deprecated (RFC 9530 §7.2, read 2026-11-22), by their names in the header. */
const ALGORITHMS: readonly { name: string; hash: DigestHash; bytes: number }[] = [
  { name: 'sha-256', hash: 'sha256', bytes: 32 },
  { name: 'sha-512', hash: 'sha512', bytes: 64 },
];

/**
 * The digests of a `Content-Digest` header (RFC 9530) that can be checked; other algorithms are passed over.
 * @returns `malformed` when the header cannot be read.
 */
export function readContentDigest(header: string | undefined): ContentDigests | 'malformed' {
  const digests = new Map<DigestHash, Buffer>();
  if (header === undefined) return digests;
  try {
    const told = parseDictionary(header);
    for (const { name, hash, bytes } of ALGORITHMS) {
      const [digest] = told.get(name) ?? [];
      if (digest === undefined) continue;
      if (!(digest instanceof ArrayBuffer) || digest.byteLength !== bytes) return 'malformed';
      digests.set(hash, Buffer.from(digest));
    }
    return digests;
  } catch {
    return 'malformed';
  }
}

/** The header for a known SHA-256. */
export function contentDigest(sha256: Buffer): string {
  return `sha-256=:${sha256.toString('base64')}:`;
}
