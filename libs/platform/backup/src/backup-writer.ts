import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pack } from 'tar-stream';
import { LAST_ENTRY, type Totals } from './contents.js';

/** Writes entries to a tar file that only its owner can read. The file gets its final name when it is complete. */
export class BackupWriter {
  private readonly tar = pack();
  private readonly hash = createHash('sha256');
  private readonly part: string;
  private readonly written: Promise<void>;

  private constructor(private readonly file: string) {
    this.part = `${file}.part`;
    this.written = pipeline(this.tar, createWriteStream(this.part, { mode: 0o600 }));
    this.written.catch(() => undefined); // reported by `add` and `finish`
  }

  static async open(file: string): Promise<BackupWriter> {
    await mkdir(path.dirname(file), { recursive: true });
    await rm(`${file}.part`, { force: true });
    return new BackupWriter(file);
  }

  async add(
    name: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    this.hash.update(`${name}\0`);
    const { hash } = this;
    const observed = async function* (): AsyncGenerator<Uint8Array, void> {
      for await (const bytes of content) {
        hash.update(bytes);
        yield bytes;
      }
    };
    await Promise.race([pipeline(observed, this.tar.entry({ name, size, mode: 0o600 })), this.failed()]);
  }

  async addJson(name: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(JSON.stringify(value, undefined, 1));
    await this.add(name, bytes.byteLength, [bytes]);
  }

  async finish(totals: Omit<Totals, 'sha256'>): Promise<void> {
    const sha256 = this.hash.copy().digest('hex');
    await this.addJson(LAST_ENTRY, { ...totals, sha256 });
    this.tar.finalize();
    await this.written;
    const handle = await open(this.part, 'r+');
    await handle.sync().finally(() => handle.close());
    await rename(this.part, this.file);
  }

  async abandon(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => undefined);
    await rm(this.part, { force: true });
  }

  /** Otherwise a full disk would leave `add` waiting for ever. */
  private async failed(): Promise<never> {
    await this.written;
    throw new Error('The backup file was closed too early');
  }
}
