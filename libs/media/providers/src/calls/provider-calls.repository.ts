import { Injectable } from '@nestjs/common';
import { columnValues, Repository, type StatementScope } from '#libs/platform/database';
import type { CallMinute } from './call-log.js';
import type { Durations } from './durations.js';

const KEPT = `interval '3 hours'`;
/** A circuit that its process has not reported for this long counts as unknown. */
export const SEEN_SECONDS = 30;

/** The work of one provider in one minute, over all processes. */
export type StoredCalls = Omit<CallMinute, 'minute' | 'durations'> & { durations: Durations[] };

/** A circuit that is not closed, in one process. */
export type StoredCircuit = { vendor: string; state: string };

/** A resting key, over all processes: it rests until none of them rests it. */
export type StoredRest = { vendor: string; name: string; until: Date; processes: number };

/** Every query of the tables `provider_calls`, `vendor_circuits` and `vendor_resting_keys`. */
@Injectable()
export class ProviderCallsRepository extends Repository {
  /** Stores what a process has counted in these minutes, replacing what it stored for them before. */
  async store(scope: StatementScope, processId: string, minutes: readonly CallMinute[]): Promise<void> {
    await this.rows(
      scope,
      `with old as (delete from provider_calls where minute < now() - ${KEPT})
       insert into provider_calls
         (process_id, minute, provider, work, calls, errors, refusals, durations, last_error, last_error_at)
       select $1, m.* from jsonb_to_recordset($2::jsonb) as m (minute timestamptz, provider text, work text,
         calls int, errors int, refusals int, durations jsonb, "lastError" text, "lastErrorAt" timestamptz)
       on conflict (minute, process_id, provider, work) do update set calls = excluded.calls,
         errors = excluded.errors, refusals = excluded.refusals, durations = excluded.durations,
         last_error = excluded.last_error, last_error_at = excluded.last_error_at`,
      [processId, JSON.stringify(minutes)],
    );
  }

  async storeCircuits(
    scope: StatementScope,
    processId: string,
    circuits: readonly StoredCircuit[],
  ): Promise<void> {
    await this.rows(
      scope,
      `with closed as (
         delete from vendor_circuits
         where (process_id = $1 and vendor <> all($2::text[])) or seen_at < now() - ${KEPT}
       )
       insert into vendor_circuits (process_id, vendor, state)
       select $1, c.* from unnest($2::text[], $3::text[]) as c(vendor, state)
       on conflict (process_id, vendor) do update set state = excluded.state, seen_at = now()`,
      [processId, ...columnValues(circuits, 'vendor', 'state')],
    );
  }

  async storeRestingKeys(
    scope: StatementScope,
    processId: string,
    keys: readonly { vendor: string; name: string; until: Date }[],
  ): Promise<void> {
    await this.rows(
      scope,
      `with ended as (
         delete from vendor_resting_keys
         where case process_id when $1 then (vendor, key_name) not in (select * from unnest($2::text[], $3::text[]))
           else rests_until < now() end
       )
       insert into vendor_resting_keys (process_id, vendor, key_name, rests_until)
       select $1, k.* from unnest($2::text[], $3::text[], $4::timestamptz[]) as k(vendor, key_name, rests_until)
       where rests_until > now()
       on conflict (process_id, vendor, key_name) do update set rests_until = excluded.rests_until, seen_at = now()`,
      [processId, ...columnValues(keys, 'vendor', 'name', 'until')],
    );
  }

  async listRestingKeys(scope: StatementScope): Promise<StoredRest[]> {
    return this.rows<StoredRest>(
      scope,
      `select vendor, key_name as name, max(rests_until) as until, count(*)::int as processes from vendor_resting_keys
       where rests_until > now() and seen_at > now() - $1::int * interval '1 second' group by vendor, key_name`,
      [SEEN_SECONDS],
    );
  }

  /** What all processes have stored for the last `minutes`. */
  async list(scope: StatementScope, minutes: number): Promise<StoredCalls[]> {
    return this.rows<StoredCalls>(
      scope,
      `select provider, work, sum(calls)::int as calls, sum(errors)::int as errors,
         sum(refusals)::int as refusals, jsonb_agg(durations) as durations,
         (array_agg(last_error order by last_error_at desc nulls last))[1] as last_error,
         max(last_error_at) as last_error_at
       from provider_calls where minute > now() - $1::int * interval '1 minute'
       group by provider, work order by provider, work`,
      [minutes],
    );
  }

  /** The circuits that are not closed, one entry per process. */
  async listCircuits(scope: StatementScope): Promise<StoredCircuit[]> {
    return this.rows<StoredCircuit>(
      scope,
      `select vendor, state from vendor_circuits where seen_at > now() - $1::int * interval '1 second'`,
      [SEEN_SECONDS],
    );
  }
}
