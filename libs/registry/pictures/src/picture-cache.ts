import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { busy, PictureDrawing } from '#libs/media/assets';
import { Clock } from '#libs/platform/clock';
import { NO_TRANSACTION } from '#libs/platform/database';
import { OutboundError, OutboundHttp } from '#libs/platform/outbound';
import { ObjectStorage } from '#libs/platform/storage';
import { PictureNotFound } from './picture.errors.js';
import { PicturesRepository } from './pictures.repository.js';

export const PICTURE_MAX_BYTES = 8 * 1024 * 1024;
export const PICTURE_TYPE = 'image/webp';
const TIMEOUT_MS = 15_000;
const DAY_MS = 86_400_000;
export const KEPT_MS = 30 * DAY_MS;
/** How long a source that gave no picture is left alone. */
const FAILED_MS = DAY_MS / 24;
/** Most pictures that are made at once in this process. */
const MAKING_MAX = 48;

/** Reads the bytes of a picture; undefined when there are none. */
export type ReadPicture = () => Promise<Buffer | undefined>;

/** Pictures, drawn anew in one of a few widths, and kept for a while. */
@Injectable()
export class PictureCache {
  /** Requests for a picture that is being made wait for it, too. */
  private readonly making = new Map<string, Promise<Uint8Array>>();

  constructor(
    private readonly pictures: PicturesRepository,
    private readonly storage: ObjectStorage,
    private readonly drawing: PictureDrawing,
    private readonly http: OutboundHttp,
    private readonly clock: Clock,
  ) {}

  /** A picture at an address of another host. @throws PictureNotFound; Unavailable when too many are being made. */
  async ofUrl(url: string, width: number): Promise<Uint8Array> {
    return this.of(url, width, () => this.fetch(url));
  }

  /**
   * A picture from anywhere.
   * @param source A name of the picture that no other has; its bytes never change, or may be shown as they were.
   * @throws as `ofUrl`.
   */
  async of(source: string, width: number, read: ReadPicture): Promise<Uint8Array> {
    const key = createHash('sha256').update(`${width} ${source}`).digest('hex');
    const known = await this.pictures.find(NO_TRANSACTION, key);
    if (known?.storageKey === null) throw new PictureNotFound();
    if (known && (await this.storage.find(known.storageKey))) return this.storage.readBytes(known.storageKey);
    const running = this.making.get(key);
    if (running) return running;
    if (this.making.size >= MAKING_MAX) throw busy();
    const made = this.make(key, width, read).finally(() => this.making.delete(key));
    this.making.set(key, made);
    return made;
  }

  private async make(key: string, width: number, read: ReadPicture): Promise<Uint8Array> {
    const source = await read();
    const bytes = source && (await this.drawing.draw(source, width));
    const storageKey = bytes ? `pictures/${key.slice(0, 2)}/${key}.webp` : null;
    if (bytes && storageKey !== null) await this.storage.put(storageKey, bytes, PICTURE_TYPE);
    const expiresAt = new Date(this.clock.now().getTime() + (bytes ? KEPT_MS : FAILED_MS));
    await this.pictures.save(NO_TRANSACTION, { key, storageKey, bytes: bytes?.length ?? null, expiresAt });
    if (!bytes) throw new PictureNotFound();
    return bytes;
  }

  private async fetch(url: string): Promise<Buffer | undefined> {
    try {
      const { content } = await this.http.downloadBuffer({
        url,
        trustUrl: 'caller',
        maxBytes: PICTURE_MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        accept: 'image/webp,image/png,image/*;q=0.8',
      });
      return content;
    } catch (error) {
      if (error instanceof OutboundError) return undefined;
      throw error;
    }
  }
}
