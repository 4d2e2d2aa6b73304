import { Injectable } from '@nestjs/common';
import { TransactionRunner } from '#libs/platform/database';
import type { NodeVersion } from '#libs/registry/versions/store';
import { ArchiveCheck } from './archive-check.js';
import { NodeVersionsService } from './node-versions.service.js';
import type { Rescan } from './rescan.entity.js';
import { RescansRepository } from './rescans.repository.js';
import { VersionReports } from './version-reports.js';

/** Scans one version again. */
@Injectable()
export class VersionRescan {
  constructor(
    private readonly check: ArchiveCheck,
    private readonly reports: VersionReports,
    private readonly versions: NodeVersionsService,
    private readonly rescans: RescansRepository,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Replaces what the report says of the scan. An active version that would be held now is put in doubt, for a reviewer, or held.
   * @returns whether it is such a version.
   */
  async run(version: NodeVersion, { holds, requestedBy }: Rescan, signal: AbortSignal): Promise<boolean> {
    const { findings, traits, hold } = await this.check.scanAgain(version, signal);
    return this.transactions.run(async (scope) => {
      await this.reports.keepScan(scope, version.id, findings, traits);
      if (hold === undefined || version.status !== 'NodeVersionStatusActive') {
        await this.rescans.clearDoubt(scope, version.id);
        return false;
      }
      if (holds) await this.versions.hold(scope, { userId: requestedBy }, version, hold);
      else await this.rescans.putInDoubt(scope, version.id, hold);
      return true;
    });
  }
}
