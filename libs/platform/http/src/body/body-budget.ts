import { Injectable } from '@nestjs/common';
import { type DomainError, RateLimited, Unavailable } from '#libs/platform/errors';
import { BodySettings } from './body.settings.js';

const MEGABYTE = 1024 * 1024;
/** Bodies up to here are not counted, so that full memory stops no ordinary request. */
export const UNCOUNTED_BYTES = 128 * 1024;
const RETRY = { headers: { 'Retry-After': '5' } };

type Pool = { readonly maxBytes: number; bytes: number };
type Sender = {
  readonly key: string;
  readonly maxBytes: number;
  readonly pools: readonly Pool[];
  readonly bodies: Set<HeldBody>;
  bytes: number;
};

/** The part of a body that is in memory; counted from its first byte until its request has ended. */
export class HeldBody {
  /** As it counts. */
  bytes = 0;
  isReleased = false;
  /** Breaks the reading off. Undefined once the body has arrived: its request runs then. */
  cut: ((reason: DomainError) => void) | undefined;

  constructor(
    private readonly budget: BodyBudget,
    /** Whose it is: a user's, else an address's. */
    readonly key: string,
    readonly isUser: boolean,
  ) {}

  /** Says how much of it is in memory now. @throws RateLimited, Unavailable when that is too much. */
  hold(bytes: number): void {
    if (bytes > UNCOUNTED_BYTES || this.bytes > 0) this.budget.hold(this, bytes);
  }

  /** Says how large it will be. @throws RateLimited, Unavailable when there is no room for it at the moment. */
  announce(bytes: number): void {
    if (bytes > UNCOUNTED_BYTES) this.budget.announce(this, bytes);
  }

  /** It is in memory no more. */
  release(): void {
    this.isReleased = true;
    if (this.bytes > 0) this.budget.release(this);
  }
}

/**
 * Bounds the memory of all bodies under way, in three steps: of one caller, of all without a token, of all. A caller who
 * holds less than another gets the room of the other's bodies that have not arrived yet.
 */
@Injectable()
export class BodyBudget {
  private readonly all: Pool;
  private readonly anonymous: Pool;
  private readonly senders = new Map<string, Sender>();

  constructor({ memoryMegabytes }: BodySettings) {
    const bytes = memoryMegabytes * MEGABYTE;
    this.all = { maxBytes: bytes, bytes: 0 };
    this.anonymous = { maxBytes: bytes / 2, bytes: 0 };
  }

  /** A body of which nothing is held yet. @param key Whose it is: a user's, else an address's. */
  open(key: string, isUser: boolean): HeldBody {
    return new HeldBody(this, key, isUser);
  }

  announce(body: HeldBody, bytes: number): void {
    this.requireRoom(this.senderOf(body), bytes - body.bytes);
  }

  hold(body: HeldBody, bytes: number): void {
    if (body.isReleased) return;
    const more = (bytes > UNCOUNTED_BYTES ? bytes : 0) - body.bytes;
    const sender = this.senderOf(body);
    if (more > 0) {
      this.requireRoom(sender, more);
      for (const pool of sender.pools) this.makeRoom(pool, sender, more);
    }
    this.senders.set(sender.key, sender);
    sender.bodies.add(body);
    count(sender, body, more);
  }

  release(body: HeldBody): void {
    const sender = this.senderOf(body);
    if (!sender.bodies.delete(body)) return;
    count(sender, body, -body.bytes);
    if (sender.bodies.size === 0) this.senders.delete(sender.key);
  }

  /** Known while something of it counts: small bodies, which are most, leave no trace. */
  private senderOf({ key, isUser }: HeldBody): Sender {
    return (
      this.senders.get(key) ?? {
        key,
        maxBytes: this.all.maxBytes / (isUser ? 3 : 4),
        pools: isUser ? [this.all] : [this.all, this.anonymous],
        bodies: new Set(),
        bytes: 0,
      }
    );
  }

  private requireRoom(sender: Sender, more: number): void {
    if (sender.bytes + more > sender.maxBytes) throw tooMuchOfOne(sender);
    for (const pool of sender.pools) {
      if (pool.bytes + more > pool.maxBytes) this.requireHeavier(pool, sender.bytes + more);
    }
  }

  private makeRoom(pool: Pool, sender: Sender, more: number): void {
    while (pool.bytes + more > pool.maxBytes) {
      const body = this.requireHeavier(pool, sender.bytes + more);
      body.cut?.(noRoom());
      body.release();
    }
  }

  /** The largest body that has not arrived yet, of the caller with the most. @throws Unavailable when that is not more than `bytes`. */
  private requireHeavier(pool: Pool, bytes: number): HeldBody {
    const heaviest = [...this.senders.values()]
      .filter((sender) => sender.pools.includes(pool) && sender.bytes > bytes)
      .sort((a, b) => b.bytes - a.bytes)
      .map(({ bodies }) => [...bodies].filter(({ cut }) => cut).sort((a, b) => b.bytes - a.bytes)[0])
      .find((body) => body && body.bytes > 0);
    if (!heaviest) throw noRoom();
    return heaviest;
  }
}

function count(sender: Sender, body: HeldBody, more: number): void {
  body.bytes += more;
  sender.bytes += more;
  for (const pool of sender.pools) pool.bytes += more;
}

function tooMuchOfOne({ maxBytes }: Sender): DomainError {
  const share = Math.floor(maxBytes / MEGABYTE);
  return new RateLimited(
    `The bodies of your requests that are under way may take ${share} MB at one time. Send fewer large ones at once.`,
    RETRY,
  );
}

function noRoom(): DomainError {
  return new Unavailable('There is no memory left for a body of this size. Try again in a moment.', RETRY);
}
