import { createReadStream } from 'node:fs';
import path from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { BucketDriver } from './bucket-driver.js';
import { type LocalFolders, localFolders } from './local-folders.js';
import { ObjectStorage } from './object-storage.js';
import type { StorageSettings } from './storage.settings.js';

/** The client would write to the console what it throws as well. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** Opens the storage that the settings name. */
export function createObjectStorage(settings: StorageSettings): ObjectStorage {
  return settings.driver === 's3' ? openBucket(settings) : openFolder(localFolders(settings));
}

function openFolder(folders: LocalFolders): ObjectStorage {
  const { files } = folders;
  const disk = new Disk(new FSDriver({ location: files, visibility: 'private' }));
  return new ObjectStorage(
    disk,
    async (key, range) => createReadStream(path.join(files, key), range),
    folders,
  );
}

function openBucket(settings: StorageSettings): ObjectStorage {
  const { region, endpoint, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region,
    logger: SILENT,
    ...(endpoint ? otherServer(endpoint) : {}),
    ...(accessKeyId && secretAccessKey
      ? { credentials: { accessKeyId, secretAccessKey: secretAccessKey.reveal() } }
      : {}),
  });
  const driver = new BucketDriver(client, settings.bucket ?? '');
  return new ObjectStorage(new Disk(driver), (key, range) => driver.readRange(key, range));
}

/** Servers other than AWS often know neither buckets in host names nor the checksum trailers that the client sends by default. */
function otherServer(endpoint: string) {
  return {
    endpoint,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}

function ignore(): void {}
