import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { noRoom, writeFailure } from '#libs/platform/errors';
import { makeFolder } from '#libs/platform/runtime';
import { localFolders } from './local-folders.js';
import { SCRATCH_PREFIX } from './scratch-folders.js';
import { StorageSettings } from './storage.settings.js';

const MEGABYTE = 1024 * 1024;
/** Default of the reserve: this share of the disk, within these bounds. */
const RESERVE_SHARE = 0.02;
const RESERVE_MIN_BYTES = 256 * MEGABYTE;
const RESERVE_MAX_BYTES = 2_048 * MEGABYTE;
/** How long a measurement of the disk is used. */
const LOOK_MS = 1_000;

/**
 * The free space on the disk of the stored files. Files from callers are refused before the disk is full, so that
 * running tasks and the database can continue. A bucket is never full.
 */
@Injectable()
export class DiskRoom {
  private readonly hasDisk: boolean;
  private readonly root: string;
  private readonly incoming: string;
  /** Bytes that callers are currently sending. */
  private promised = 0;
  private free: { until: number; bytes: Promise<number> } = { until: 0, bytes: Promise.resolve(0) };
  private tried: { until: number; problem: Promise<Error | undefined> } | undefined;

  constructor(private readonly settings: StorageSettings) {
    this.hasDisk = settings.driver === 'disk';
    this.root = path.resolve(settings.dataDir);
    this.incoming = localFolders(settings).incoming;
  }

  /** @throws InsufficientStorage when the disk would be left with less than the reserve. */
  async require(bytes = 0): Promise<void> {
    if (this.hasDisk && (await this.measure()) < bytes + this.promised) throw noRoom();
  }

  /**
   * Reserves space while `work` receives `bytes`.
   * @throws as `require`; `work` is then not started.
   */
  async during<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await this.require(bytes);
    this.promised += bytes;
    try {
      return await work();
    } finally {
      this.promised -= bytes;
    }
  }

  /** Why files cannot be stored at the moment; tests it by writing a file, at most once a second. */
  async problem(): Promise<Error | undefined> {
    if (!this.hasDisk) return undefined;
    if (!this.tried || Date.now() > this.tried.until)
      this.tried = { until: Date.now() + LOOK_MS, problem: this.try() };
    return this.tried.problem;
  }

  /** For work whose result will be a file. @throws the `problem`. */
  async requireUsable(): Promise<void> {
    const problem = await this.problem();
    if (problem) throw problem;
  }

  /** Bytes of the disk of DATA_DIR; empty if the system does not report them. */
  async space(): Promise<{ total: number; free: number } | Record<string, never>> {
    return statfs(this.root).then(
      ({ bsize, blocks, bavail }) => ({ total: bsize * blocks, free: bsize * bavail }),
      () => ({}),
    );
  }

  /** Bytes that callers must leave free on a disk of this size. */
  reserve(diskBytes: number): number {
    const { reserveMb } = this.settings;
    if (reserveMb !== undefined) return reserveMb * MEGABYTE;
    return Math.min(RESERVE_MAX_BYTES, Math.max(RESERVE_MIN_BYTES, diskBytes * RESERVE_SHARE));
  }

  private async try(): Promise<Error | undefined> {
    const file = path.join(this.incoming, SCRATCH_PREFIX + uuidv7());
    try {
      await this.require();
      await makeFolder(this.incoming, 0o700);
      await writeFile(file, 'atelier');
      return undefined;
    } catch (error) {
      return writeFailure(error) ?? (error as Error);
    } finally {
      await rm(file, { force: true }).catch(() => undefined);
    }
  }

  /** Free bytes beyond the reserve; infinite if the system does not report it. */
  private measure(): Promise<number> {
    if (Date.now() > this.free.until) {
      const bytes = this.space().then(({ free = Infinity, total = 0 }) => free - this.reserve(total));
      this.free = { until: Date.now() + LOOK_MS, bytes };
    }
    return this.free.bytes;
  }
}
