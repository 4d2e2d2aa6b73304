import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { beginsLikeZip } from '@atelier/package-reader/archive';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { DomainEvents } from '#libs/platform/events';
import { saveBody } from '#libs/platform/http';
import { DiskRoom, ObjectStorage, PendingUploads } from '#libs/platform/storage';
import { type NodeVersion, NodeVersionsRepository } from '#libs/registry/versions/store';
import { ArchiveCheck } from './archive-check.js';
import { ARCHIVE_NAME, newArchiveKey } from './archives.service.js';
import {
  ArchiveExists,
  ArchiveNotZip,
  ArchiveTooLarge,
  StatusNotAllowed,
  UploadLinkInvalid,
  VersionBanned,
  VersionNotFound,
} from './node-version.errors.js';
import { ArchiveReceived } from './node-version.events.js';
import { VersionReaderRepository } from './version-reader.repository.js';

/** Source: completions §7, Publish. */
const ARCHIVE_MAX_BYTES = 100 * 1024 * 1024;

export type ReceivedArchive = { bytes: number; sha256: Buffer };

@Injectable()
export class ArchiveIntake {
  constructor(
    private readonly versions: NodeVersionsRepository,
    private readonly reader: VersionReaderRepository,
    private readonly storage: ObjectStorage,
    private readonly room: DiskRoom,
    private readonly uploads: PendingUploads,
    private readonly transactions: TransactionRunner,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    private readonly check: ArchiveCheck,
  ) {}

  /**
   * Stores the archive of a pending version and has it checked. The body is streamed; nothing is kept of one that breaks off,
   * is too large or has another digest. The same archive may be sent again, because its sender may have missed the reply.
   * @throws VersionNotFound, VersionBanned, UploadLinkInvalid after the deadline, ArchiveExists, StatusNotAllowed,
   * ArchiveTooLarge as soon as the body passes the limit, ArchiveNotZip, and what `saveBody` throws.
   */
  async receive(versionId: string, request: Request): Promise<ReceivedArchive> {
    const version = refuseUnlessOpen(await this.versions.find(NO_TRANSACTION, versionId), this.clock.now());
    const announced = Number(request.headers['content-length'] ?? 0);
    return this.room.during(Math.min(announced, ARCHIVE_MAX_BYTES), () => this.take(version, request));
  }

  private async take(version: NodeVersion, request: Request): Promise<ReceivedArchive> {
    return this.storage.inScratchFolder(async (folder) => {
      const file = path.join(folder, ARCHIVE_NAME);
      const received = await save(request, file);
      if (version.archiveSha256) refuseOther(version, received.sha256);
      else if (!(await beginsLikeZip(file))) throw await this.refuse(version);
      else await this.store(version.id, file, received);
      return received;
    });
  }

  /** Discards the file. The number is free at once, even if the client disconnects now. */
  private async refuse(version: NodeVersion): Promise<Error> {
    await this.check.refuse(version, { code: 'not_a_zip', reason: 'The file is not a zip archive.' });
    return new ArchiveNotZip();
  }

  private async store(versionId: string, file: string, { bytes, sha256 }: ReceivedArchive): Promise<void> {
    const upload = { path: file, key: newArchiveKey(versionId), contentType: 'application/zip' };
    await this.uploads.store(upload, (take) =>
      this.transactions.run(async (scope) => {
        const row = refuseUnlessOpen(await this.versions.findForUpdate(scope, versionId), this.clock.now());
        if (row.archiveSha256) return refuseOther(row, sha256);
        if (!(await take(scope))) throw new UploadLinkInvalid('The upload took too long. Send it again.');
        await this.versions.update(scope, versionId, {
          archiveKey: upload.key,
          archiveBytes: bytes,
          archiveSha256: sha256,
        });
        const publisherId = await this.reader.publisherOf(scope, row.nodeId);
        await this.events.publish(scope, new ArchiveReceived(versionId, publisherId));
      }),
    );
  }
}

/** The version, if its archive may be sent, for the first time or again. */
function refuseUnlessOpen(version: NodeVersion | undefined, now: Date): NodeVersion {
  if (!version) throw new VersionNotFound();
  const { status, archiveSha256, uploadDeadline } = version;
  if (status === 'NodeVersionStatusBanned') throw new VersionBanned();
  if (status === 'NodeVersionStatusDeleted') {
    const isOverdue = archiveSha256 === null && uploadDeadline <= now;
    throw isOverdue ? new UploadLinkInvalid() : new VersionNotFound();
  }
  if (status !== 'NodeVersionStatusPending' && archiveSha256 === null) {
    const advice = version.archiveRefusal === null ? '' : ' Publish the version again; its number is free.';
    throw new StatusNotAllowed(`The version does not wait for an archive any more.${advice}`);
  }
  return version;
}

function refuseOther(version: NodeVersion, sha256: Buffer): void {
  if (!version.archiveSha256?.equals(sha256)) throw new ArchiveExists();
}

async function save(request: Request, file: string): Promise<ReceivedArchive> {
  const options = { tooLarge: new ArchiveTooLarge(), isHashed: true };
  const { bytes, sha256 } = await saveBody(request, file, ARCHIVE_MAX_BYTES, options);
  if (!sha256) throw new Error('An archive is always hashed');
  return { bytes, sha256 };
}
