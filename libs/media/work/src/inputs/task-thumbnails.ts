import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Asset, AssetsService } from '#libs/media/assets';
import { missingPackages } from '@atelier/engines/installed';
import { IMAGE_MAX_BYTES, ImageEngine, ImageTooLarge, UndecodableImage } from '@atelier/engines/image';
import type { Task } from '../tasks/index.js';
import { NoThumbnail } from './task-files.errors.js';

/** Twice the size that lists show, for high-density screens. */
const SIDE = 160;
const KEPT_MAX_BYTES = 16 * 1024 * 1024;

/** Thumbnails of results, for lists: made on first use and cached in memory for a while. */
@Injectable()
export class TaskThumbnails implements OnApplicationShutdown {
  private readonly missing = missingPackages('image');
  /** A separate engine, so that lists do not wait behind tasks. */
  private readonly engine = new ImageEngine();
  private readonly kept = new LRUCache<string, Uint8Array, Asset>({
    maxSize: KEPT_MAX_BYTES,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_, __, { context: asset }) => {
      const image = await this.assets.readBytes(asset);
      return (await this.engine.thumbnail({ image, side: SIDE })).bytes;
    },
  });

  constructor(private readonly assets: AssetsService) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  /**
   * A small WebP of the first picture that the task made, or of its video's cover.
   * @throws NoThumbnail when there is none, or it cannot be made.
   */
  async of({ outputs }: Task): Promise<{ id: string; bytes: Uint8Array }> {
    if (this.missing.length > 0)
      throw new NoThumbnail(`Thumbnails need ${this.missing.join(' and ')}, which is not installed here.`);
    const output = outputs.find(({ role }) => role === 'image' || role === 'cover');
    const asset = output && (await this.assets.find(output.assetId));
    if (!asset || asset.bytes === null || asset.bytes > IMAGE_MAX_BYTES) throw new NoThumbnail();
    try {
      return { id: asset.id, bytes: await this.kept.forceFetch(asset.id, { context: asset }) };
    } catch (error) {
      if (error instanceof UndecodableImage || error instanceof ImageTooLarge) throw new NoThumbnail();
      throw error;
    }
  }
}
