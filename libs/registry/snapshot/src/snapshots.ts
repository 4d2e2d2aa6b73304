import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION, TransactionRunner } from '#libs/platform/database';
import { ObjectStorage, PendingUploads } from '#libs/platform/storage';
import { ChangeFeed } from '#libs/registry/changes';
import type { RegistrySnapshot } from './registry-snapshot.entity.js';
import { SnapshotLines } from './snapshot-lines.js';
import { SnapshotNotFound } from './snapshot.errors.js';
import { SnapshotRepository } from './snapshot.repository.js';

const DAY_MS = 86_400_000;

export const SNAPSHOT_TYPE = 'application/zstd';

/** Writes snapshots of the registry, and keeps the newest. */
@Injectable()
export class Snapshots {
  constructor(
    private readonly lines: SnapshotLines,
    private readonly snapshots: SnapshotRepository,
    private readonly feed: ChangeFeed,
    private readonly storage: ObjectStorage,
    private readonly uploads: PendingUploads,
    private readonly transactions: TransactionRunner,
    private readonly clock: Clock,
  ) {}

  /** @throws SnapshotNotFound before the first. */
  async require(): Promise<RegistrySnapshot> {
    const snapshot = await this.snapshots.find(NO_TRANSACTION);
    if (!snapshot) throw new SnapshotNotFound();
    return snapshot;
  }

  /** Whether there is one of the last 24 hours. */
  async isRecent(): Promise<boolean> {
    const snapshot = await this.snapshots.find(NO_TRANSACTION);
    return snapshot !== undefined && snapshot.createdAt.getTime() > this.clock.now().getTime() - DAY_MS;
  }

  /** Replaces the snapshot by one of now. It is streamed, never whole in memory. */
  async write(): Promise<void> {
    await this.storage.inScratchFolder(async (folder) => {
      const file = path.join(folder, 'registry.json.zst');
      const createdAt = this.clock.now();
      // Read first: changes from here on may be missing in the file, and mirrors read them in the feed.
      const cursor = await this.feed.lastSerial();
      const totals = { nodes: 0, versions: 0 };
      const { bytes, sha256 } = await compress(this.lines.read(totals), file);
      const upload = { path: file, key: `snapshots/${uuidv7()}.json.zst`, contentType: SNAPSHOT_TYPE };
      await this.uploads.store(upload, (take) =>
        this.transactions.run(async (scope) => {
          const former = await this.snapshots.findForUpdate(scope);
          if (!(await take(scope))) throw new Error('The snapshot took too long to store');
          const { key } = upload;
          await this.snapshots.replace(scope, {
            ...totals,
            key,
            bytes: String(bytes),
            sha256,
            cursor,
            createdAt,
          });
          if (former) await this.uploads.release(scope, former.key);
        }),
      );
    });
  }
}

async function compress(
  lines: AsyncIterable<string>,
  file: string,
): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(
    Readable.from(lines),
    createZstdCompress(),
    async function* (parts: AsyncIterable<Buffer>) {
      for await (const part of parts) {
        hash.update(part);
        bytes += part.byteLength;
        yield part;
      }
    },
    createWriteStream(file),
  );
  return { bytes, sha256: hash.digest() };
}
