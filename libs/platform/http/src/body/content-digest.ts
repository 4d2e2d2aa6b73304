import { createHash, type Hash } from 'node:crypto';
import type { Request } from 'express';
import { parseDictionary } from 'structured-headers';
import { DigestMismatch, InvalidRequest } from '#libs/platform/errors';

/** Hashes of `node:crypto` that a digest is checked by. */
export type DigestHash = 'sha256' | 'sha512';
/** Digests that a sender gave, by hash. */
export type ContentDigests = ReadonlyMap<DigestHash, Buffer>;

/** The algorithms that are not deprecated (RFC 9530 §7.2, read 2026-11-22), by their names in the header. */
const ALGORITHMS: readonly { name: string; hash: DigestHash; bytes: number }[] = [
  { name: 'sha-256', hash: 'sha256', bytes: 32 },
  { name: 'sha-512', hash: 'sha512', bytes: 64 },
];

/**
 * The digests of a `Content-Digest` header (RFC 9530) that can be checked; other algorithms are passed over.
 * @throws InvalidRequest when the header cannot be read.
 */
export function readContentDigest(header: string | undefined): ContentDigests {
  const digests = new Map<DigestHash, Buffer>();
  if (header === undefined) return digests;
  try {
    const given = parseDictionary(header);
    for (const { name, hash, bytes } of ALGORITHMS) {
      const [digest] = given.get(name) ?? [];
      if (digest === undefined) continue;
      if (!(digest instanceof ArrayBuffer) || digest.byteLength !== bytes)
        throw new Error('The digest has another length');
      digests.set(hash, Buffer.from(digest));
    }
    return digests;
  } catch (cause) {
    throw new InvalidRequest(
      'Content-Digest must be a structured dictionary such as sha-256=:<Base64>: (RFC 9530).',
      { cause },
    );
  }
}

/** The header for a known SHA-256. */
export function contentDigest(sha256: Buffer): string {
  return `sha-256=:${sha256.toString('base64')}:`;
}

/** Hashes a body as it comes, to compare it with the `Content-Digest` of its request. */
export class BodyHashes {
  private readonly hashes = new Map<DigestHash, Hash>();
  private readonly expected: ContentDigests;

  /**
   * @param needsSha256 Whether the SHA-256 is wanted also when the sender gave none: it costs a second per gigabyte.
   * @throws InvalidRequest when the header cannot be read.
   */
  constructor(request: Request, { needsSha256 }: { needsSha256: boolean }) {
    this.expected = readContentDigest(request.get('Content-Digest'));
    for (const name of this.expected.keys()) this.hashes.set(name, createHash(name));
    if (needsSha256) this.hashes.set('sha256', createHash('sha256'));
  }

  update(part: Buffer): void {
    for (const hash of this.hashes.values()) hash.update(part);
  }

  /** The SHA-256 of the whole body, if it was computed. @throws DigestMismatch */
  end(): Buffer | undefined {
    const found = new Map([...this.hashes].map(([name, hash]) => [name, hash.digest()]));
    for (const [name, digest] of this.expected) {
      if (!found.get(name)?.equals(digest)) throw new DigestMismatch();
    }
    return found.get('sha256');
  }
}
