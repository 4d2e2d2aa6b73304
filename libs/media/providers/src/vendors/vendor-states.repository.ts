import { Injectable } from '@nestjs/common';
import { Repository, type StatementScope, type TransactionScope } from '#libs/platform/database';
import { SEEN_SECONDS } from '../calls/provider-calls.repository.js';

/** What admins have set for a vendor. */
export type VendorSetting = {
  isDraining: boolean;
  /** Overrides the one of the vendors file; null to use that. */
  weight: number | null;
};

/** What processes need to know of a vendor to choose one. */
export type VendorState = VendorSetting & {
  /** Whether the circuit is open in some process. */
  isOpen: boolean;
  /** When an admin last had its calls tried again. */
  retriedAt: Date | null;
};

@Injectable()
export class VendorStatesRepository extends Repository {
  /** The vendors whose state is not the default. */
  async list(scope: StatementScope): Promise<(VendorState & { vendor: string })[]> {
    return this.rows(
      scope,
      `select vendor, coalesce(s.is_draining, false) as is_draining, s.weight, s.retried_at,
         c.vendor is not null as is_open
       from vendor_states s full join (
         select distinct vendor from vendor_circuits
         where state = 'open' and seen_at > now() - $1::int * interval '1 second'
       ) c using (vendor)`,
      [SEEN_SECONDS],
    );
  }

  /** Notes that calls are to be tried again, and forgets what processes said of circuits and keys until they say it again. */
  async retry(scope: TransactionScope, vendor: string): Promise<void> {
    await this.rows(
      scope,
      `with circuits as (delete from vendor_circuits where vendor = $1),
         keys as (delete from vendor_resting_keys where vendor = $1)
       insert into vendor_states (vendor, retried_at) values ($1, now())
       on conflict (vendor) do update set retried_at = excluded.retried_at`,
      [vendor],
    );
  }

  /** What is set, locked until the end of the transaction. */
  async lock(scope: TransactionScope, vendor: string): Promise<VendorSetting> {
    await this.rows(scope, 'insert into vendor_states (vendor) values ($1) on conflict do nothing', [vendor]);
    const setting = await this.row<VendorSetting>(
      scope,
      'select is_draining, weight from vendor_states where vendor = $1 for update',
      [vendor],
    );
    if (!setting) throw new Error(`The state of ${vendor} is gone`);
    return setting;
  }

  async set(scope: TransactionScope, vendor: string, { isDraining, weight }: VendorSetting): Promise<void> {
    await this.rows(
      scope,
      'update vendor_states set is_draining = $2, weight = $3, updated_at = now() where vendor = $1',
      [vendor, isDraining, weight],
    );
  }
}
