import { createHash, type Hash } from 'node:crypto';

/** Small pieces are joined before they are hashed; a call per piece would cost more than the hashing. */
const FLUSH_CHARS = 16_384;

/**
 * A digest of what a request asks for. JSON bodies count by their values: order of keys and white space do not.
 * `body` is a parsed JSON value, undefined for none, or a digest for bodies that were streamed.
 */
export function fingerprint(request: { method: string; url: string }, body: unknown): Buffer {
  const hash = createHash('sha256');
  const writer = new CanonicalWriter(hash);
  writer.write(`${request.method} ${request.url}\n`);
  writer.value(body);
  writer.flush();
  return hash.digest();
}

class CanonicalWriter {
  private pending = '';

  constructor(private readonly hash: Hash) {}

  write(text: string): void {
    if (text.length > FLUSH_CHARS) {
      this.flush();
      this.hash.update(text);
      return;
    }
    this.pending += text;
    if (this.pending.length > FLUSH_CHARS) this.flush();
  }

  flush(): void {
    if (this.pending !== '') this.hash.update(this.pending);
    this.pending = '';
  }

  /** Texts carry their length, so that no two values are written alike. */
  value(value: unknown): void {
    if (typeof value === 'string') {
      this.write(`"${value.length}:`);
      this.write(value);
    } else if (Array.isArray(value)) {
      this.write(`[${value.length}:`);
      for (const entry of value) this.value(entry);
    } else if (Buffer.isBuffer(value)) {
      this.write(`#${value.toString('hex')}`);
    } else if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
      this.write(`{${entries.length}:`);
      for (const [key, entry] of entries) {
        this.value(key);
        this.value(entry);
      }
    } else {
      this.write(`${String(value)};`);
    }
  }
}
