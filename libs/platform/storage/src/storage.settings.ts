import { Settings } from '#libs/platform/config';

export class StorageSettings extends Settings {
  readonly driver = this.env.oneOf('STORAGE_DRIVER', {
    values: ['disk', 's3'],
    default: 'disk',
    description:
      'Where files are stored: `disk` under DATA_DIR, or `s3` in a bucket. Several machines need `s3` or a shared folder.',
  });

  readonly dataDir = this.env.text('DATA_DIR', {
    default: './data',
    description: 'Folder of the embedded database and of stored files.',
  });

  /** Undefined: a share of the disk. */
  readonly reserveMb = this.reserve();

  readonly bucket = this.env.optionalText('S3_BUCKET', {
    description: 'Bucket; required with STORAGE_DRIVER=s3.',
  });

  readonly region = this.env.text('S3_REGION', {
    default: 'us-east-1',
    description: 'Region of the bucket.',
  });

  readonly endpoint = this.env.optionalUrl('S3_ENDPOINT', {
    description: 'Address of an S3-compatible server other than AWS.',
  });

  readonly accessKeyId = this.env.optionalText('S3_ACCESS_KEY_ID', {
    description: 'Access key; without it the usual AWS credential chain is used.',
  });

  readonly secretAccessKey = this.env.optionalSecret('S3_SECRET_ACCESS_KEY', {
    description: 'Secret of the access key.',
  });

  constructor(...parameters: ConstructorParameters<typeof Settings>) {
    super(...parameters);
    if (this.driver === 's3' && !this.bucket)
      this.env.report('S3_BUCKET', 'must be set when STORAGE_DRIVER is s3');
    if (this.accessKeyId && !this.secretAccessKey)
      this.env.report('S3_SECRET_ACCESS_KEY', 'must be set when S3_ACCESS_KEY_ID is');
    if (this.secretAccessKey && !this.accessKeyId)
      this.env.report('S3_ACCESS_KEY_ID', 'must be set when S3_SECRET_ACCESS_KEY is');
  }

  private reserve(): number | undefined {
    const text = this.env.text('DISK_RESERVE_MB', {
      default: 'auto',
      pattern: /^(?:auto|0|[1-9]\d{0,6})$/,
      rule: 'must be a whole number from 0 to 9999999, or auto',
      description:
        'Megabytes of the disk of DATA_DIR that callers’ files must leave free, so that running tasks can end: with less, they are answered 507. `auto` is 2 % of the disk, at least 256 and at most 2048.',
    });
    return text === 'auto' ? undefined : Number(text);
  }
}
