import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { TransactionScope } from '#libs/platform/database';
import { ObjectStorage } from '#libs/platform/storage';
import { ArchiveUploadsRepository, type UploadKey } from './archive-uploads.repository.js';
import { archiveFolder } from './archives.service.js';

const CONTENT_TYPE = 'application/zip';
/** Far longer than the storing of 100 MB takes; a slower one is refused at its end, and its bytes are removed. */
const GIVEN_UP_AFTER_HOURS = 6;

/**
 * Stores the bytes of archives so that none is left for ever when the process dies: a row tells of them before they are
 * there, and goes in the transaction in which a version comes to own them.
 */
@Injectable()
export class ArchiveUploads {
  constructor(
    private readonly uploads: ArchiveUploadsRepository,
    private readonly storage: ObjectStorage,
  ) {}

  /** Notes that bytes for a version are about to be stored: those of an upload that is not taken are removed. */
  async begin(versionId: string): Promise<UploadKey> {
    const upload = { id: uuidv7(), versionId };
    await this.uploads.insert(upload);
    return upload;
  }

  /** Stores the file of an upload. @returns the key of its bytes. */
  async store(upload: UploadKey, file: string, name: string): Promise<string> {
    const key = `${folderOf(upload)}${name}`;
    await this.storage.putFile(key, file, CONTENT_TYPE);
    return key;
  }

  /** Ends an upload whose bytes the version owns from now on. @returns false when it was given up before. */
  async take(scope: TransactionScope, upload: UploadKey): Promise<boolean> {
    return this.uploads.take(scope, upload.id);
  }

  /** Removes an upload that was not taken. When this fails, the sweep does it. */
  async discard(upload: UploadKey): Promise<void> {
    const isAbandoned = await this.uploads.abandon(upload.id).catch(() => false);
    if (isAbandoned) await this.remove(upload).catch(() => undefined);
  }

  /** Removes the bytes of uploads that were given up hours ago, at most `limit` of them; tells how many. */
  async sweep(limit: number): Promise<number> {
    const leftovers = await this.uploads.abandonOlderThan(GIVEN_UP_AFTER_HOURS, limit);
    for (const upload of leftovers) await this.remove(upload);
    return leftovers.length;
  }

  /** The row goes last: whoever dies in between leaves it for the next sweep. */
  private async remove(upload: UploadKey): Promise<void> {
    await this.storage.deleteAll(folderOf(upload));
    await this.uploads.delete(upload.id);
  }
}

function folderOf({ id, versionId }: UploadKey): string {
  return `${archiveFolder(versionId)}${id}/`;
}
