import { type FileHandle, open } from 'node:fs/promises';

/** Gathers the parts of a finished picture in memory. */
export class BytesOutput {
  private readonly parts: Uint8Array[] = [];

  readonly add = (part: Uint8Array): void => void this.parts.push(part);

  async finish(): Promise<Uint8Array> {
    return Buffer.concat(this.parts);
  }
}

/** Writes the parts of a finished picture to a file, in their order. */
export class FileOutput {
  private file: Promise<FileHandle> | undefined;
  private written: Promise<unknown> = Promise.resolve();

  constructor(private readonly path: string) {}

  readonly add = (part: Uint8Array): void => {
    this.file ??= open(this.path, 'wx');
    const file = this.file;
    this.written = this.written.then(async () => (await file).appendFile(part));
    // `finish` reports a failure.
    this.written.catch(() => undefined);
  };

  async finish(): Promise<Uint8Array> {
    try {
      await this.written;
    } finally {
      await (await this.file)?.close();
    }
    return new Uint8Array();
  }
}
