import { OutboundError } from './outbound-error.js';
import { parseRetryAfter } from './retry-after.js';

/**
 * An answer whose body is still arriving. Read it with exactly one of `body`, `bytes`, `preview` or `discard`; until
 * then it holds a connection, at most as long as the call's total time-out.
 */
export class OutboundReply {
  constructor(
    /** HTTP status, 200–599; a redirect that is not followed is returned as it is. */
    readonly status: number,
    /** Lower-case names; repeated ones joined by `, `. */
    readonly headers: Readonly<Record<string, string>>,
    /** The decompressed body, part by part as it arrives, never held back. Throws OutboundError. */
    readonly body: AsyncGenerator<Buffer>,
    private readonly close: () => void,
    private readonly nowMs: () => number,
  ) {}

  get isSuccess(): boolean {
    return this.status >= 200 && this.status <= 299;
  }

  /** The media type without parameters, in lower case; undefined when the server named none. */
  get contentType(): string | undefined {
    const type = this.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    return type === '' ? undefined : type;
  }

  /** Whole seconds, 0–86 400, when the server asked to wait. */
  get retryAfterSeconds(): number | undefined {
    return parseRetryAfter(this.headers['retry-after'], this.nowMs());
  }

  /** The whole body in memory, at most the call's `maxBytes`. */
  async bytes(): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of this.body) parts.push(part);
    return Buffer.concat(parts);
  }

  /** The first `maxBytes` bytes as text; the rest is not read. A body that breaks off gives what came before. */
  async preview(maxBytes: number): Promise<string> {
    const parts: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const part of this.body) {
        parts.push(part);
        bytes += part.byteLength;
        if (bytes >= maxBytes) break;
      }
    } catch (error) {
      // The status has been received and is what matters; only the caller's own cancellation matters more.
      if (!(error instanceof OutboundError) || error.code === 'aborted') throw error;
    }
    return Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
  }

  /** Discards the body and closes the connection. */
  discard(): void {
    this.close();
  }

  /** A `bad_status` error that describes this answer. `replyText` is kept for the adapter, not for logs. */
  statusError(replyText?: string): OutboundError {
    return new OutboundError('bad_status', `The server answered with status ${this.status}.`, {
      status: this.status,
      retryable: RETRYABLE_STATUSES.has(this.status),
      mayHaveArrived: true,
      retryAfterSeconds: this.retryAfterSeconds,
      replyText,
    });
  }
}

const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
