import type { OutgoingHttpHeaders } from 'node:http';
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** A whole reply as it left the first time. */
export type ReplySnapshot = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** Belong to one exchange, or are set anew for each. */
const OWN_TO_AN_EXCHANGE =
  /^(?:x-request-id|date|connection|keep-alive|transfer-encoding|content-encoding|content-length|vary|ratelimit.*|access-control-.*)$/i;

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Where a reply is kept and what seals it. Both come from the key that the caller chose, which itself is not stored:
 * a reply may hold what is shown only once, such as a token, and a copy of the database alone must not open it.
 */
export class ReplySlot {
  readonly id: Buffer;
  private readonly secret: Buffer;

  constructor(scope: string, key: string) {
    this.id = createHash('sha256').update(`slot\0${scope}\0${key}`).digest();
    this.secret = createHash('sha256').update(`seal\0${scope}\0${key}`).digest();
  }

  seal({ status, headers, body }: ReplySnapshot): Buffer {
    const kept = Object.entries(headers).filter(([name]) => !OWN_TO_AN_EXCHANGE.test(name));
    const head = Buffer.from(`${JSON.stringify({ status, headers: Object.fromEntries(kept) })}\n`);
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.secret, nonce);
    return Buffer.concat([
      nonce,
      cipher.update(head),
      cipher.update(body),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  open(sealed: Buffer): ReplySnapshot {
    const decipher = createDecipheriv(CIPHER, this.secret, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const plain = Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]);
    const end = plain.indexOf('\n');
    const head = JSON.parse(plain.subarray(0, end).toString('utf8')) as Omit<ReplySnapshot, 'body'>;
    return { ...head, body: plain.subarray(end + 1) };
  }
}
