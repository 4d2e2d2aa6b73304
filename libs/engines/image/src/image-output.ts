import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Takes the parts of a finished picture in their order: to a file that begins with the first of them, else into memory. */
export class ImageParts {
  private readonly kept: Uint8Array[] = [];
  private file?: WriteStream;
  private written?: Promise<void>;

  constructor(private readonly path?: string) {}

  readonly add = (part: Uint8Array): void => {
    if (this.path === undefined) return void this.kept.push(part);
    this.file ??= createWriteStream(this.path, { flags: 'wx' });
    this.written ??= finished(this.file);
    // `finish` reports a failure.
    this.written.catch(() => undefined);
    this.file.write(part);
  };

  /** The bytes; none when they went to a file. */
  async finish(): Promise<Uint8Array> {
    this.file?.end();
    await this.written;
    return Buffer.concat(this.kept);
  }
}
