import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Form, readForm } from '#libs/platform/http';
import { DiskRoom, ObjectStorage } from '#libs/platform/storage';
import { MusicProxySettings } from './music-proxy.settings.js';

/** A form whose files exist only while it is processed. */
export type LentForm = Form & {
  /** For files of the request: created on first use, removed together with those of the form. */
  folder: () => Promise<string>;
  /** Aborted when the caller hangs up before the form has arrived. */
  signal: AbortSignal;
};

@Injectable()
export class MusicForms {
  constructor(
    private readonly storage: ObjectStorage,
    private readonly room: DiskRoom,
    private readonly settings: MusicProxySettings,
  ) {}

  /**
   * Passes a form to `use`, which runs at most once per `Idempotency-Key`. Leaves no file behind.
   * @throws what reading the form or `use` throws.
   */
  async with<T>(
    request: Request,
    fileFields: readonly string[],
    use: (form: LentForm) => Promise<T>,
  ): Promise<T> {
    const gone = new AbortController();
    request.on('aborted', () => gone.abort());
    const announced = Number(request.headers['content-length'] ?? 0);
    const bytes = Math.min(announced, this.settings.uploadMaxBytes);
    const receive = async (folder: () => Promise<string>): Promise<T> => {
      const form = await readForm(request, {
        fileFields,
        folder: fileFields.length > 0 ? await folder() : '',
        maxFileBytes: this.settings.uploadMaxBytes,
      });
      return use({ ...filledIn(form), folder, signal: gone.signal });
    };
    return this.room.during(bytes, () => this.storage.inLazyScratchFolder(receive));
  }
}

/** Browsers send blank fields too: as an empty text, or an empty file without a name. */
function filledIn({ fields, files }: Form): Form {
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
    files: files.filter(({ fileName, bytes }) => fileName !== '' || bytes > 0),
  };
}
