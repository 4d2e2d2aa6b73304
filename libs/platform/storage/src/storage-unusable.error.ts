import type { StorageSettings } from './storage.settings.js';

const KEY = 'S3_ACCESS_KEY_ID';
const SECRET = 'S3_SECRET_ACCESS_KEY';

/** Error names of a bucket's server or its client, and advice to the operator. */
const BUCKET_REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket. Create it, or set S3_BUCKET to one that exists',
  InvalidBucketName: 'no bucket can have that name. Set S3_BUCKET to one that exists',
  InvalidAccessKeyId: `the server does not know the access key. Check ${KEY}`,
  SignatureDoesNotMatch: `the secret does not belong to the access key. Check ${SECRET}`,
  AccessDenied: `the access key may not write there. Check ${KEY}, ${SECRET} and what the key is allowed to do`,
  CredentialsProviderError: `there is no access key. Set ${KEY} and ${SECRET}`,
  PermanentRedirect: 'the bucket is in another region. Set S3_REGION to it',
  AuthorizationHeaderMalformed: 'the bucket is in another region. Set S3_REGION to it',
  ECONNREFUSED: 'no server listens at that address. Check S3_ENDPOINT and that the server runs',
  ENOTFOUND: 'the host name is unknown. Check S3_ENDPOINT',
  EAI_AGAIN: 'the host name could not be looked up. Check S3_ENDPOINT',
  ETIMEDOUT: 'it does not answer. Check S3_ENDPOINT',
  TimeoutError: 'it does not answer. Check S3_ENDPOINT',
};

const DISK_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space',
  EDQUOT: 'the disk quota is used up. Free some space',
};

const CAUSES_MAX = 5;

/** Files cannot be stored; the message says where and why, names the setting, and never holds the secret. */
export class StorageUnusable extends Error {
  override readonly name = 'StorageUnusable';

  constructor(settings: StorageSettings, cause: unknown, message?: string) {
    super(message ?? (settings.driver === 's3' ? aboutBucket(settings, cause) : aboutDisk(settings, cause)), {
      cause,
    });
  }

  /** The files of the database are elsewhere: `file` does not contain `id`. */
  static another(settings: StorageSettings, file: string, id: string): StorageUnusable {
    const [place, setting] =
      settings.driver === 's3'
        ? [`The bucket ${settings.bucket}`, 'S3_BUCKET']
        : [settings.dataDir, 'DATA_DIR'];
    const message =
      `${place} does not hold the files of this database. Point ${setting} to their storage, which all processes ` +
      `share. If you moved the files here without the file ${file}, write ${id} into it.`;
    return new StorageUnusable(settings, undefined, message);
  }
}

function aboutBucket({ bucket, endpoint }: StorageSettings, error: unknown): string {
  const reason = causesOf(error)
    .flatMap(({ name, code }) => BUCKET_REASONS[code ?? ''] ?? BUCKET_REASONS[name ?? ''] ?? [])
    .at(0);
  const why = reason ?? `${messageOf(error)}. Check S3_BUCKET, S3_ENDPOINT, S3_REGION and the access key`;
  return `The bucket ${bucket}${endpoint ? ` at ${endpoint}` : ''} cannot be used: ${why}.`;
}

function aboutDisk({ dataDir }: StorageSettings, error: unknown): string {
  const reason = causesOf(error)
    .flatMap(({ code }) => DISK_REASONS[code ?? ''] ?? [])
    .at(0);
  const why = reason ?? `${messageOf(error)}. Make it writable for the account that runs the service`;
  return `Files cannot be stored under ${dataDir}: ${why}, or point DATA_DIR elsewhere.`;
}

type Failure = { name?: string; code?: string; message?: string; cause?: unknown };

/** The innermost cause first. */
function causesOf(error: unknown): Failure[] {
  const found: Failure[] = [];
  for (let next = error; next && found.length < CAUSES_MAX; next = (next as Failure).cause) {
    found.unshift(next);
  }
  return found;
}

function messageOf(error: unknown): string {
  const [{ name, code, message } = {} as Failure] = causesOf(error);
  return message || code || name || 'unknown reason';
}
