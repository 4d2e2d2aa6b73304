import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Asset, AssetsService } from '#libs/media/assets';
import { imageTypeOf } from '#libs/media/work';
import { type Form, type Principal, readForm } from '#libs/platform/http';
import { DiskRoom, ObjectStorage } from '#libs/platform/storage';

/** A file of a form, stored: its link is an input of a task. */
export type FormUpload = { field: string; fileName: string; asset: Asset; link: string };

@Injectable()
export class FormUploads {
  constructor(
    private readonly assets: AssetsService,
    private readonly storage: ObjectStorage,
    private readonly room: DiskRoom,
  ) {}

  /**
   * Passes a form to `use`, its files stored. They are removed when `use` fails, and otherwise in a day.
   * @param fileFields Names of file parts; others are read past.
   * @throws what `readForm`, `AssetsService.store` and `use` throw.
   */
  async with<T>(
    principal: Principal,
    request: Request,
    { fileFields, maxFileBytes }: { fileFields: readonly string[]; maxFileBytes: number },
    use: (fields: Form['fields'], files: readonly FormUpload[]) => Promise<T>,
  ): Promise<T> {
    const announced = Number(request.headers['content-length'] ?? 0);
    return this.room.during(Math.min(announced, fileFields.length * maxFileBytes), () =>
      this.storage.inScratchFolder(async (folder) => {
        const form = await readForm(request, { fileFields, folder, maxFileBytes });
        const stored: FormUpload[] = [];
        try {
          for (const file of form.files) stored.push(await this.store(principal, file));
          return await use(form.fields, stored);
        } catch (error) {
          // If this fails too, they expire.
          await this.assets.remove(stored.map(({ asset }) => asset)).catch(() => undefined);
          throw error;
        }
      }),
    );
  }

  private async store(
    { userId }: Principal,
    { field, fileName, path }: Form['files'][number],
  ): Promise<FormUpload> {
    const contentType = (await imageTypeOf(path)) ?? 'application/octet-stream';
    const asset = await this.assets.store({ content: { path }, contentType, purpose: 'input', userId });
    return { field, fileName, asset, link: this.assets.link(asset) };
  }
}
