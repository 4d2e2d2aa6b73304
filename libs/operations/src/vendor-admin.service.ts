import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { TransactionRunner } from '#libs/platform/database';
import { invalidFields, type Principal } from '#libs/platform/http';
import { MediaProviders, VendorChecks, VendorStates, VendorTrials } from '#libs/media/providers';
import { VendorNotFound } from './operations.errors.js';
import type { VendorResponse, VendorTestResponse } from './dto/vendors.response.js';
import { VendorsReport } from './vendors-report.js';

export type VendorChange = { isDraining: boolean; weight: number | null; reason: string };

@Injectable()
export class VendorAdminService {
  constructor(
    private readonly providers: MediaProviders,
    private readonly states: VendorStates,
    private readonly checks: VendorChecks,
    private readonly trials: VendorTrials,
    private readonly report: VendorsReport,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** Drains a vendor or lets it get tasks again, and sets its weight. @throws VendorNotFound */
  async change(
    principal: Principal,
    vendor: string,
    { reason, isDraining, weight }: VendorChange,
  ): Promise<VendorResponse> {
    this.require(vendor);
    await this.transactions.run(async (scope) => {
      const { before, after } = await this.states.change(scope, vendor, { isDraining, weight });
      if (before.isDraining === after.isDraining && before.weight === after.weight) return;
      await this.audit.record(scope, principal, 'vendor.update', vendor, { reason, before, after });
    });
    return this.reportOf(vendor);
  }

  /** Has every process call a vendor again whose circuit is open or whose keys rest. @throws VendorNotFound */
  async retry(principal: Principal, vendor: string, reason: string): Promise<VendorResponse> {
    this.require(vendor);
    await this.transactions.run(async (scope) => {
      await this.states.retry(scope, vendor);
      await this.audit.record(scope, principal, 'vendor.retry', vendor, { reason });
    });
    return this.reportOf(vendor);
  }

  /**
   * Starts a real task of the principal that only this vendor may do, as small as it takes.
   * @throws VendorNotFound, InvalidRequest when it has no such kind, or as a request for such a task.
   */
  async testPaid(principal: Principal, vendor: string, kind?: string): Promise<VendorTestResponse> {
    this.require(vendor);
    const offers = this.trials.offersOf(vendor);
    const offer = kind === undefined ? offers[0] : offers.find((one) => one.kind === kind);
    if (!offer)
      throw invalidFields([`kind must be one of ${offers.map((one) => one.kind).join(', ') || 'none'}`]);
    const id = await this.trials.start(principal, vendor, offer.kind);
    return { message: ORDERED, keys: [], task_id: id };
  }

  /** @throws VendorNotFound */
  async test(vendor: string): Promise<VendorTestResponse> {
    this.require(vendor);
    const checks = await this.checks.check(vendor);
    if (!checks) return { message: NO_FREE_CALL, keys: [], task_id: null };
    const keys = checks.map(({ balance = null, models = null, ...check }) => ({
      ...check,
      balance,
      models: models && [...models],
    }));
    const isWell = checks.every(({ state }) => state === 'accepted');
    const message = isWell ? 'Every key is accepted.' : 'Not every key is accepted.';
    return { message, keys, task_id: null };
  }

  private async reportOf(vendor: string): Promise<VendorResponse> {
    await this.states.read();
    const report = (await this.report.list()).find(({ name }) => name === vendor);
    if (!report) throw new VendorNotFound();
    return report;
  }

  private require(vendor: string): void {
    if (!this.providers.listVendors().some(({ options }) => options.vendor === vendor))
      throw new VendorNotFound();
  }
}

const NO_FREE_CALL =
  'This kind of vendor has no call that costs nothing. Order one small task to see that it works.';
const ORDERED = 'A small task is ordered. It says whether the vendor did it, or in its words why not.';
