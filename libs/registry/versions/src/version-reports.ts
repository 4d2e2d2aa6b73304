import path from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  type ArchiveFile,
  type ArchiveFinding,
  decodePython,
  FINDING_SEVERITIES,
  type PackagePage,
  readArchiveFile,
  type ReadFile,
} from '@atelier/package-reader/archive';
import type { PackageTraits } from '@atelier/package-reader/scan';
import { NO_TRANSACTION, storableText, type TransactionScope } from '#libs/platform/database';
import type { Principal } from '#libs/platform/http';
import { ObjectStorage } from '#libs/platform/storage';
import { PackageJudge, type PreviousVersion } from '#libs/registry/judging';
import { PublisherRights } from '#libs/registry/publishers';
import { PICTURE_MAX_BYTES } from '#libs/registry/pictures';
import { NodesService } from '#libs/registry/nodes';
import type { NodeVersion } from '#libs/registry/versions/store';
import { ARCHIVE_NAME } from './archives.service.js';
import { ArchiveFileNotFound, ArchiveFileNotShown, ReportNotFound } from './node-version.errors.js';
import { storedPage } from './pages/stored-page.js';
import { VersionPagesRepository } from './pages/version-pages.repository.js';
import type { ArchiveReport, VersionReport } from './version-report.entity.js';
import { VersionReader } from './version-reader.js';
import { VersionReportsRepository } from './version-reports.repository.js';

/** The result of a check before it is cut to the size of a report. */
export type SeenInArchive = {
  readonly files: readonly ArchiveFile[];
  readonly findings: readonly ArchiveFinding[];
  /** What is compared with the next version; absent for a refused archive. */
  readonly traits?: PackageTraits;
  /** What the page of the version shows; absent for a refused archive. */
  readonly page?: PackagePage;
};

const FILES_KEPT = 1_000;
const FINDINGS_KEPT = 300;
/** Most characters of all paths of a report: names of a kilobyte each must not make it a megabyte. */
const PATH_CHARS_KEPT = 200_000;
const MESSAGE_MAX_CHARS = 500;
/** Larger files can only be downloaded. */
const SHOWN_FILE_BYTES = 512 * 1024;

/** Stores and shows the result of the check of an archive, for the publisher's members and for reviewers. */
@Injectable()
export class VersionReports {
  constructor(
    private readonly reports: VersionReportsRepository,
    private readonly pages: VersionPagesRepository,
    private readonly reader: VersionReader,
    private readonly nodes: NodesService,
    private readonly rights: PublisherRights,
    private readonly storage: ObjectStorage,
    private readonly judge: PackageJudge,
  ) {}

  /** Stores the report of a version that was just settled, in the same transaction. */
  async keep(scope: TransactionScope, versionId: string, seen: SeenInArchive): Promise<void> {
    await this.reports.save(scope, versionId, boundedReport(seen));
    if (seen.page) await this.pages.save(scope, storedPage(versionId, seen.page));
    await this.judge.keepTelling(scope, versionId, seen.findings);
  }

  /** The highest active version of the node before this one, with what is compared. */
  async findPrevious(version: NodeVersion): Promise<PreviousVersion | undefined> {
    return this.reports.findPrevious(NO_TRANSACTION, version);
  }

  /** Replaces what a report says of the scan; what was found otherwise stays. */
  async keepScan(
    scope: TransactionScope,
    versionId: string,
    found: readonly ArchiveFinding[],
    traits: PackageTraits,
  ): Promise<void> {
    const known = await this.reports.find(scope, versionId);
    if (!known) return;
    const others = known.report.findings.filter(({ ruleVersion }) => ruleVersion === undefined);
    const findings = [...found, ...others];
    const report = boundedReport({ files: known.report.files, findings, traits });
    const { filesTotal, bytesTotal } = known.report;
    await this.reports.save(scope, versionId, { ...report, filesTotal, bytesTotal });
    await this.judge.keepTelling(scope, versionId, found);
  }

  /**
   * The report of a version, for members of its publisher and admins.
   * @throws what `VersionReader.requireVisible` and `PublisherRights.requireMembersView` throw; ReportNotFound.
   */
  async require(principal: Principal, nodeId: string, idOrNumber: string): Promise<VersionReport> {
    const version = await this.requireInside(principal, nodeId, idOrNumber);
    const report = await this.reports.find(NO_TRANSACTION, version.id);
    if (!report) throw new ReportNotFound();
    return report;
  }

  /**
   * The text of a file in the archive of a version, for members of its publisher and admins.
   * @throws what `VersionReader.requireVisible` and `PublisherRights.requireMembersView` throw; ArchiveFileNotFound,
   * ArchiveFileNotShown.
   */
  async readFile(principal: Principal, nodeId: string, idOrNumber: string, file: string): Promise<string> {
    const version = await this.requireInside(principal, nodeId, idOrNumber);
    if (version.archiveKey === null) throw new ArchiveFileNotFound();
    const content = await this.unpack(version.archiveKey, file);
    if (content.subarray(0, 8_192).includes(0)) throw new ArchiveFileNotShown('The file is not text.');
    return decodePython(content);
  }

  /** The version, for members of its publisher and admins. */
  private async requireInside(
    principal: Principal,
    nodeId: string,
    idOrNumber: string,
  ): Promise<NodeVersion> {
    const { version, isInside } = await this.reader.requireVisible(principal, nodeId, idOrNumber);
    if (!isInside) {
      const { publisherId } = await this.nodes.requireVisible(principal, version.nodeId);
      await this.rights.requireMembersView(principal, publisherId);
    }
    return version;
  }

  /** The bytes of a picture in an archive; undefined when it is absent, damaged or too large. */
  async readPicture(archiveKey: string, file: string): Promise<Buffer | undefined> {
    const result = await this.lookInto(archiveKey, file, PICTURE_MAX_BYTES);
    return result.outcome === 'read' ? result.content : undefined;
  }

  private async lookInto(archiveKey: string, file: string, maxBytes: number): Promise<ReadFile> {
    return this.storage.inScratchFolder(async (folder) => {
      const archive = path.join(folder, ARCHIVE_NAME);
      await this.storage.copyToFile(archiveKey, archive);
      return readArchiveFile(archive, file, maxBytes);
    });
  }

  private async unpack(archiveKey: string, file: string): Promise<Buffer> {
    const result = await this.lookInto(archiveKey, file, SHOWN_FILE_BYTES);
    switch (result.outcome) {
      case 'read':
        return result.content;
      case 'absent':
        throw new ArchiveFileNotFound();
      case 'damaged':
        throw new ArchiveFileNotShown('The file is damaged.');
      case 'too_large':
        throw new ArchiveFileNotShown(
          `Files up to ${SHOWN_FILE_BYTES} bytes are shown; download the archive for larger ones.`,
        );
    }
  }
}

function boundedReport({ files, findings, traits }: SeenInArchive): ArchiveReport {
  const gravest = [...findings].sort(
    (a, b) => FINDING_SEVERITIES.indexOf(a.severity) - FINDING_SEVERITIES.indexOf(b.severity),
  );
  return {
    files: withinRoom(files.slice(0, FILES_KEPT)),
    filesTotal: files.length,
    bytesTotal: files.reduce((sum, { bytes }) => sum + bytes, 0),
    findings: withinRoom(gravest.slice(0, FINDINGS_KEPT)).map((finding) => ({
      ...finding,
      message: storableText(finding.message).slice(0, MESSAGE_MAX_CHARS),
      ...(finding.excerpt === undefined ? {} : { excerpt: storableText(finding.excerpt) }),
    })),
    findingsTotal: findings.length,
    ...(traits ? { traits } : {}),
  };
}

/** As many of the first ones as fit with their paths. */
function withinRoom<T extends { readonly path?: string }>(things: readonly T[]): T[] {
  let room = PATH_CHARS_KEPT;
  return things.filter(({ path: at = '' }) => (room -= at.length) >= 0);
}
