import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ImageEngine, ImageEngineBusy, ImageEngineError } from '@atelier/engines/image';
import { missingPackages } from '@atelier/engines/installed';
import { Unavailable } from '#libs/platform/errors';

/** Enough for 40 megapixels. */
const MEMORY_MB = 768;
const TIMEOUT_MS = 20_000;
const WAITING_MAX = 32;

/** Converts pictures from outside to WebP, in a process of their own. */
@Injectable()
export class PictureDrawing implements OnApplicationShutdown {
  private readonly isMissing = missingPackages('image').length > 0;
  private readonly engine = new ImageEngine({
    maxQueue: WAITING_MAX,
    memoryMb: MEMORY_MB,
    limits: { timeoutMs: TIMEOUT_MS, cpuMs: TIMEOUT_MS },
  });

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }

  /**
   * A WebP of the picture, not wider than `width`; undefined for what is no picture, or too large.
   * @throws Unavailable when too many wait.
   */
  async draw(image: Uint8Array, width: number): Promise<Uint8Array | undefined> {
    if (this.isMissing) return undefined;
    try {
      return (await this.engine.pagePicture({ image, width })).bytes;
    } catch (error) {
      if (error instanceof ImageEngineBusy) throw busy(error);
      if (error instanceof ImageEngineError) return undefined;
      throw error;
    }
  }
}

export function busy(cause?: unknown): Error {
  return new Unavailable('Too many pictures are being made.', { cause, headers: { 'Retry-After': '5' } });
}
