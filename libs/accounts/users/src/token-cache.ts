import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#libs/platform/clock';
import type { Principal } from '#libs/platform/http';

/** A revoked token must stop working within 5 s on every process, even when the notification is lost. */
const ENTRY_TTL_MS = 4_000;
const ENTRIES_MAX = 50_000;

/** The principal of a token and its expiry, in milliseconds since 1970; undefined for an unknown token. */
export type KnownPrincipal = { principal: Principal; expiresAtMs?: number } | undefined;

type Entry = { known: KnownPrincipal; readAtMs: number };

/**
 * Caches the principals of tokens for a few seconds, unknown tokens too. Keyed by digest, so that no token text stays
 * in memory. Concurrent checks share one look-up.
 */
@Injectable()
export class TokenCache {
  private readonly entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX });
  private pending = new Map<string, Promise<KnownPrincipal>>();

  constructor(private readonly clock: Clock) {}

  /** The principal of the token with this digest, in Base64; `load` looks it up if not cached. Never an expired one. */
  async get(digest: string, load: () => Promise<KnownPrincipal>): Promise<Principal | undefined> {
    const entry = this.fresh(digest);
    return this.living(entry ? entry.known : await (this.pending.get(digest) ?? this.load(digest, load)));
  }

  /** Like `get`, but undefined for a token that would have to be looked up. */
  remembered(digest: string): Principal | undefined {
    return this.living(this.fresh(digest)?.known);
  }

  /** Drops an entry that this process has changed. */
  forget(digest: string): void {
    this.entries.delete(digest);
  }

  /** Drops everything: a token was revoked, or a user changed. */
  clear(): void {
    this.entries.clear();
    this.pending = new Map();
  }

  private fresh(digest: string): Entry | undefined {
    const entry = this.entries.get(digest);
    return entry && this.clock.now().getTime() - entry.readAtMs < ENTRY_TTL_MS ? entry : undefined;
  }

  private living(known: KnownPrincipal): Principal | undefined {
    const hasExpired = known?.expiresAtMs !== undefined && known.expiresAtMs <= this.clock.now().getTime();
    return hasExpired ? undefined : known?.principal;
  }

  private load(key: string, load: () => Promise<KnownPrincipal>): Promise<KnownPrincipal> {
    // What was read before a `clear` may be outdated: it answers its own request but is not cached.
    const pending = this.pending;
    const readAtMs = this.clock.now().getTime();
    const loading = load()
      .then((known) => {
        if (this.pending === pending) this.entries.set(key, { known, readAtMs });
        return known;
      })
      .finally(() => pending.delete(key));
    pending.set(key, loading);
    return loading;
  }
}
