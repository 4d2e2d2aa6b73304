import type { Response } from 'express';
import { sendChunk } from '../wire/send-chunk.js';
import type { ReplySnapshot } from './stored-reply.js';

/** Thrown instead of running a request a second time; the error filter sends the first reply again. */
export class Replay extends Error {
  constructor(
    private readonly reply: ReplySnapshot,
    private readonly stream?: AsyncIterable<string | Uint8Array>,
  ) {
    super('The request has been answered before');
  }

  async send(response: Response): Promise<void> {
    const { status, headers, body } = this.reply;
    response.status(status);
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) response.setHeader(name, value);
    response.setHeader('Idempotent-Replayed', 'true');
    for await (const chunk of this.stream ?? []) {
      if (response.destroyed) return;
      await sendChunk(response, chunk);
    }
    if (status !== 204 && status !== 304 && !this.stream) response.setHeader('Content-Length', body.length);
    response.end(this.stream || body.length === 0 ? undefined : body);
  }
}
