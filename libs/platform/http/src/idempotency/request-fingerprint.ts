import { createHash } from 'node:crypto';

/** Small pieces are joined before they are hashed; a call per piece would cost more than the hashing. */
const FLUSH_CHARS = 16_384;
/** What is hashed at a stretch, before others have their turn. */
const TURN_CHARS = 4 * 1024 * 1024;
const HIGH_HALF = /[\ud800-\udbff]$/;

/**
 * A digest of what a request asks for. JSON bodies count by their values: order of keys and white space do not.
 * `body` is a parsed JSON value, undefined for none, or a digest for bodies that were streamed.
 */
export async function fingerprint(request: { method: string; url: string }, body: unknown): Promise<Buffer> {
  const hash = createHash('sha256');
  const writer = new CanonicalWriter();
  writer.write(`${request.method} ${request.url}\n`);
  writer.value(body);
  for (const piece of writer.pieces()) {
    for (const part of inTurns(piece)) {
      hash.update(part);
      if (part.length >= TURN_CHARS - 1) await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return hash.digest();
}

/** Parts of a text, none of which ends in the middle of a character. */
function* inTurns(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    let part = text.slice(at, at + TURN_CHARS);
    if (at + part.length < text.length && HIGH_HALF.test(part.slice(-1))) part = part.slice(0, -1);
    yield part;
    at += part.length;
  }
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
