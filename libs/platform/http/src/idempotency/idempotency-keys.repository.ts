import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';

/** One use of a key. `claimId` distinguishes it from a later use of the same key. */
export type Claim = { id: Buffer; claimId: string };

/** What is known of a key that another caller has used. */
export type KnownKey = {
  requestHash: Buffer;
  /** Null while the first request runs. */
  reply: Buffer | null;
  /** Set when the body is kept elsewhere, as `reply` has none then. */
  replaySource: string | null;
  /** With a reply: of its body. Without: of what the request has begun. */
  replayReference: string | null;
};

/** The keys of the last 24 hours. */
@Injectable()
export class IdempotencyKeysRepository extends Repository {
  /**
   * Takes the key, or one whose day or whose lease is over; one under which something was begun only for the same request.
   * @returns What was begun under the key; undefined when another request has it.
   */
  async claim(
    scope: StatementScope,
    claim: Claim,
    requestHash: Buffer,
    leaseSeconds: number,
    keepSeconds: number,
  ): Promise<{ begun: string | null } | undefined> {
    return this.row<{ begun: string | null }>(
      scope,
      `insert into idempotency_keys as k (id, claim_id, request_hash, lease_until, expires_at)
       values ($1, $2, $3, $4, $5)
       on conflict (id) do update set claim_id = excluded.claim_id, request_hash = excluded.request_hash,
         lease_until = excluded.lease_until, expires_at = excluded.expires_at,
         reply = null, replay_source = null,
         replay_reference = case when k.expires_at < $6 then null else k.replay_reference end
       where k.expires_at < $6 or (k.reply is null and k.lease_until < $6
         and (k.replay_reference is null or k.request_hash = excluded.request_hash))
       returning replay_reference as begun`,
      [
        claim.id,
        claim.claimId,
        requestHash,
        this.clock.in(leaseSeconds * 1_000),
        this.clock.in(keepSeconds * 1_000),
        this.clock.now(),
      ],
    );
  }

  async find(scope: StatementScope, id: Buffer): Promise<KnownKey | undefined> {
    return this.row<KnownKey>(
      scope,
      `select request_hash, reply, replay_source, replay_reference from idempotency_keys where id = $1`,
      [id],
    );
  }

  /** Keeps the reply, unless the key was lost to another request. */
  async keep(
    scope: StatementScope,
    claim: Claim,
    reply: Buffer,
    source?: { kind: string; reference: string },
  ): Promise<void> {
    await this.rows(
      scope,
      `update idempotency_keys set reply = $3, replay_source = $4, replay_reference = $5
       where id = $1 and claim_id = $2`,
      [claim.id, claim.claimId, reply, source?.kind ?? null, source?.reference ?? null],
    );
  }

  /** Notes what was begun under the key; false when the key was lost to another request. */
  async noteBegun(scope: TransactionScope, claim: Claim, reference: string): Promise<boolean> {
    return this.hasRow(
      scope,
      `update idempotency_keys set replay_reference = $3
       where id = $1 and claim_id = $2 and reply is null returning 1`,
      [claim.id, claim.claimId, reference],
    );
  }

  async renew(scope: StatementScope, claim: Claim, leaseSeconds: number): Promise<void> {
    await this.rows(
      scope,
      `update idempotency_keys set lease_until = $3
       where id = $1 and claim_id = $2 and reply is null`,
      [claim.id, claim.claimId, this.clock.in(leaseSeconds * 1_000)],
    );
  }

  /** Gives the key free: as if it had never been used, or for a repeat only if something was begun and `forget` is not set. */
  async release(scope: StatementScope, claim: Claim, forget: boolean): Promise<void> {
    await this.rows(
      scope,
      `with "left" as (
         update idempotency_keys set lease_until = '-infinity'
         where id = $1 and claim_id = $2 and reply is null and replay_reference is not null and not $3
       )
       delete from idempotency_keys
       where id = $1 and claim_id = $2 and reply is null and (replay_reference is null or $3)`,
      [claim.id, claim.claimId, forget],
    );
  }

  /** Deletes keys whose day is over, `limit` at most; returns how many. */
  async deleteExpired(scope: StatementScope, limit: number): Promise<number> {
    const rows = await this.rows<{ count: number }>(
      scope,
      `with gone as (
         delete from idempotency_keys where id in (
           select id from idempotency_keys where expires_at < $2 limit $1 for update skip locked
         ) returning 1
       ) select count(*)::int as count from gone`,
      [limit, this.clock.now()],
    );
    return rows[0]?.count ?? 0;
  }
}
