import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, type TransactionScope } from '#libs/platform/database';
import { callerAddress } from '#libs/platform/http';
import { LinkSigner } from '#libs/platform/signing';
import { type ByteRange, DiskRoom, ObjectStorage } from '#libs/platform/storage';
import { Asset, type AssetPurpose } from './asset.entity.js';
import { AssetGone, AssetNotFound } from './assets.errors.js';
import { AssetsRepository, type EndedTask, type PurposeFigures } from './assets.repository.js';
import { AssetsSettings } from './assets.settings.js';
import { extensionFor } from './content-types.js';
import { factsOf } from './file-facts.js';
import { StoredQuota } from './stored-quota.js';

/** A file to store: its bytes, or the path of a local file that is left in place. */
export type NewAsset = {
  content: Uint8Array | { path: string };
  contentType: string;
  purpose: AssetPurpose;
  /** An IPTC digital source type, where known; see `Asset`. */
  sourceType?: string | undefined;
  userId?: string | undefined;
  taskId?: string | undefined;
  /** When the file may be removed unless a task keeps it. Default: in a day. */
  expiresAt?: Date | undefined;
};

/** Files are stored before the task that uses them. If it never does, they are removed after this time. */
const UNUSED_MS = 24 * 60 * 60 * 1000;
const UNUSED_ANONYMOUS_MS = 60 * 60 * 1000;
const MINUTE_MS = 60_000;
/** A link works for at least all but one of this many parts of its lifetime. */
const LINK_STEPS = 60;

@Injectable()
export class AssetsService {
  constructor(
    private readonly assets: AssetsRepository,
    private readonly storage: ObjectStorage,
    private readonly room: DiskRoom,
    private readonly links: LinkSigner,
    private readonly settings: AssetsSettings,
    private readonly quota: StoredQuota,
    private readonly clock: Clock,
  ) {}

  /**
   * Stores the row, then the file, so that a killed process leaves no file without a row. Both are removed when they
   * expire unless a task keeps them with `keepOutputs` or `keepInputs`.
   * @throws InsufficientStorage for an input when the disk is nearly full, RateLimited when its owner has too much
   * stored.
   */
  async store(file: NewAsset): Promise<Asset> {
    const { content, contentType, purpose } = file;
    const asset = await this.newAsset(file);
    if (purpose === 'input') await this.quota.insert(asset);
    else await this.assets.insertMany(NO_TRANSACTION, [asset]);
    const storageKey = Asset.storageKeyOf(asset);
    try {
      if (content instanceof Uint8Array) await this.storage.put(storageKey, content, contentType);
      else await this.storage.putFile(storageKey, content.path, contentType);
    } catch (error) {
      // If this fails too, the row expires.
      await this.remove([asset]).catch(() => undefined);
      throw error;
    }
    return asset;
  }

  /** Stored in place of the address of a caller without a token. */
  callerSource(): string {
    return this.links.pseudonym(callerAddress());
  }

  /** When a link made now expires: the configured lifetime, or up to a minute less, so that replies stay the same for a while. */
  linkExpiry(): Date {
    const endMs = this.clock.now().getTime() + this.settings.linkSeconds * 1000;
    const stepMs = Math.min(MINUTE_MS, Math.floor(this.settings.linkSeconds / LINK_STEPS) * 1000);
    return new Date(endMs - (endMs % stepMs));
  }

  /** A link with which anyone may read the file. */
  link(asset: Pick<Asset, 'id' | 'extension'>, expiresAt = this.linkExpiry()): string {
    return this.links.sign('GET', `/assets/${Asset.keyOf(asset)}`, expiresAt);
  }

  /**
   * @throws AssetNotFound when there is no file under the key, or it has not arrived yet; AssetGone when its task has
   * expired.
   */
  async requireByKey(key: string): Promise<Asset> {
    const asset = await this.assets.find(NO_TRANSACTION, key.slice(0, 36));
    if (!asset || Asset.keyOf(asset) !== key) throw new AssetNotFound();
    if (asset.bytes !== null) return asset;
    const isExpired =
      asset.purpose === 'output' && asset.expiresAt !== null && asset.expiresAt > this.clock.now();
    throw isExpired ? new AssetGone() : new AssetNotFound();
  }

  /** Whether the URL is a link to a file of this service, even an expired one. */
  isOwnLink(url: string): boolean {
    return this.links.ownPath(url)?.startsWith('/assets/') ?? false;
  }

  /** The asset of one of our links that is still valid; undefined for any other URL. */
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
    return this.assets.find(NO_TRANSACTION, id);
  }

  async listOfTasks(taskIds: readonly string[]): Promise<Asset[]> {
    return taskIds.length === 0 ? [] : this.assets.listOfTasks(NO_TRANSACTION, taskIds);
  }

  /** How many files there are of each purpose, and their bytes. Reads the whole table. */
  async measure(): Promise<PurposeFigures[]> {
    return this.assets.measure(NO_TRANSACTION);
  }

  /** The files that exist, in any order. */
  async listByIds(ids: readonly string[]): Promise<Asset[]> {
    return ids.length === 0 ? [] : this.assets.listByIds(NO_TRANSACTION, ids);
  }

  async read(asset: Asset, range?: ByteRange): Promise<Readable> {
    return this.storage.read(await this.storageKeyOf(asset), range);
  }

  async readBytes(asset: Asset): Promise<Buffer> {
    return this.storage.readBytes(await this.storageKeyOf(asset));
  }

  async copyToFile(asset: Asset, path: string, signal?: AbortSignal): Promise<void> {
    await this.storage.copyToFile(await this.storageKeyOf(asset), path, signal);
  }

  /** Moves files that an earlier version stored in rows to the storage; returns how many. */
  async moveOutOfRows(limit: number): Promise<number> {
    const inRows = await this.assets.listInRows(NO_TRANSACTION, limit);
    for (const asset of inRows) await this.storageKeyOf(asset);
    return inRows.length;
  }

  /**
   * Keeps the outputs of ended tasks, and lets their inputs be removed after `inputsUntil`.
   * @returns All files of these tasks.
   */
  async keepOutputs(scope: TransactionScope, ended: readonly EndedTask[]): Promise<Asset[]> {
    return this.assets.keepOutputs(scope, ended);
  }

  /** Keeps the inputs of submitted tasks until `keepOutputs`. */
  async keepInputs(scope: TransactionScope, taskIds: readonly string[]): Promise<void> {
    await this.assets.keepInputs(scope, taskIds);
  }

  /** Hides every file of a task within the transaction. Call `remove` after it; otherwise `removeExpired` does it. */
  async hideOfTask(scope: TransactionScope, taskId: string): Promise<Asset[]> {
    return this.assets.hideOfTask(scope, taskId);
  }

  /** Hides the files, so that no link breaks, then removes them. The row is deleted last, so that no file is left without one. */
  async remove(assets: readonly Asset[]): Promise<void> {
    if (assets.length === 0) return;
    await this.assets.hide(
      NO_TRANSACTION,
      assets.map(({ id }) => id),
    );
    await this.removeHidden(assets);
  }

  /** Removes what was stored for a task that did not start. */
  async removeOfTask(taskId: string): Promise<void> {
    await this.remove(await this.assets.listOfTasks(NO_TRANSACTION, [taskId]));
  }

  /** Removes expired files; returns how many. */
  async removeExpired(limit: number): Promise<number> {
    const expired = await this.assets.hideExpired(NO_TRANSACTION, limit);
    await this.removeHidden(expired);
    return expired.length;
  }

  private async removeHidden(assets: readonly Asset[]): Promise<void> {
    for (const asset of assets) await this.storage.delete(Asset.storageKeyOf(asset));
    await this.assets.delete(
      NO_TRANSACTION,
      assets.map(({ id }) => id),
    );
  }

  private async newAsset({
    content,
    contentType,
    purpose,
    userId,
    taskId,
    expiresAt,
    sourceType,
  }: NewAsset): Promise<Asset> {
    const bytes = content instanceof Uint8Array ? content.byteLength : (await stat(content.path)).size;
    // Outputs use the reserve.
    if (purpose === 'input') await this.room.require(bytes);
    const facts = purpose === 'output' ? await factsOf(content) : { sha256: null, hasCredentials: null };
    const isAnonymous = purpose === 'input' && userId === undefined;
    const source = isAnonymous ? this.callerSource() : null;
    return Object.assign(new Asset(), {
      id: uuidv7(),
      extension: extensionFor(contentType),
      contentType,
      storageKey: null,
      purpose,
      userId: userId ?? null,
      source,
      taskId: taskId ?? null,
      bytes,
      ...facts,
      sourceType: sourceType ?? null,
      isInRow: false,
      expiresAt: expiresAt ?? this.clock.in(source === null ? UNUSED_MS : UNUSED_ANONYMOUS_MS),
      createdAt: this.clock.now(),
    });
  }

  /** Where the file is in the storage. Moves it there first if an earlier version stored it in its row. */
  private async storageKeyOf(asset: Asset): Promise<string> {
    const key = Asset.storageKeyOf(asset);
    const content = asset.isInRow && (await this.assets.contentOf(NO_TRANSACTION, asset.id));
    if (!content) return key;
    await this.storage.put(key, content, asset.contentType);
    if (!(await this.assets.removeContent(NO_TRANSACTION, asset.id))) await this.storage.delete(key);
    return key;
  }
}
