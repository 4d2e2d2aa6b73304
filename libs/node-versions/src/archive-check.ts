import path from 'node:path';
import { Injectable } from '@nestjs/common';
import {
  type ArchiveFinding,
  type ArchiveInspection,
  inspectArchive,
  type PackageContent,
} from '#libs/package-archive';
import { TransactionRunner } from '#libs/platform/database';
import { ObjectStorage } from '#libs/platform/storage';
import type { NodeVersion } from '#libs/version-store';
import { ARCHIVE_NAME } from './archives.service.js';
import { NodeVersionsService } from './node-versions.service.js';
import { type SeenInArchive, VersionReports } from './version-reports.js';

/** Many honest packages have none, so this is no reason to hold a version back. */
const NO_LICENCE: ArchiveFinding = {
  severity: 'note',
  code: 'no_licence_file',
  message: 'The archive has no licence file, so nobody knows what they may do with it.',
};

/** A version whose archive is harmless, what is in that and was seen there, and a note for its publisher, or `''`. */
export type CheckedVersion = {
  version: NodeVersion;
  content: PackageContent;
  seen: SeenInArchive;
  statusReason: string;
};

const NOTHING_SEEN: SeenInArchive = {
  files: [],
  findings: [{ severity: 'refused', code: 'not_checked', message: 'The archive could not be checked.' }],
};

/** Decides whether uploaded archives are harmless. A bad one flags the version, for its owner and the admins to see. */
@Injectable()
export class ArchiveCheck {
  constructor(
    private readonly versions: NodeVersionsService,
    private readonly reports: VersionReports,
    private readonly storage: ObjectStorage,
    private readonly transactions: TransactionRunner,
  ) {}

  /**
   * Copies the archive of a pending version out of the storage and reads it, both once.
   * @returns undefined when the version waits for no check, or has just been flagged.
   */
  async check(versionId: string, signal?: AbortSignal): Promise<CheckedVersion | undefined> {
    const version = await this.versions.find(versionId);
    if (version?.status !== 'NodeVersionStatusPending' || version.archiveKey === null) return undefined;
    const inspection = await this.inspect(version.archiveKey, signal);
    if (!inspection.accepted) {
      await this.flag(versionId, `${inspection.code}: ${inspection.reason}`, inspection);
      return undefined;
    }
    const { content, files, findings } = inspection;
    if (content.licenceFile !== undefined) {
      return { version, content, seen: { files, findings }, statusReason: '' };
    }
    const statusReason = `${NO_LICENCE.code}: ${NO_LICENCE.message}`;
    return { version, content, seen: { files, findings: [NO_LICENCE, ...findings] }, statusReason };
  }

  /** Ends the wait of a version whose archive is bad, or cannot be checked. */
  async flag(versionId: string, reason: string, seen: SeenInArchive = NOTHING_SEEN): Promise<void> {
    await this.transactions.run(async (scope) => {
      const isFlagged = await this.versions.settle(scope, versionId, {
        status: 'NodeVersionStatusFlagged',
        statusReason: reason,
        appNodeExtractStatus: 'failed',
        appNodeExtractReason: 'The archive was not accepted.',
      });
      if (isFlagged) await this.reports.keep(scope, versionId, seen);
    });
  }

  private async inspect(key: string, signal: AbortSignal | undefined): Promise<ArchiveInspection> {
    return this.storage.inScratchFolder(async (folder) => {
      const file = path.join(folder, ARCHIVE_NAME);
      await this.storage.copyToFile(key, file, signal);
      return inspectArchive(file);
    });
  }
}
