import type { Response } from 'express';
import type { ReplySnapshot } from './stored-reply.js';

/** A streamed reply is kept up to here; a longer one is not replayed from here but from its own store. */
const STREAM_MAX_BYTES = 8 * 1024 * 1024;

type End = Response['end'];

/**
 * Sees a reply before it leaves. A reply that is sent in one piece, head and all, waits until `keep` has ended.
 * One that is written bit by bit flows on; only its end waits.
 */
export class ReplyRecorder {
  /** Set once the last byte was written by the handler. */
  isEnded = false;
  private parts: Buffer[] = [];
  private bytes = 0;

  /** `keep` gets undefined for a stream that is too long to be kept; it must not reject. */
  constructor(response: Response, keep: (reply: ReplySnapshot | undefined) => Promise<void>) {
    const write = response.write.bind(response);
    const end = response.end.bind(response);
    response.write = ((...parameters: Parameters<typeof write>) => {
      this.take(parameters[0], parameters[1]);
      return write(...parameters);
    }) as typeof response.write;
    response.end = ((...parameters: Parameters<End>) => {
      if (this.isEnded) return response;
      this.isEnded = true;
      if (typeof parameters[0] !== 'function') this.take(parameters[0], parameters[1]);
      const reply = {
        status: response.statusCode,
        headers: response.getHeaders(),
        body: Buffer.concat(this.parts),
      };
      void keep(this.bytes > STREAM_MAX_BYTES ? undefined : reply).then(() => {
        response.write = write;
        response.end = end as End;
        end(...parameters);
      });
      return response;
    }) as End;
  }

  private take(chunk: unknown, encoding: unknown): void {
    if (chunk === undefined || chunk === null) return;
    const part =
      typeof chunk === 'string'
        ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
        : Buffer.from(chunk as Uint8Array);
    this.bytes += part.length;
    if (this.bytes <= STREAM_MAX_BYTES) this.parts.push(part);
    else this.parts = [];
  }
}
