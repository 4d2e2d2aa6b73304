import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { responseOf } from '#libs/platform/http';
import { AdvisoryWarningResponse, type NodeVersion } from '#libs/registry/versions/store';
import { AdvisoriesRepository } from './advisories.repository.js';
import { advisoryId } from './advisory-id.js';

/** What replies about versions say of the advisories that affect them. */
@Injectable()
export class AdvisoryWarnings {
  constructor(private readonly advisories: AdvisoriesRepository) {}

  /** By the id of the version, newest first; versions without any are left out. One statement for all. */
  async listFor(
    versions: readonly Pick<NodeVersion, 'id' | 'nodeId' | 'version' | 'sortKey'>[],
  ): Promise<Map<string, AdvisoryWarningResponse[]>> {
    const warnings = new Map<string, AdvisoryWarningResponse[]>();
    if (versions.length === 0) return warnings;
    const byId = new Map(versions.map((version) => [version.id, version]));
    for (const affected of await this.advisories.listAffected(NO_TRANSACTION, [...byId.values()])) {
      const warning = responseOf(AdvisoryWarningResponse, affected, {
        id: advisoryId(affected),
        fixed: affected.fixed ?? undefined,
      });
      warnings.set(affected.versionId, [...(warnings.get(affected.versionId) ?? []), warning]);
    }
    return warnings;
  }
}
