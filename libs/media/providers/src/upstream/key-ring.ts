import { createHash } from 'node:crypto';
import type { Secret } from '#libs/platform/config';

/** One key of a vendor. Its name reveals nothing about it, and stays the same wherever the key is in the list. */
export type VendorKey = { name: string; secret: Secret };

const NAME_CHARS = 12;

/**
 * The keys of one vendor. One is used until the vendor limits it, then the next that does not rest. A single key
 * never rests, as there is no alternative.
 */
export class KeyRing {
  private readonly keys: readonly VendorKey[];
  private readonly restUntil = new Map<string, number>();
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
      .map((name) => ({ name, until: new Date(this.restUntil.get(name) ?? 0) }));
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

  /**
   * Rests a key that the vendor has limited.
   * @returns Whether another one can be used at once.
   */
  rest(name: string, seconds: number): boolean {
    if (this.keys.length === 1) return false;
    this.restUntil.set(name, this.nowMs() + seconds * 1_000);
    return this.restSeconds(this.current().name) === 0;
  }

  private restSeconds(name: string): number {
    return Math.max(0, ((this.restUntil.get(name) ?? 0) - this.nowMs()) / 1_000);
  }
}

function nameOf(secret: Secret): string {
  return createHash('sha256').update(secret.reveal()).digest('hex').slice(0, NAME_CHARS);
}
