import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { UnsupportedMediaType } from '#libs/platform/errors';
import { type Principal, saveBody } from '#libs/platform/http';
import { LinkSigner } from '#libs/platform/signing';
import { DiskRoom, ObjectStorage, PendingUploads } from '#libs/platform/storage';
import { Asset } from './asset.entity.js';
import { AssetLinkInvalid, AssetNotFound, UploadTaken } from './assets.errors.js';
import { AssetsRepository } from './assets.repository.js';
import { AssetsService } from './assets.service.js';
import { StoredQuota } from './stored-quota.js';
import { extensionFor } from './content-types.js';
import type { UploadResponse } from './dto/upload.response.js';

const UPLOAD_MAX_BYTES = 1024 * 1024 * 1024;
const EXTENSION = /\.[a-z0-9]{1,10}$/;
/** Content type in the row of an upload that may be of any type. */
const NOT_STATED = '';
const UNKNOWN_TYPE = 'application/octet-stream';

export type StoredUpload = { bytes: number; contentType: string };

/** Stores files that callers send before the requests that use them. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly assets: AssetsService,
    private readonly rows: AssetsRepository,
    private readonly storage: ObjectStorage,
    private readonly uploads: PendingUploads,
    private readonly room: DiskRoom,
    private readonly links: LinkSigner,
    private readonly transactions: TransactionRunner,
    private readonly quota: StoredQuota,
    private readonly clock: Clock,
  ) {}

  /** @param contentType The content type that the upload must declare; any when absent. */
  async prepare(principal: Principal, fileName: string, contentType?: string): Promise<UploadResponse> {
    const expiresAt = this.assets.linkExpiry();
    const asset: Asset = Object.assign(new Asset(), {
      id: uuidv7(),
      userId: principal.userId,
      source: null,
      taskId: null,
      purpose: 'upload',
      extension: EXTENSION.exec(fileName.toLowerCase())?.[0] ?? extensionFor(contentType ?? UNKNOWN_TYPE),
      contentType: contentType?.toLowerCase() ?? NOT_STATED,
      storageKey: null,
      bytes: null,
      sha256: null,
      hasCredentials: null,
      sourceType: null,
      expiresAt,
      createdAt: this.clock.now(),
    });
    await this.rows.insertMany(NO_TRANSACTION, [asset]);
    return {
      upload_url: this.links.sign('PUT', `/uploads/${Asset.keyOf(asset)}`, expiresAt),
      download_url: this.assets.link(asset, expiresAt),
      expires_at: expiresAt.toISOString(),
    };
  }

  /**
   * Stores the body as the file prepared under `key`, once. The same bytes are accepted again, as their sender may
   * not have received our answer. A failed or broken-off upload leaves nothing.
   * @throws AssetNotFound, UploadTaken for other bytes, UnsupportedMediaType for another type than stated, and what
   * `saveBody` throws.
   */
  async receive(key: string, request: Request): Promise<StoredUpload> {
    const asset = await this.rows.find(NO_TRANSACTION, key.slice(0, 36));
    if (!asset || asset.purpose !== 'upload' || Asset.keyOf(asset) !== key) throw new AssetNotFound();
    const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    if (asset.contentType !== NOT_STATED && asset.bytes === null && contentType !== asset.contentType)
      throw new UnsupportedMediaType(`The upload must have the content type ${asset.contentType}.`);
    const announced = Number(request.headers['content-length'] ?? 0);
    await this.quota.require(asset, announced);
    return this.room.during(Math.min(announced, UPLOAD_MAX_BYTES), () =>
      this.take(asset, request, contentType),
    );
  }

  private async take(asset: Asset, request: Request, contentType: string | undefined): Promise<StoredUpload> {
    return this.storage.inScratchFolder(async (folder) => {
      const file = path.join(folder, 'body');
      const { bytes } = await saveBody(request, file, UPLOAD_MAX_BYTES);
      const arrived = { bytes, contentType: contentType ?? UNKNOWN_TYPE };
      if (asset.bytes === null && (await this.store(asset, file, arrived))) return arrived;
      return this.requireSame(asset.id, file, bytes);
    });
  }

  /**
   * Each upload to a link is stored under its own key; the first one becomes the file.
   * @returns false when another one was first.
   */
  private async store(asset: Asset, path: string, { bytes, contentType }: StoredUpload): Promise<boolean> {
    await this.quota.require(asset, bytes);
    const key = Asset.newStorageKey(uuidv7(), asset.extension);
    return this.uploads.store({ path, key, contentType }, (take) =>
      this.transactions.run(async (scope) => {
        if (!(await this.rows.lockAwaited(scope, asset.id))) return false;
        await this.rows.setArrived(scope, asset.id, { bytes, contentType, storageKey: key });
        await this.quota.requireWithin(scope, [asset]);
        if (!(await take(scope))) throw new AssetLinkInvalid('The upload took too long. Send it again.');
        return true;
      }),
    );
  }

  private async requireSame(id: string, file: string, bytes: number): Promise<StoredUpload> {
    const asset = await this.rows.find(NO_TRANSACTION, id);
    if (asset?.bytes !== bytes) throw new UploadTaken();
    const stored = await this.storage.read(Asset.storageKeyOf(asset));
    const [old, sent] = await Promise.all([sha256(stored), sha256(createReadStream(file))]);
    if (!old.equals(sent)) throw new UploadTaken();
    return { bytes, contentType: asset.contentType };
  }
}

async function sha256(bytes: Readable): Promise<Buffer> {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest();
}
