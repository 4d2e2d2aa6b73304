import { once } from 'node:events';
import { createReadStream, createWriteStream, ReadStream } from 'node:fs';
import { copyFile, link, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Disk } from 'flydrive';
import { v7 as uuidv7 } from 'uuid';
import { Unavailable } from '#libs/platform/errors';
import { makeFolder, refuseInTransaction } from '#libs/platform/runtime';
import type { LocalFolders } from './local-folders.js';
import { SCRATCH_PREFIX, ScratchFolders } from './scratch-folders.js';

/** Bytes `start` to `end` of an object, both inclusive, counted from 0. */
export type ByteRange = { start: number; end: number };

export type StoredObject = { bytes: number; modifiedAt: Date; contentType?: string };

/** Reads a range of an object: the only operation that the storage library lacks. */
export type RangeReader = (key: string, range: ByteRange) => Promise<Readable>;

/**
 * Files by key, on a disk or in a bucket. A key has `/` between its parts and is made by us, never from a caller's
 * text. Writes are atomic.
 */
export class ObjectStorage {
  private readonly scratch: ScratchFolders;
  private readonly incoming: ScratchFolders | undefined;

  constructor(
    private readonly objects: Disk,
    private readonly readRange: RangeReader,
    private readonly local?: LocalFolders,
  ) {
    this.scratch = new ScratchFolders(local?.scratch ?? os.tmpdir());
    this.incoming = local && new ScratchFolders(local.incoming);
  }

  private get disk(): Disk {
    refuseInTransaction('waits for the storage of files');
    return this.objects;
  }

  async put(key: string, content: Uint8Array, contentType: string): Promise<void> {
    if (this.local) return this.publishBytes(this.local, key, content);
    await ofBucket(this.disk.put(key, content, { contentType, contentLength: content.byteLength }));
  }

  /**
   * Stores a local file, replacing what was there. The file remains and must not be written to any more. From an
   * `inScratchFolder` it is stored at once, whatever its size, if the storage is on a disk.
   */
  async putFile(key: string, source: string, contentType: string): Promise<void> {
    if (this.local) return this.publish(this.local, key, (part) => linkOrCopy(source, part));
    const { size } = await stat(source);
    const options = { contentType, contentLength: size };
    const content = createReadStream(source);
    await ofBucket(this.disk.putStream(key, content, options)).catch((error: unknown) => {
      throw content.errored ?? error;
    });
  }

  /** Gives `work` a new local folder, for files that may be stored. The folder is removed when the work ends, however it ends. */
  async inScratchFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    return this.scratch.use(work);
  }

  /** Like `inScratchFolder`, but the folder is created on first use. */
  async inLazyScratchFolder<T>(work: (folder: () => Promise<string>) => Promise<T>): Promise<T> {
    return this.scratch.useLazily(work);
  }

  /** The keys of all objects, in no order. */
  async *list(): AsyncGenerator<string, void> {
    if (this.local) return yield* keysBelow(this.local);
    let paginationToken: string | undefined;
    do {
      const page = await this.disk.listAll('/', { recursive: true, paginationToken });
      for (const object of page.objects) if (object.isFile) yield object.key;
      paginationToken = page.paginationToken;
    } while (paginationToken);
  }

  async find(key: string): Promise<StoredObject | undefined> {
    if (!(await this.disk.exists(key))) return undefined;
    const { contentLength, lastModified, contentType } = await this.disk.getMetaData(key);
    return { bytes: contentLength, modifiedAt: lastModified, contentType };
  }

  /** The object's bytes, or a range of them. Throws when there is none, before anything is sent. */
  async read(key: string, range?: ByteRange): Promise<Readable> {
    const { disk } = this;
    const opened = range ? this.readRange(key, range) : disk.getStream(key);
    const content = await (this.local ? opened : ofBucket(opened));
    if (content instanceof ReadStream && content.pending) await once(content, 'open');
    return content;
  }

  /** The whole object in memory; for small ones. */
  async readBytes(key: string): Promise<Buffer> {
    const bytes = this.disk.getBytes(key);
    return Buffer.from(await (this.local ? bytes : ofBucket(bytes)));
  }

  async copyToFile(key: string, target: string, signal?: AbortSignal): Promise<void> {
    await pipeline(await this.read(key), createWriteStream(target, { flags: 'wx' }), { signal });
  }

  /** Removes the object; no-op when there is none. */
  async delete(key: string): Promise<void> {
    await this.disk.delete(key);
  }

  /** Removes every object whose key starts with the folder `prefix`. */
  async deleteAll(prefix: string): Promise<void> {
    await this.disk.deleteAll(prefix);
  }

  /** On a disk the content is moved into place when it is complete; until then it is where the sweep finds leftovers of a crash. */
  private async publish(
    { files }: LocalFolders,
    key: string,
    write: (part: string) => Promise<void>,
  ): Promise<void> {
    await this.incoming?.use(async (folder) => {
      const part = path.join(folder, 'part');
      await write(part);
      await this.place(part, files, key);
    });
  }

  /** Like `publish`, without a separate folder: recent files are not swept. */
  private async publishBytes(
    { files, incoming }: LocalFolders,
    key: string,
    content: Uint8Array,
  ): Promise<void> {
    const part = path.join(incoming, SCRATCH_PREFIX + uuidv7());
    try {
      await inFolder(incoming, 0o700, () => writeFile(part, content, { flag: 'wx' }));
      await this.place(part, files, key);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  private async place(part: string, files: string, key: string): Promise<void> {
    // The library refuses a key that leads outside the folder.
    const target = path.join(files, this.disk.file(key).key);
    await inFolder(path.dirname(target), undefined, () => rename(part, target));
  }
}

/** The error for callers if a bucket fails as a whole; errors about a single object are passed on. */
async function ofBucket<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const { name } = ((error as Error).cause ?? error) as Error;
    if (name === 'NoSuchKey' || name === 'NotFound') throw error;
    throw new Unavailable('The storage of files does not answer as it should.', {
      cause: error,
      headers: { 'Retry-After': '10' },
    });
  }
}

/** Writes in the folder, which is created in the rare case that it is missing. */
async function inFolder(folder: string, mode: number | undefined, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeFolder(folder, mode);
    await write();
  }
}

/** Hard-links the file, or copies it if that is impossible, such as to another disk. */
async function linkOrCopy(source: string, target: string): Promise<void> {
  await link(source, target).catch(() => copyFile(source, target));
}

/** Stored files, without those still being written. */
async function* keysBelow({ files, incoming }: LocalFolders): AsyncGenerator<string, void> {
  const isThere = await stat(files).catch(() => undefined);
  if (!isThere) return;
  for await (const entry of await opendir(files, { recursive: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !file.startsWith(incoming + path.sep)) {
      yield path.relative(files, file).replaceAll(path.sep, '/');
    }
  }
}
