import type { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import type { WriteOptions } from 'flydrive/types';
import type { ByteRange } from './object-storage.js';

/** The library's S3 driver, fixed where a bucket would behave differently from a folder, and with range reads. */
export class BucketDriver extends S3Driver {
  constructor(
    private readonly client: S3Client,
    private readonly bucketName: string,
  ) {
    super({ client, bucket: bucketName, visibility: 'private', supportsACL: false });
  }

  /** Stores a stream. The library omits a length of 0, which a bucket refuses, and leaves the request open when the stream fails. */
  override async putStream(key: string, content: Readable, options?: WriteOptions): Promise<void> {
    const aborting = new AbortController();
    content.once('error', () => aborting.abort());
    const command = new PutObjectCommand({
      Bucket: this.bucketName,
      Key: key,
      Body: content,
      ContentType: options?.contentType,
      ContentLength: options?.contentLength,
    });
    try {
      await this.client.send(command, { abortSignal: aborting.signal });
    } catch (error) {
      throw content.errored ?? error;
    } finally {
      content.destroy();
    }
  }

  /** Removes a folder. Without the slash, names with the same prefix would be removed, too. */
  override async deleteAll(prefix: string): Promise<void> {
    await super.deleteAll(prefix.endsWith('/') ? prefix : `${prefix}/`);
  }

  async readRange(key: string, { start, end }: ByteRange): Promise<Readable> {
    const part = await this.client.send(
      new GetObjectCommand({ Bucket: this.bucketName, Key: key, Range: `bytes=${start}-${end}` }),
    );
    if (!part.Body) throw new Error('The bucket sent no body');
    return part.Body as Readable;
  }
}
