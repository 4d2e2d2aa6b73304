import { createHash } from 'node:crypto';
import { LongText } from '../fields/long-text.js';

/** Small pieces are joined before they are hashed; a call per piece would cost more than the hashing. */
const FLUSH_CHARS = 16_384;
/** What is hashed at a stretch, before others have their turn. */
const TURN_CHARS = 4 * 1024 * 1024;

/**
 * A digest of what a request asks for. JSON bodies count by their values: order of keys and white space do not.
 * `body` is a parsed JSON value, undefined for none, or a digest for bodies that were streamed.
 */
export async function fingerprint(request: { method: string; url: string }, body: unknown): Promise<Buffer> {
  const hash = createHash('sha256');
  const writer = new CanonicalWriter();
  writer.write(`${request.method} ${request.url}\n`);
  writer.value(body);
  let chars = 0;
  for (const piece of writer.pieces()) {
    hash.update(piece);
    chars += piece.length;
    if (chars < TURN_CHARS) continue;
    chars = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return hash.digest();
}

class CanonicalWriter {
  private readonly written: string[] = [];
  private pending = '';

  write(text: string): void {
    if (text.length > FLUSH_CHARS) {
      this.flush();
      this.written.push(text);
      return;
    }
    this.pending += text;
    if (this.pending.length > FLUSH_CHARS) this.flush();
  }

  /** All that was written. */
  pieces(): readonly string[] {
    this.flush();
    return this.written;
  }

  private flush(): void {
    if (this.pending !== '') this.written.push(this.pending);
    this.pending = '';
  }

  /** Texts carry their length, so that no two values are written alike. */
  value(value: unknown): void {
    if (typeof value === 'string') {
      this.write(`"${value.length}:`);
      this.write(value);
    } else if (value instanceof LongText) {
      this.write(`~${value.sha256}`);
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
