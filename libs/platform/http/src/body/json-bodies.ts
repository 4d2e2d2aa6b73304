import { fileURLToPath } from 'node:url';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { InvalidJson, InvalidRequest } from '#libs/platform/errors';
import { ownsItsMemory } from './body-bytes.js';
import type { JsonReply } from './json.worker.js';
import { unpackLongTexts } from './packed-json.js';
import { parseStrictJson, reported } from './strict-json.js';

/** Parsing as much takes a few milliseconds; a thread is worth its while only beyond. */
const LARGE_BYTES = 512 * 1024;
const THREADS = 2;
/** Reading one takes several times its size for a moment: larger ones wait for each other. */
const HUGE_BYTES = 8 * 1024 * 1024;
/** Its memory is given back with the thread. */
const IDLE_THREAD_MS = 5_000;
/** By how much the threads step back behind the one that answers requests, as the processes of the engines do. */
const NICENESS = 5;

/** Parses JSON bodies; the large ones in threads, so that the requests of others need not wait meanwhile. */
@Injectable()
export class JsonBodies implements OnApplicationShutdown {
  private pool: Piscina<Uint8Array, JsonReply> | undefined;
  private lastHuge: Promise<unknown> = Promise.resolve();

  /**
   * As `parseStrictJson`, but a very long text comes as a `LongText`. `bytes` must not be used any more.
   * @throws InvalidJson and InvalidRequest as it does.
   */
  async parse(bytes: Buffer): Promise<unknown> {
    if (bytes.length <= LARGE_BYTES) return parseStrictJson(bytes);
    const reply = await this.parseInThread(bytes);
    if (!('refusal' in reply)) return reported(unpackLongTexts(reply));
    const { isJson, message } = reply.refusal;
    throw isJson ? new InvalidRequest(message) : new InvalidJson(message);
  }

  private async parseInThread(bytes: Buffer): Promise<JsonReply> {
    const own = ownsItsMemory(bytes) ? bytes : Buffer.allocUnsafeSlow(bytes.length).fill(bytes);
    const run = (): Promise<JsonReply> =>
      this.threads().run(own, { transferList: [own.buffer as ArrayBuffer] });
    if (own.length <= HUGE_BYTES) return run();
    const reply = this.lastHuge.then(run);
    const isOver = (): void => undefined;
    this.lastHuge = reply.then(isOver, isOver);
    return reply;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private threads(): Piscina<Uint8Array, JsonReply> {
    this.pool ??= new Piscina({
      filename: fileURLToPath(import.meta.resolve('#compiled/libs/platform/http/src/body/json.worker.js')),
      name: 'parse',
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_THREAD_MS,
      niceIncrement: NICENESS,
    });
    return this.pool;
  }
}
