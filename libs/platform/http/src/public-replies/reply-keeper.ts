import type { Request, Response } from 'express';
import { currentRequest, type PublicReplyKeeper } from '../requests/request-context.js';
import { KeptReply } from './kept-reply.js';
import type { KeptReplies } from './kept-replies.js';
import type { PublicData } from './public-data.js';

/** Of one request, or added on the way out. */
const OF_THE_REQUEST = new Set(['etag', 'vary', 'ratelimit', 'ratelimit-policy']);

/** Takes the reply to one request, so that it serves later ones too. */
export class ReplyKeeper implements PublicReplyKeeper {
  readonly effects: (() => void)[] = [];
  private readonly headersBefore: NodeJS.Dict<number | string | string[]>;
  private state: string | undefined;
  private release: (() => void) | undefined;

  constructor(
    private readonly kept: KeptReplies,
    private readonly data: PublicData,
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.headersBefore = response.getHeaders();
  }

  /** Lets others who want the same wait for this reply. */
  claim(): void {
    if (this.release) return;
    this.release = this.kept.begin(this.request.originalUrl);
    this.response.once('close', this.release);
  }

  /** Without an answer the reply is not kept. */
  async begin(): Promise<void> {
    this.claim();
    this.state = this.data.state ?? (await this.data.ask().catch(() => undefined));
  }

  keep(text: string, tag: string): void {
    if (this.state !== undefined) {
      const { state, effects, request } = this;
      const parts = { state, tag, effects, headers: this.headersOfRoute(), route: request.route as unknown };
      this.kept.set(request.originalUrl, new KeptReply(parts, text));
    }
    this.release?.();
  }

  private headersOfRoute(): [string, number | string | string[]][] {
    return Object.entries(this.response.getHeaders()).flatMap(([name, value]) =>
      value === undefined || value === this.headersBefore[name] || OF_THE_REQUEST.has(name)
        ? []
        : [[name, value]],
    );
  }
}

/**
 * Runs `effect` now, and each time the reply that is being made is sent to another caller without being made again: for
 * what a public GET counts.
 */
export function withEachReply(effect: () => void): void {
  currentRequest()?.keeper?.effects.push(effect);
  effect();
}
