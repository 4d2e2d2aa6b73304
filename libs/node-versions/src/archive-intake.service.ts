import path from 'node:path';
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { TransactionRunner, type TransactionScope } from '#libs/platform/database';
import { InvalidRequest } from '#libs/platform/errors';
import { JobQueue } from '#libs/platform/queue';
import { ObjectStorage } from '#libs/platform/storage';
import { ArchiveUploads } from './archive-uploads.service.js';
import { ARCHIVE_NAME } from './archives.service.js';
import type { ContentDigests } from './content-digest.js';
import { CheckNodeVersionJob } from './jobs/check-node-version.job.js';
import type { NodeVersion } from './node-version.entity.js';
import {
  ArchiveExists,
  ArchiveTooLarge,
  DigestMismatch,
  StatusNotAllowed,
  UploadLinkInvalid,
  VersionBanned,
  VersionNotFound,
} from './node-version.errors.js';
import { NodeVersionsRepository } from './node-versions.repository.js';

/** Source: completions §7, Publish. */
export const ARCHIVE_MAX_BYTES = 100 * 1024 * 1024;

type StoredArchive = { archiveKey: string; archiveBytes: number; archiveSha256: Buffer };
/** Ends the upload with the transaction that gives the archive to its version; false when it has been given up. */
type TakeUpload = (scope: TransactionScope) => Promise<boolean>;

/** Receives archives. */
@Injectable()
export class ArchiveIntake {
  constructor(
    private readonly versions: NodeVersionsRepository,
    private readonly storage: ObjectStorage,
    private readonly uploads: ArchiveUploads,
    private readonly transactions: TransactionRunner,
    private readonly queue: JobQueue,
  ) {}

  /**
   * Stores the archive of a pending version and has it checked. The body is streamed; nothing stays of one that breaks
   * off, is too large or has another digest. The same archive once more is fine: its sender did not get our answer.
   * @param expected From `Content-Digest`; all of them must hold.
   * @throws VersionNotFound, VersionBanned, UploadLinkInvalid after the deadline, ArchiveExists, StatusNotAllowed,
   * ArchiveTooLarge as soon as the body passes the limit, DigestMismatch, InvalidRequest when the body breaks off.
   */
  async receive(versionId: string, body: Readable, expected: ContentDigests): Promise<void> {
    const version = refuseUnlessOpen(await this.versions.find(versionId));
    await this.storage.inScratchFolder(async (folder) => {
      const file = path.join(folder, ARCHIVE_NAME);
      const { bytes, sha256 } = await writeHashed(body, file, expected);
      if (version.archiveSha256) return refuseOther(version, sha256);
      const stored = { path: file, name: `${sha256.toString('hex')}.zip` };
      await this.uploads.store(version.id, stored, (archiveKey, take) =>
        this.attach(version.id, { archiveKey, archiveBytes: bytes, archiveSha256: sha256 }, take),
      );
    });
  }

  private async attach(versionId: string, archive: StoredArchive, take: TakeUpload): Promise<void> {
    await this.transactions.run(async (scope) => {
      const row = refuseUnlessOpen(await this.versions.findForUpdate(scope, versionId));
      if (row.archiveSha256) return refuseOther(row, archive.archiveSha256);
      if (!(await take(scope))) throw new UploadLinkInvalid('The upload took too long. Send it again.');
      await this.versions.update(scope, versionId, archive);
      await this.queue.enqueue(scope, CheckNodeVersionJob, { versionId });
    });
  }
}

/** The version, if it waits for its archive, or has one that may be sent again. */
function refuseUnlessOpen(version: NodeVersion | undefined): NodeVersion {
  if (!version) throw new VersionNotFound();
  const { status, archiveSha256, uploadDeadline } = version;
  if (status === 'NodeVersionStatusBanned') throw new VersionBanned();
  if (status === 'NodeVersionStatusDeleted') {
    const isOverdue = archiveSha256 === null && uploadDeadline <= new Date();
    throw isOverdue ? new UploadLinkInvalid() : new VersionNotFound();
  }
  if (status !== 'NodeVersionStatusPending' && archiveSha256 === null) {
    throw new StatusNotAllowed('The version does not wait for an archive any more.');
  }
  return version;
}

function refuseOther(version: NodeVersion, sha256: Buffer): void {
  if (!version.archiveSha256?.equals(sha256)) throw new ArchiveExists();
}

/** The body itself is never destroyed: its connection has to carry the reply. */
async function writeHashed(
  body: Readable,
  file: string,
  expected: ContentDigests,
): Promise<{ bytes: number; sha256: Buffer }> {
  const own = createHash('sha256');
  const others = [...expected]
    .filter(([name]) => name !== 'sha256')
    .map(([name, digest]) => ({ hash: createHash(name), digest }));
  let bytes = 0;
  async function* metered(): AsyncGenerator<Buffer> {
    for await (const chunk of arriving(body)) {
      bytes += chunk.byteLength;
      if (bytes > ARCHIVE_MAX_BYTES) throw new ArchiveTooLarge();
      own.update(chunk);
      for (const { hash } of others) hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(metered, createWriteStream(file, { flags: 'wx' }));
  const sha256 = own.digest();
  const isOwnRight = expected.get('sha256')?.equals(sha256) ?? true;
  const areOthersRight = others.every(({ hash, digest }) => hash.digest().equals(digest));
  if (!isOwnRight || !areOthersRight) throw new DigestMismatch();
  return { bytes, sha256 };
}

async function* arriving(body: Readable): AsyncGenerator<Buffer> {
  try {
    yield* body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw new InvalidRequest('The archive did not arrive whole.', { cause });
  }
}
