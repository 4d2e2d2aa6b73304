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
};

@Injectable()
export class VendorStatesRepository extends Repository {
  /** The vendors whose state is not the default. */
  async list(scope: StatementScope): Promise<(VendorState & { vendor: string })[]> {
    return this.rows(
      scope,
      `select vendor, coalesce(s.is_draining, false) as is_draining, s.weight, c.vendor is not null as is_open
       from vendor_states s full join (
         select distinct vendor from vendor_circuits
         where state = 'open' and seen_at > now() - $1::int * interval '1 second'
       ) c using (vendor)`,
      [SEEN_SECONDS],
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
