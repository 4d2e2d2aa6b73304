import { type FileHandle, open } from 'node:fs/promises';

/** Takes the parts of a finished picture in order. A single part stays in memory; several go to a file, if a path is given. */
export class ImageParts {
  private readonly kept: Uint8Array[] = [];
  private file?: FileHandle;
  private writing = Promise.resolve();

  /** @param path Of a new file; asked for when it is needed. */
  constructor(private readonly path?: () => Promise<string>) {}

  readonly add = (part: Uint8Array): void => {
    this.kept.push(part);
    if (!this.path || (!this.file && this.kept.length === 1)) return;
    const { path } = this;
    this.writing = this.writing.then(() => this.write(path));
    // `finish` reports a failure.
    this.writing.catch(() => undefined);
  };

  /** The bytes; none when they went to a file. */
  async finish(): Promise<Uint8Array> {
    try {
      await this.writing;
    } finally {
      await this.file?.close();
    }
    return Buffer.concat(this.kept);
  }

  private async write(path: () => Promise<string>): Promise<void> {
    this.file ??= await open(await path(), 'wx');
    await this.file.writeFile(Buffer.concat(this.kept.splice(0)));
  }
}
