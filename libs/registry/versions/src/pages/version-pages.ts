import { Injectable } from '@nestjs/common';
import type { PackagePage } from '@atelier/package-reader/archive';
import { NO_TRANSACTION, type StatementScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { NodesService } from '#libs/registry/nodes';
import { VersionReader } from '../version-reader.js';
import { VersionPageResponse } from './dto/version-page.response.js';
import { storedPage } from './stored-page.js';
import { VersionPagesRepository } from './version-pages.repository.js';

/** What the page of a version shows of its archive, for everyone who may see the version. */
@Injectable()
export class VersionPages {
  constructor(
    private readonly pages: VersionPagesRepository,
    private readonly reader: VersionReader,
    private readonly nodes: NodesService,
  ) {}

  async keep(scope: StatementScope, versionId: string, page: PackagePage | undefined): Promise<void> {
    await this.pages.save(scope, storedPage(versionId, page));
  }

  /** @throws what `VersionReader.requireVisible` throws. */
  async read(
    principal: Principal | undefined,
    nodeId: string,
    idOrNumber: string,
  ): Promise<VersionPageResponse> {
    const { version } = await this.reader.requireVisible(principal, nodeId, idOrNumber);
    const { repository } = await this.nodes.requireVisible(principal, version.nodeId);
    const page = await this.pages.find(NO_TRANSACTION, version.id);
    return VersionPageResponse.from(version, page, repository);
  }
}
