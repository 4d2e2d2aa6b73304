import { createHash } from 'node:crypto';
import type { Secret } from '#libs/platform/config';

/** One key of a vendor. Its name reveals nothing about it, and stays the same wherever the key is in the list. */
export type VendorKey = { name: string; secret: Secret };

const NAME_CHARS = 12;
/** Longest rest of a single key, as nothing goes to its vendor meanwhile. */
const SINGLE_SECONDS = 60;

/** A key that the vendor refuses is of no use until an operator has done something; one that it limits works again soon. */
type Rest = { untilMs: number; isRefused: boolean };

/** The keys of one vendor. One is used until the vendor limits or refuses it, then the next that does not rest. */
export class KeyRing {
  private readonly keys: readonly VendorKey[];
  private readonly rests = new Map<string, Rest>();
  private at = 0;

  constructor(
    secrets: readonly Secret[],
    private readonly nowMs = Date.now,
  ) {
    this.keys = secrets.map((secret) => ({ name: nameOf(secret), secret }));
  }

  get names(): string[] {
    return this.keys.map(({ name }) => name);
  }

  get resting(): { name: string; until: Date }[] {
    return this.names
      .filter((name) => this.restSeconds(name) > 0)
      .map((name) => ({ name, until: new Date(this.rests.get(name)?.untilMs ?? 0) }));
  }

  /** The key used for an order, while it is configured; else the current one. */
  for(name: string | null | undefined): VendorKey {
    return this.keys.find((key) => key.name === name) ?? this.current();
  }

  /** The key to use now; when all rest, the one that becomes available first. */
  current(): VendorKey {
    const inTurn = [...this.keys.slice(this.at), ...this.keys.slice(0, this.at)];
    const soonest = inTurn.reduce((best, key) =>
      this.restSeconds(key.name) < this.restSeconds(best.name) ? key : best,
    );
    this.at = this.keys.indexOf(soonest);
    return soonest;
  }

  /** For how long the vendor is given no order, as it refuses every key; 0 while one may be used. */
  get refusedSeconds(): number {
    const seconds = this.names.map((name) => (this.rests.get(name)?.isRefused ? this.restSeconds(name) : 0));
    return Math.min(...seconds);
  }

  /**
   * Rests a key that the vendor has limited or refused. A single key that is only limited is used on, as there is no
   * other.
   * @returns Whether another one can be used at once.
   */
  rest(name: string, seconds: number, isRefused: boolean): boolean {
    const isSingle = this.keys.length === 1;
    if (isSingle && !isRefused) return false;
    const rest = isSingle ? Math.min(seconds, SINGLE_SECONDS) : seconds;
    this.rests.set(name, { untilMs: this.nowMs() + rest * 1_000, isRefused });
    const next = this.current().name;
    return next !== name && this.restSeconds(next) === 0;
  }

  /** Uses a key again at once: the vendor has accepted it. */
  wake(name: string): void {
    this.rests.delete(name);
  }

  private restSeconds(name: string): number {
    return Math.max(0, ((this.rests.get(name)?.untilMs ?? 0) - this.nowMs()) / 1_000);
  }
}

function nameOf(secret: Secret): string {
  return createHash('sha256').update(secret.reveal()).digest('hex').slice(0, NAME_CHARS);
}
