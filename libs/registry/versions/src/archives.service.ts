import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { type ByteRange, ObjectStorage } from '#libs/platform/storage';
import type { NodeVersion } from '#libs/registry/versions/store';
import { VersionNotFound } from './node-version.errors.js';

export const ARCHIVE_NAME = 'archive.zip';

/** A new storage key for an archive of the version, never used by another upload. */
export function newArchiveKey(versionId: string): string {
  return `${archiveFolder(versionId)}${uuidv7()}.zip`;
}

/** Prefix of the keys of all archives of a version. */
function archiveFolder(versionId: string): string {
  return `archives/${versionId}/`;
}

@Injectable()
export class ArchivesService {
  constructor(private readonly storage: ObjectStorage) {}

  /** The bytes of an archive, or a part of them. @throws VersionNotFound when it has not arrived. */
  async read(version: NodeVersion, range?: ByteRange): Promise<Readable> {
    if (version.archiveKey === null) throw new VersionNotFound();
    return this.storage.read(version.archiveKey, range);
  }

  /** Removes what was stored for a version that will never have an archive. */
  async discard(versionId: string): Promise<void> {
    await this.storage.deleteAll(archiveFolder(versionId));
  }
}
