import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { retryVendor, showDraining } from '../calls/vendor-metrics.js';
import { type VendorSetting, type VendorState, VendorStatesRepository } from './vendor-states.repository.js';

const READ_EVERY_MS = 2_000;
const USUAL: VendorState = { isDraining: false, weight: null, isOpen: false, retriedAt: null };

/** What admins have set for vendors, and which circuits are open in some process; at most two seconds old. */
@Injectable()
export class VendorStates implements BeforeApplicationShutdown {
  private readonly logger = new Logger(VendorStates.name);
  private states: ReadonlyMap<string, VendorState> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly rows: VendorStatesRepository) {}

  /** Starts reading them, once; only where there are vendors. */
  async follow(): Promise<void> {
    if (this.timer) return;
    this.timer = setInterval(() => void this.read(), READ_EVERY_MS).unref();
    await this.read();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  of(vendor: string): VendorState {
    return this.states.get(vendor) ?? USUAL;
  }

  /** Reads them now. Keeps the old values while the database is away. */
  async read(): Promise<void> {
    try {
      const rows = await this.rows.list(NO_TRANSACTION);
      for (const { vendor, retriedAt } of rows)
        if (retriedAt && retriedAt.getTime() !== this.of(vendor).retriedAt?.getTime()) retryVendor(vendor);
      this.states = new Map(rows.map(({ vendor, ...state }) => [vendor, state]));
      showDraining(rows.flatMap(({ vendor, isDraining }) => (isDraining ? [vendor] : [])));
    } catch (error) {
      this.logger.warn({ err: error }, 'The states of vendors could not be read; trying again');
    }
  }

  /** Closes the circuit of the vendor, and lets its keys be used, in all processes within two seconds of the commit. */
  async retry(scope: TransactionScope, vendor: string): Promise<void> {
    await this.rows.retry(scope, vendor);
  }

  /** Applies `change`; returns the values before and after. Processes see it within two seconds of the commit. */
  async change(
    scope: TransactionScope,
    vendor: string,
    change: Partial<VendorSetting>,
  ): Promise<{ before: VendorSetting; after: VendorSetting }> {
    const before = await this.rows.lock(scope, vendor);
    const after = { ...before, ...change };
    await this.rows.set(scope, vendor, after);
    return { before, after };
  }
}
