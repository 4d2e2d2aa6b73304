import { Injectable } from '@nestjs/common';
import { NO_TRANSACTION } from '#libs/platform/database';
import { type Principal, responseOf } from '#libs/platform/http';
import { AppNodeRowsRepository, type NodeVersion } from '#libs/registry/versions/store';
import { ArchiveFindingResponse } from '../dto/version-report.response.js';
import { VersionReader } from '../version-reader.js';
import { VersionReportsRepository } from '../version-reports.repository.js';
import { comparedAppNodes, comparedDependencies, comparedFiles, comparedFindings } from './differences.js';
import {
  ComparedVersionResponse,
  type ComparedFindingsResponse,
  type VersionComparisonResponse,
} from './dto/comparison.response.js';
import type { VersionPage } from './version-page.entity.js';
import { VersionPagesRepository } from './version-pages.repository.js';

/** Shows what changed between two versions of a node. */
@Injectable()
export class VersionComparison {
  constructor(
    private readonly reader: VersionReader,
    private readonly pages: VersionPagesRepository,
    private readonly appNodes: AppNodeRowsRepository,
    private readonly reports: VersionReportsRepository,
  ) {}

  /** @throws what `VersionReader.requireVisible` throws for either. */
  async compare(
    principal: Principal | undefined,
    nodeId: string,
    from: string,
    to: string,
  ): Promise<VersionComparisonResponse> {
    const earlier = await this.reader.requireVisible(principal, nodeId, from);
    const later = await this.reader.requireVisible(principal, nodeId, to);
    const [before, after] = [earlier.version, later.version];
    const pages = [
      await this.pages.find(NO_TRANSACTION, before.id),
      await this.pages.find(NO_TRANSACTION, after.id),
    ] as const;
    const isKnown = pages.every((page) => page !== undefined && page.files.length === page.filesTotal);
    return {
      from: shown(before, pages[0]),
      to: shown(after, pages[1]),
      files: { is_known: isKnown, ...comparedFiles(pages[0]?.files ?? [], pages[1]?.files ?? []) },
      app_nodes: comparedAppNodes(
        await this.appNodes.listOf(NO_TRANSACTION, before.id),
        await this.appNodes.listOf(NO_TRANSACTION, after.id),
      ),
      dependencies: comparedDependencies(before.dependencies, after.dependencies),
      findings: later.isInside ? await this.findings(before, after) : null,
    };
  }

  private async findings(before: NodeVersion, after: NodeVersion): Promise<ComparedFindingsResponse> {
    const of = async ({ id }: NodeVersion) =>
      (await this.reports.find(NO_TRANSACTION, id))?.report.findings.map((finding) =>
        ArchiveFindingResponse.from(finding),
      ) ?? [];
    return comparedFindings(await of(before), await of(after));
  }
}

function shown(version: NodeVersion, page: VersionPage | undefined): ComparedVersionResponse {
  return responseOf(ComparedVersionResponse, version, {
    files: page?.filesTotal ?? 0,
    licence: page?.licenceName ?? '',
    requires_python: page?.requiresPython ?? '',
  });
}
