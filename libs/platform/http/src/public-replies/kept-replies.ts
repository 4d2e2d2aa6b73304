import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { KeptReply } from './kept-reply.js';
import { PublicRepliesSettings } from './public-replies.settings.js';

/** No reply takes more than this share of the room. */
const SHARE = 1 / 8;

/** Finished replies by URL, and which are being made. The ones asked for longest ago go first when the room is full. */
@Injectable()
export class KeptReplies {
  private readonly replies: LRUCache<string, KeptReply> | undefined;
  private readonly making = new Map<string, Promise<void>>();

  constructor({ maxBytes }: PublicRepliesSettings) {
    if (maxBytes === 0) return;
    this.replies = new LRUCache({
      maxSize: maxBytes,
      maxEntrySize: maxBytes * SHARE,
      sizeCalculation: (reply, url) => reply.bytes + 2 * url.length,
    });
  }

  get isOff(): boolean {
    return this.replies === undefined;
  }

  /** Whether the URL has a reply, perhaps an overtaken one, or will have. */
  knows(url: string): boolean {
    return this.replies?.has(url) === true || this.making.has(url);
  }

  get(url: string): KeptReply | undefined {
    return this.replies?.get(url);
  }

  set(url: string, reply: KeptReply): void {
    this.replies?.set(url, reply);
  }

  /** Call it when a reply takes more room than before. */
  weigh(url: string, reply: KeptReply): void {
    if (this.replies?.peek(url) === reply) this.replies.set(url, reply);
  }

  /** Resolves when the reply that is being made is there, or has failed. */
  whenMade(url: string): Promise<void> | undefined {
    return this.making.get(url);
  }

  /** Says that a reply is being made. @returns what ends that. */
  begin(url: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!this.making.has(url)) this.making.set(url, promise);
    return () => {
      if (this.making.get(url) === promise) this.making.delete(url);
      resolve();
    };
  }
}
