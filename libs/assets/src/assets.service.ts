import type { Readable } from 'node:stream';
import { stat } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import type { TransactionScope } from '#libs/platform/database';
import { LinkSigner } from '#libs/platform/signing';
import { type ByteRange, ObjectStorage } from '#libs/platform/storage';
import { Asset, type AssetPurpose } from './asset.entity.js';
import { AssetNotFound } from './assets.errors.js';
import { AssetsRepository } from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';
import { extensionFor } from './content-types.js';

/** A file to be kept: bytes, or the path of a local file that stays where it is. */
export type NewAsset = {
  content: Uint8Array | { path: string };
  contentType: string;
  purpose: AssetPurpose;
  userId?: string | undefined;
  taskId?: string | undefined;
  /** When the file may be removed; absent to keep it (an input: a day). */
  expiresAt?: Date | undefined;
};

/** Inputs are stored before their task: when its submit fails, nobody else removes them. */
const UNUSED_INPUT_MS = 24 * 60 * 60 * 1000;

/** Keeps files and hands out signed links to them. */
@Injectable()
export class AssetsService {
  constructor(
    private readonly assets: AssetsRepository,
    private readonly storage: ObjectStorage,
    private readonly links: LinkSigner,
    private readonly settings: AssetsSettings,
  ) {}

  /** Stores the file, then its row. An input is removed after a day unless a task keeps it by `keepInputs`. */
  async store(input: NewAsset): Promise<Asset> {
    const id = uuidv7();
    const extension = extensionFor(input.contentType);
    const storageKey = Asset.storageKeyOf({ id, extension });
    const isBytes = input.content instanceof Uint8Array;
    if (input.content instanceof Uint8Array)
      await this.storage.put(storageKey, input.content, input.contentType);
    else await this.storage.putFile(storageKey, input.content.path, input.contentType);
    const asset = Object.assign(new Asset(), {
      id,
      extension,
      contentType: input.contentType,
      purpose: input.purpose,
      userId: input.userId ?? null,
      taskId: input.taskId ?? null,
      bytes: isBytes
        ? (input.content as Uint8Array).byteLength
        : (await stat((input.content as { path: string }).path)).size,
      expiresAt: input.expiresAt ?? (input.purpose === 'input' ? unusedInputExpiry() : null),
      createdAt: new Date(),
    });
    try {
      await this.assets.insert(asset);
    } catch (error) {
      await this.storage.delete(storageKey);
      throw error;
    }
    return asset;
  }

  /** When a link made now stops working. */
  linkExpiry(): Date {
    return new Date(Date.now() + this.settings.linkSeconds * 1000);
  }

  /** A link that anybody who holds it may read the file with. */
  link(asset: Pick<Asset, 'id' | 'extension'>, expiresAt = this.linkExpiry()): string {
    return this.links.sign('GET', `/assets/${Asset.keyOf(asset)}`, expiresAt);
  }

  /** @throws AssetNotFound when there is no file under the key, or it has not arrived yet. */
  async requireByKey(key: string): Promise<Asset> {
    const asset = await this.assets.find(key.slice(0, 36));
    if (!asset || Asset.keyOf(asset) !== key || asset.bytes === null) throw new AssetNotFound();
    return asset;
  }

  /** Whether the URL leads to a file of this service, by a link that may have expired. */
  isOwnLink(url: string): boolean {
    return this.links.ownPath(url)?.startsWith('/assets/') ?? false;
  }

  /** The asset behind a link of ours that is still valid; undefined for any other URL. */
  async findByLink(url: string): Promise<Asset | undefined> {
    const path = this.links.ownPath(url);
    const key = path?.match(/^\/assets\/([0-9a-f-]{36}\.[a-z0-9]+)$/)?.[1];
    if (path === undefined || key === undefined) return undefined;
    const query = new URL(url).searchParams;
    const proof = {
      expires: query.get('expires') ?? undefined,
      signature: query.get('signature') ?? undefined,
    };
    return this.links.isValid('GET', path, proof) ? this.requireByKey(key) : undefined;
  }

  async find(id: string): Promise<Asset | undefined> {
    return (await this.assets.find(id)) ?? undefined;
  }

  /** Files of tasks, oldest first. */
  async listOfTasks(taskIds: readonly string[]): Promise<Asset[]> {
    return taskIds.length === 0 ? [] : this.assets.listOfTasks(taskIds);
  }

  async read(asset: Asset, range?: ByteRange): Promise<Readable> {
    return this.storage.read(Asset.storageKeyOf(asset), range);
  }

  async readBytes(asset: Asset): Promise<Buffer> {
    return this.storage.readBytes(Asset.storageKeyOf(asset));
  }

  /** Copies the file to a new local path. */
  async copyToFile(asset: Asset, path: string, signal?: AbortSignal): Promise<void> {
    await this.storage.copyToFile(Asset.storageKeyOf(asset), path, signal);
  }

  /** Keeps the inputs of a task that has been submitted, until `expireInputs`. */
  async keepInputs(scope: TransactionScope, taskId: string): Promise<void> {
    await this.assets.setExpiryOfInputs(scope, taskId, null);
  }

  /** Lets the inputs of a task be removed after `expiresAt`. */
  async expireInputs(scope: TransactionScope, taskId: string, expiresAt: Date): Promise<void> {
    await this.assets.setExpiryOfInputs(scope, taskId, expiresAt);
  }

  /** Removes rows first, files after: a crash between leaves a file that nobody can reach, never a broken link. */
  async remove(assets: readonly Asset[]): Promise<void> {
    if (assets.length === 0) return;
    await this.assets.delete(assets.map(({ id }) => id));
    for (const asset of assets) await this.storage.delete(Asset.storageKeyOf(asset));
  }

  /** Removes files whose time has come, at most `limit`; tells how many. */
  async removeExpired(limit: number): Promise<number> {
    const expired = await this.assets.listExpired(limit);
    await this.remove(expired);
    return expired.length;
  }
}

function unusedInputExpiry(): Date {
  return new Date(Date.now() + UNUSED_INPUT_MS);
}
