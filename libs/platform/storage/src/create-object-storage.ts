import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { type LocalFolders, localFolders } from './local-folders.js';
import { ObjectStorage } from './object-storage.js';
import type { StorageSettings } from './storage.settings.js';

/** The client would also print to the console what it throws. */
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

export async function createObjectStorage(settings: StorageSettings): Promise<ObjectStorage> {
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

async function openBucket(settings: StorageSettings): Promise<ObjectStorage> {
  // The SDK takes tens of megabytes, which an installation with a folder does not need.
  const { S3Client } = await import('@aws-sdk/client-s3');
  const { BucketDriver } = await import('./bucket-driver.js');
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

/** Servers other than AWS often support neither bucket names in the host nor the client's default checksum trailers. */
function otherServer(endpoint: string) {
  return {
    endpoint,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
    responseChecksumValidation: 'WHEN_REQUIRED' as const,
  };
}

function ignore(): void {}
