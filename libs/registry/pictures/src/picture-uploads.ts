import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { PictureDrawing } from '#libs/media/assets';
import type { TransactionScope } from '#libs/platform/database';
import { saveBody } from '#libs/platform/http';
import { ObjectStorage, PendingUploads, type TakeUpload } from '#libs/platform/storage';
import { PICTURE_MAX_BYTES, PICTURE_TYPE } from './picture-cache.js';
import { NotAPicture, PictureNotFound } from './picture.errors.js';

/** Pictures that publishers send. They are drawn anew, too. */
@Injectable()
export class PictureUploads {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly uploads: PendingUploads,
    private readonly drawing: PictureDrawing,
  ) {}

  /**
   * Stores the picture that is the body of a request, not wider than `width`, and lets `own` give its key an owner, in a
   * transaction that calls `take`.
   * @throws NotAPicture, BodyTooLarge, and what `saveBody` and `own` throw.
   */
  async receive(
    request: Request,
    width: number,
    own: (key: string, take: TakeUpload) => Promise<void>,
  ): Promise<void> {
    await this.storage.inScratchFolder(async (folder) => {
      const sent = path.join(folder, 'sent');
      await saveBody(request, sent, PICTURE_MAX_BYTES);
      const bytes = await this.drawing.draw(await readFile(sent), width);
      if (!bytes) throw new NotAPicture();
      const drawn = path.join(folder, 'drawn.webp');
      await writeFile(drawn, bytes);
      const key = `node-pictures/${uuidv7()}.webp`;
      await this.uploads.store({ path: drawn, key, contentType: PICTURE_TYPE }, (take) => own(key, take));
    });
  }

  /** Removes the picture, whose owner's row drops it in this transaction. */
  async release(scope: TransactionScope, key: string): Promise<void> {
    await this.uploads.release(scope, key);
  }

  /** @throws PictureNotFound when it was removed. */
  async read(key: string): Promise<Uint8Array> {
    if (!(await this.storage.find(key))) throw new PictureNotFound();
    return this.storage.readBytes(key);
  }
}
