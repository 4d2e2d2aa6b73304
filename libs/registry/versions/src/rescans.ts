import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { JobQueue } from '#libs/platform/queue';
import { RescanVersionsJob } from './jobs/rescan-versions.job.js';
import { RescanNotFound, RescanRuns } from './node-version.errors.js';
import type { Rescan } from './rescan.entity.js';
import { RescansRepository } from './rescans.repository.js';

const RESCANS_SHOWN = 50;

/** Starts scans of all versions, and shows their progress. */
@Injectable()
export class Rescans {
  constructor(
    private readonly rescans: RescansRepository,
    private readonly queue: JobQueue,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
  ) {}

  /** @throws RescanRuns while another runs. */
  async start(principal: Principal, holds: boolean): Promise<Rescan> {
    return this.transactions.run(async (scope) => {
      const rescan = await this.rescans.insert(scope, principal.userId, holds);
      if (!rescan) throw new RescanRuns();
      await this.audit.record(scope, principal, 'rescan.start', rescan.id, { after: { holds } });
      await this.queue.enqueue(scope, RescanVersionsJob, { rescanId: rescan.id });
      return rescan;
    });
  }

  /** @throws RescanNotFound */
  async require(id: string): Promise<Rescan> {
    const rescan = await this.rescans.find(NO_TRANSACTION, id);
    if (!rescan) throw new RescanNotFound();
    return rescan;
  }

  /** The last rescans, newest first. */
  async list(): Promise<Rescan[]> {
    return this.rescans.list(NO_TRANSACTION, RESCANS_SHOWN);
  }
}
