import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#libs/accounts/audit';
import {
  type ArchiveFinding,
  type ArchiveInspection,
  inspectArchive,
  type PackagePage,
  readPackagePage,
} from '@atelier/package-reader/archive';
import type { ExtractionResult } from '@atelier/package-reader/extraction';
import { extractAppNodes } from '@atelier/package-reader/reading';
import { NO_TRANSACTION, TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { ObjectStorage } from '#libs/platform/storage';
import { PackageJudge, type PackageJudgement } from '#libs/registry/judging';
import type { NodeVersion } from '#libs/registry/versions/store';
import { ARCHIVE_NAME } from './archives.service.js';
import { type JudgedVersion, NodeVersionsService } from './node-versions.service.js';
import { bannedArchive, bannedFile } from './node-version.errors.js';
import { VersionReaderRepository } from './version-reader.repository.js';
import { nameOf, publisherOf } from './version-name.js';
import { type SeenInArchive, VersionReports } from './version-reports.js';

/** Many honest packages have no licence, so this does not hold a version back. */
const NO_LICENCE: ArchiveFinding = {
  severity: 'note',
  code: 'no_licence_file',
  message: 'The archive has no licence file, so its users do not know what they may do with it.',
};

/** A version whose archive breaks no rule, with what was seen in it. */
export type CheckedVersion = {
  version: NodeVersion;
  /** Python files that were not read because of their size. */
  skipped: readonly string[];
  extraction: ExtractionResult;
  seen: SeenInArchive;
  /** Whether it waits for a reviewer because of what the package does. */
  isHeld: boolean;
  /** Why it is held, or a note for the publisher, or `''`. */
  statusReason: string;
};

const NOT_READ: ExtractionResult = {
  status: 'failed',
  reason: 'The app nodes could not be read.',
  appNodes: [],
  unknowns: [],
  problems: [],
};

const NOTHING_SEEN: SeenInArchive = { files: [], findings: [] };

export type Refusal = { readonly code: string; readonly reason: string };

const NOT_CHECKED: Refusal = {
  code: 'not_checked',
  reason: 'The archive could not be checked. Publish the version again.',
};

/** Decides whether uploaded archives are harmless. A bad archive ends the version; its owner and the admins see why. */
@Injectable()
export class ArchiveCheck {
  constructor(
    private readonly versions: NodeVersionsService,
    private readonly reader: VersionReaderRepository,
    private readonly reports: VersionReports,
    private readonly storage: ObjectStorage,
    private readonly transactions: TransactionRunner,
    private readonly audit: AuditLog,
    private readonly judge: PackageJudge,
  ) {}

  /**
   * Copies the archive of a pending version out of the storage and reads it, each once.
   * @param isRead Whether its app nodes are read, too; without it they are none.
   * @returns undefined when the version waits for no check, or has just been flagged.
   */
  async check(versionId: string, signal?: AbortSignal, isRead = true): Promise<CheckedVersion | undefined> {
    const version = await this.versions.find(versionId);
    if (version?.status !== 'NodeVersionStatusPending' || version.archiveKey === null) return undefined;
    const inspection = await this.inspect(version.archiveKey, signal);
    if (!inspection.accepted) {
      await this.refuse(version, inspection, inspection);
      return undefined;
    }
    const twin = await this.reader.findBannedTwin(NO_TRANSACTION, version);
    if (twin) {
      await this.refuseBanned(version, twin, inspection);
      return undefined;
    }
    const { content, files } = inspection;
    const previous = await this.reports.findPrevious(version);
    const { findings, traits, hold, banned } = await this.judge.judge(version, previous, content);
    const hasLicence = content.licenceFile !== undefined;
    const seen = {
      files,
      findings: [...(hasLicence ? [] : [NO_LICENCE]), ...findings, ...inspection.findings],
      traits,
      page: readPackagePage(content),
    };
    if (banned) {
      await this.refuseBanned(version, banned, seen, banned.path);
      return undefined;
    }
    const note = hasLicence ? '' : `${NO_LICENCE.code}: ${NO_LICENCE.message}`;
    return {
      version,
      skipped: content.skipped,
      extraction: isRead ? await extractAppNodes(content, { packageName: version.nodeId }) : NOT_READ,
      seen,
      isHeld: hold !== undefined,
      statusReason: hold ?? note,
    };
  }

  /**
   * Scans the archive of a version that was accepted before.
   * @throws Error when the archive cannot be read, or breaks a rule now.
   */
  async scanAgain(version: NodeVersion, signal: AbortSignal): Promise<PackageJudgement> {
    const inspection = await this.inspect(version.archiveKey ?? '', signal);
    if (!inspection.accepted) throw new Error(`The archive is not accepted any more: ${inspection.reason}`);
    return this.judge.judge(version, await this.reports.findPrevious(version), inspection.content);
  }

  /** What the page of an accepted version shows of its archive; undefined when that is lost, or breaks a rule now. */
  async readPage(archiveKey: string, signal: AbortSignal): Promise<PackagePage | undefined> {
    if (!(await this.storage.find(archiveKey))) return undefined;
    const inspection = await this.inspect(archiveKey, signal);
    return inspection.accepted ? readPackagePage(inspection.content) : undefined;
  }

  async giveUp(versionId: string): Promise<void> {
    const version = await this.versions.find(versionId);
    if (version) await this.refuse(version, NOT_CHECKED);
  }

  /** Ends the wait of a version whose archive breaks a rule: it can never become active, and its number is free again. */
  async refuse(
    version: JudgedVersion,
    { code, reason }: Refusal,
    { findings, ...seen }: SeenInArchive = NOTHING_SEEN,
    note?: (scope: TransactionScope) => Promise<void>,
  ): Promise<void> {
    const isNamed = findings.some(({ severity }) => severity === 'refused');
    const refusal: ArchiveFinding = { severity: 'refused', code, message: reason };
    await this.transactions.run(async (scope) => {
      const isFlagged = await this.versions.settle(scope, version, {
        status: 'NodeVersionStatusFlagged',
        statusReason: `${code}: ${reason}`,
        archiveRefusal: code,
        appNodeExtractStatus: 'failed',
        appNodeExtractReason: 'The archive was not accepted.',
      });
      if (!isFlagged) return;
      await this.reports.keep(scope, version.id, {
        ...seen,
        findings: isNamed ? findings : [refusal, ...findings],
      });
      await note?.(scope);
    });
  }

  private async refuseBanned(
    version: NodeVersion,
    twin: Pick<NodeVersion, 'nodeId' | 'version'>,
    seen: SeenInArchive,
    file?: string,
  ): Promise<void> {
    const reason = file === undefined ? bannedArchive(twin) : bannedFile(twin, file);
    const code = file === undefined ? 'banned_archive' : 'banned_file';
    await this.refuse(version, { code, reason }, seen, (scope) =>
      this.audit.record(scope, publisherOf(version), 'node_version.refuse_banned', nameOf(version), {
        reason,
        after: { sha256: version.archiveSha256?.toString('hex'), same_as: nameOf(twin) },
      }),
    );
  }

  private async inspect(key: string, signal: AbortSignal | undefined): Promise<ArchiveInspection> {
    return this.storage.inScratchFolder(async (folder) => {
      const file = path.join(folder, ARCHIVE_NAME);
      await this.storage.copyToFile(key, file, signal);
      return inspectArchive(file);
    });
  }
}
