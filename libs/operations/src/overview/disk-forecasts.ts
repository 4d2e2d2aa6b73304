import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { DiskRoom, StorageSettings } from '#libs/platform/storage';
import type { DISK_STATES } from '../dto/storage.response.js';
import { OverviewRepository } from './overview.repository.js';

const DAY_MS = 86_400_000;
/** The shortest time that says something about the rate. */
const TREND_MIN_MS = 3_600_000;

/** A disk with less than this many reserves left is nearly full. */
const NEARLY_FULL = 3;

export type DiskForecast = {
  total: number;
  free: number;
  reserve: number;
  state: (typeof DISK_STATES)[number];
  fullAt: Date | null;
};

/** Until when the disk has room, if it fills as it did since yesterday. */
@Injectable()
export class DiskForecasts {
  constructor(
    private readonly readings: OverviewRepository,
    private readonly room: DiskRoom,
    private readonly settings: StorageSettings,
    private readonly clock: Clock,
  ) {}

  async note(): Promise<void> {
    const space = await this.room.space();
    if ('total' in space) await this.readings.noteFreeSpace(NO_TRANSACTION, space.free);
  }

  /** Undefined if the system does not report the disk. */
  async read(): Promise<DiskForecast | undefined> {
    const space = await this.room.space();
    if (!('total' in space)) return undefined;
    const { free, total } = space;
    const reserve = this.settings.driver === 'disk' ? this.room.reserve(total) : 0;
    const now = this.clock.now().getTime();
    const first = await this.readings.freeSpaceSince(NO_TRANSACTION, new Date(now - DAY_MS));
    const elapsed = first ? now - first.readAt.getTime() : 0;
    const used = first ? first.freeBytes - free : 0;
    const state = free < reserve ? 'full' : free < NEARLY_FULL * reserve ? 'nearly_full' : 'ok';
    const disk = { total, free, reserve, state } as const;
    if (elapsed < TREND_MIN_MS || used <= 0) return { ...disk, fullAt: null };
    const left = (Math.max(0, free - reserve) / used) * elapsed;
    // Centuries are no forecast, and no date either.
    return { ...disk, fullAt: left < 365 * DAY_MS ? new Date(now + left) : null };
  }
}
