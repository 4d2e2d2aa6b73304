import { Injectable } from '@nestjs/common';
import type { PackagePage } from '@atelier/package-reader/archive';
import { NO_TRANSACTION, type StatementScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { NodesService } from '#libs/registry/nodes';
import { PictureCache, PictureLinks, PictureNotFound } from '#libs/registry/pictures';
import { VersionReader } from '../version-reader.js';
import { VersionPageResponse } from './dto/version-page.response.js';
import { VersionReports } from '../version-reports.js';
import { readmePictures } from './readme-pictures.js';
import { storedPage } from './stored-page.js';
import { VersionPagesRepository } from './version-pages.repository.js';

/** What the page of a version shows of its archive, for everyone who may see the version. */
@Injectable()
export class VersionPages {
  constructor(
    private readonly pages: VersionPagesRepository,
    private readonly reader: VersionReader,
    private readonly nodes: NodesService,
    private readonly reports: VersionReports,
    private readonly links: PictureLinks,
    private readonly pictures: PictureCache,
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
    const pictures = page ? readmePictures(version, page, repository, this.links) : {};
    return VersionPageResponse.from(version, page, repository, pictures);
  }

  /**
   * A picture in the archive of a version.
   * @throws PictureNotFound; what `VersionReader.requireVisible` and `PictureCache.of` throw.
   */
  async readPicture(
    principal: Principal | undefined,
    nodeId: string,
    idOrNumber: string,
    file: string,
    width: number,
  ): Promise<Uint8Array> {
    const { version } = await this.reader.requireVisible(principal, nodeId, idOrNumber);
    const page = await this.pages.find(NO_TRANSACTION, version.id);
    const key = version.archiveKey;
    // Asked first: to look into the archive takes a copy of it.
    const isThere = page?.files.some(({ path }) => path === file) ?? false;
    if (key === null || !isThere) throw new PictureNotFound();
    return this.pictures.of(`archive:${version.id}:${file}`, width, () =>
      this.reports.readPicture(key, file),
    );
  }
}
