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

  /**
   * Stores a file for a version and lets `own` give it to the version, which `take`s it in its transaction.
   * The bytes are removed again unless the version owns them after that.
   * @throws what storing and `own` throw.
   */
  async store(
    versionId: string,
    file: { path: string; name: string },
    own: (key: string, take: (scope: TransactionScope) => Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    const upload = { id: uuidv7(), versionId };
    await this.uploads.insert(upload);
    try {
      const key = `${folderOf(upload)}${file.name}`;
      await this.storage.putFile(key, file.path, CONTENT_TYPE);
      await own(key, (scope) => this.uploads.take(scope, upload.id));
    } finally {
      // When this fails too, the sweep does it.
      await this.discard(upload).catch(() => undefined);
    }
  }

  /** Removes the bytes of uploads that were given up hours ago, at most `limit` of them; tells how many. */
  async sweep(limit: number): Promise<number> {
    const leftovers = await this.uploads.abandonOlderThan(GIVEN_UP_AFTER_HOURS, limit);
    for (const upload of leftovers) await this.remove(upload);
    return leftovers.length;
  }

  private async discard(upload: UploadKey): Promise<void> {
    if (await this.uploads.abandon(upload.id)) await this.remove(upload);
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
