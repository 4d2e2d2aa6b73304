import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { v7 as uuid } from 'uuid';
import { DomainError, NotFound, Unavailable } from '#libs/platform/errors';
import { NO_TRANSACTION } from '#libs/platform/database';
import type { RunningRequest } from '../requests/request-context.js';
import { IdempotencyInFlight, IdempotencyMismatch } from './idempotency.errors.js';
import { type Claim, IdempotencyKeysRepository, type KnownKey } from './idempotency-keys.repository.js';
import { Replay } from './replay.js';
import { ReplaySources } from './replay-sources.js';
import { ReplyRecorder } from './reply-recorder.js';
import { ReplySlot, type ReplySnapshot } from './stored-reply.js';

const KEEP_SECONDS = 24 * 60 * 60;
/** A key of a process that ended without a word is free after this. */
const LEASE_SECONDS = 30;
const RENEW_MS = 10_000;
const RETRY_AFTER_SECONDS = 2;
const KEEP_ATTEMPTS = 4;
const KEEP_PAUSE_MS = 150;

/** Runs a request once per key and keeps what it answered. */
@Injectable()
export class IdempotencyService {
  private readonly logger = new Logger(IdempotencyService.name);

  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly sources: ReplaySources,
  ) {}

  /**
   * Resolves when this request may run; its reply is kept from then on.
   * @throws Replay when it was answered already.
   * @throws IdempotencyInFlight, IdempotencyMismatch
   * @throws Unavailable when the keys cannot be reached.
   */
  async begin(slot: ReplySlot, requestHash: Buffer, response: Response): Promise<RunningRequest> {
    const claim: Claim = { id: slot.id, claimId: uuid() };
    const found = await this.claim(claim, requestHash);
    if ('requestHash' in found) throw await this.answerOf(found, slot, requestHash);
    return this.watch(claim, slot, response, found.begun ?? undefined);
  }

  /** What was begun under the key when the claim holds. A key that is given free between the two looks is tried again. */
  private async claim(claim: Claim, requestHash: Buffer): Promise<{ begun: string | null } | KnownKey> {
    try {
      for (;;) {
        const found =
          (await this.keys.claim(NO_TRANSACTION, claim, requestHash, LEASE_SECONDS, KEEP_SECONDS)) ??
          (await this.keys.find(NO_TRANSACTION, claim.id));
        if (found) return found;
      }
    } catch (error) {
      throw new Unavailable('The store of idempotency keys cannot be reached; nothing was started.', {
        cause: error,
        headers: { 'Retry-After': '5' },
      });
    }
  }

  private async answerOf(known: KnownKey, slot: ReplySlot, requestHash: Buffer): Promise<Error> {
    if (!known.requestHash.equals(requestHash)) return new IdempotencyMismatch();
    if (!known.reply) return inFlight();
    const reply = slot.open(known.reply);
    if (known.replaySource === null || known.replayReference === null) return new Replay(reply);
    const stream = await this.sources.open(known.replaySource, known.replayReference);
    if (stream === 'in-flight') return inFlight();
    if (stream === 'gone') return new NotFound('The stream that answered this Idempotency-Key was deleted.');
    return new Replay(reply, stream);
  }

  private watch(
    claim: Claim,
    slot: ReplySlot,
    response: Response,
    begunBefore: string | undefined,
  ): RunningRequest {
    let isKeptElsewhere = false;
    let isForgotten = false;
    const settle = (reply?: ReplySnapshot): Promise<void> => this.settle(claim, slot, reply, isForgotten);
    const timer = setInterval(() => void this.renew(claim), RENEW_MS).unref();
    const recorder = new ReplyRecorder(response, async (reply) => {
      clearInterval(timer);
      if (!isKeptElsewhere) await settle(reply);
    });
    // A stream may stop without an end when its caller is gone. An ordinary handler still ends its reply.
    response.once('close', () => {
      if (recorder.isEnded || !response.headersSent) return;
      clearInterval(timer);
      if (!isKeptElsewhere) void settle();
    });
    return {
      begunBefore,
      noteBegun: async (scope, reference) => {
        if (!(await this.keys.noteBegun(scope, claim, reference))) throw inFlight();
      },
      forgetBegun: () => (isForgotten = true),
      keepAs: async (kind, reference) => {
        const reply = { status: response.statusCode, headers: response.getHeaders(), body: Buffer.alloc(0) };
        await this.keys.keep(NO_TRANSACTION, claim, slot.seal(reply), { kind, reference });
        isKeptElsewhere = true;
      },
    };
  }

  /** The reply leaves even when it cannot be kept: the work is done, and its caller must learn so. */
  private async settle(
    claim: Claim,
    slot: ReplySlot,
    reply: ReplySnapshot | undefined,
    isForgotten: boolean,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        if (!reply || isPassing(reply.status)) await this.keys.release(NO_TRANSACTION, claim, isForgotten);
        else await this.keys.keep(NO_TRANSACTION, claim, slot.seal(reply));
        return;
      } catch (error) {
        if (attempt === KEEP_ATTEMPTS) {
          this.logger.error({ err: error }, 'The reply of an idempotent request could not be kept');
          return;
        }
        await sleep(KEEP_PAUSE_MS * attempt);
      }
    }
  }

  private async renew(claim: Claim): Promise<void> {
    try {
      await this.keys.renew(NO_TRANSACTION, claim, LEASE_SECONDS);
    } catch (error) {
      this.logger.warn({ err: error }, 'The lease of an idempotency key was not renewed; it is tried again');
    }
  }
}

/** Failures of the service, and refusals that started nothing and end with time or credits: the next try is to run. */
function isPassing(status: number): boolean {
  return status >= 500 || status === 402 || status === 429;
}

function inFlight(): DomainError {
  return new IdempotencyInFlight(undefined, { headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) } });
}
