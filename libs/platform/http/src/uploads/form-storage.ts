import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { StorageEngine } from 'multer';
import { BodyTooLarge } from '#libs/platform/errors';

export type StoredPart = Express.Multer.File & { sha256?: string };

/** Writes the files of one form into a folder as they come; multer has them removed when the form fails. */
export class FormStorage implements StorageEngine {
  private readonly writes = new Map<string, Promise<void>>();

  /** @param isHashed It costs a second per gigabyte. */
  constructor(
    private readonly folder: string,
    private readonly maxFileBytes: number,
    private readonly isHashed: boolean,
  ) {}

  _handleFile(
    _: unknown,
    file: StoredPart,
    done: (error: unknown, stored?: Partial<StoredPart>) => void,
  ): void {
    const { maxFileBytes } = this;
    const hash = this.isHashed ? createHash('sha256') : undefined;
    let size = 0;
    file.stream.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      hash?.update(chunk);
      if (size > maxFileBytes) file.stream.destroy(fileTooLarge(maxFileBytes));
    });
    file.path = path.join(this.folder, `part-${this.writes.size}`);
    const write = pipeline(file.stream, createWriteStream(file.path, { flags: 'wx' }));
    this.writes.set(file.path, write);
    write.then(() => done(null, { size, ...(hash ? { sha256: hash.digest('hex') } : {}) }), done);
  }

  _removeFile(_: unknown, file: StoredPart, done: (error: Error | null) => void): void {
    void Promise.allSettled([this.writes.get(file.path)])
      .then(() => rm(file.path, { force: true }))
      .then(() => done(null), done);
  }
}

/** The error for a file that is larger than `maxBytes`. */
export function fileTooLarge(maxBytes: number): Error {
  return new BodyTooLarge(`A file may have at most ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
}
