import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Environment } from '#libs/platform/config';
import { createObjectStorage, type ObjectStorage, StorageSettings } from '#libs/platform/storage';
import { filesBelow } from '../../support/files-below.js';
import { FakeS3 } from '../../support/fake-s3.js';

const TYPE = 'application/octet-stream';

describe.each(['disk', 's3'] as const)('storage on %s', (driver) => {
  let folder: string;
  let bucket: FakeS3;
  let storage: ObjectStorage;

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-storage-'));
    bucket = await FakeS3.start();
    const settings = driver === 's3' ? bucket.settings : {};
    storage = await createObjectStorage(
      new StorageSettings(new Environment({ DATA_DIR: folder, ...settings })),
    );
  });
  afterEach(async () => {
    await bucket.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function givenFile(content: Uint8Array): Promise<string> {
    const file = path.join(await mkdtemp(path.join(folder, 'source-')), 'source');
    await writeFile(file, content);
    return file;
  }

  async function keys(): Promise<string[]> {
    if (driver === 's3') return bucket.keys();
    const files = path.join(folder, 'files');
    return (await filesBelow(files)).map((file) => path.relative(files, file)).sort();
  }

  it('keeps bytes under a key', async () => {
    const before = Date.now() - 2_000;
    await storage.put('a/b.bin', Buffer.from('hello'), TYPE);
    expect(await storage.readBytes('a/b.bin')).toEqual(Buffer.from('hello'));
    const found = await storage.find('a/b.bin');
    expect(found?.bytes).toBe(5);
    expect(found?.modifiedAt.getTime()).toBeGreaterThan(before);
    expect(await keys()).toEqual(['a/b.bin']);
  });

  it('keeps a large file, and the file stays', async () => {
    const content = randomBytes(20_000_003);
    const source = await givenFile(content);
    await storage.putFile('large.bin', source, TYPE);
    expect(await storage.find('large.bin')).toMatchObject({ bytes: content.length });
    expect((await buffer(await storage.read('large.bin'))).equals(content)).toBe(true);
    expect((await readFile(source)).equals(content)).toBe(true);
    const copy = path.join(folder, 'copy.bin');
    await storage.copyToFile('large.bin', copy);
    expect((await readFile(copy)).equals(content)).toBe(true);
  });

  it('keeps nothing at all, as bytes and as a file', async () => {
    await storage.put('empty-bytes', new Uint8Array(), TYPE);
    await storage.putFile('empty-file', await givenFile(new Uint8Array()), TYPE);
    expect(await storage.find('empty-bytes')).toMatchObject({ bytes: 0 });
    expect(await storage.find('empty-file')).toMatchObject({ bytes: 0 });
    expect(await buffer(await storage.read('empty-file'))).toHaveLength(0);
  });

  it.each([
    [0, 0],
    [10, 19],
    [990, 999],
    [0, 999],
  ])('reads bytes %i to %i', async (start, end) => {
    const content = randomBytes(1_000);
    await storage.put('part.bin', content, TYPE);
    const part = await buffer(await storage.read('part.bin', { start, end }));
    expect(part.equals(content.subarray(start, end + 1))).toBe(true);
  });

  it('replaces what was there, by bytes and by file', async () => {
    await storage.put('key', Buffer.from('first, and longer'), TYPE);
    await storage.put('key', Buffer.from('second'), TYPE);
    expect((await storage.readBytes('key')).toString()).toBe('second');
    await storage.putFile('key', await givenFile(Buffer.from('third')), TYPE);
    expect((await storage.readBytes('key')).toString()).toBe('third');
    expect(await keys()).toEqual(['key']);
  });

  it('knows nothing of an absent key', async () => {
    expect(await storage.find('absent')).toBeUndefined();
    await expect(storage.delete('absent')).resolves.toBeUndefined();
    await expect(storage.deleteAll('absent')).resolves.toBeUndefined();
    await expect(storage.readBytes('absent')).rejects.toThrow();
    await expect(storage.read('absent').then(buffer)).rejects.toThrow();
    await expect(storage.read('absent', { start: 0, end: 1 }).then(buffer)).rejects.toThrow();
    await expect(storage.copyToFile('absent', path.join(folder, 'copy'))).rejects.toThrow();
  });

  it('removes one object', async () => {
    await storage.put('a/1', Buffer.from('1'), TYPE);
    await storage.put('a/2', Buffer.from('2'), TYPE);
    await storage.delete('a/1');
    expect(await keys()).toEqual(['a/2']);
  });

  it('removes a folder of several pages, and no neighbour whose name begins alike', async () => {
    bucket.pageSize = 2;
    for (const key of ['a/1', 'a/2', 'a/b/3', 'a/b/4', 'a/5', 'ab/6', 'b/a/7']) {
      await storage.put(key, Buffer.from(key), TYPE);
    }
    await storage.deleteAll('a');
    expect(await keys()).toEqual(['ab/6', 'b/a/7']);
    await storage.deleteAll('b/');
    expect(await keys()).toEqual(['ab/6']);
  });

  it('leaves the old object and nothing else when the source cannot be read', async () => {
    await storage.put('key', Buffer.from('old'), TYPE);
    const source = path.join(folder, 'a-folder');
    await mkdir(source);
    const error = await storage.putFile('key', source, TYPE).catch((thrown) => thrown);
    expect((error.cause ?? error).code).toBe('EISDIR');
    await expect(storage.putFile('new', source, TYPE)).rejects.toThrow();
    expect((await storage.readBytes('key')).toString()).toBe('old');
    expect(await keys()).toEqual(['key']);
  });
});

describe('storage in a folder', () => {
  it('leaves no part of a file that could not take its place', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-storage-'));
    const storage = await createObjectStorage(new StorageSettings(new Environment({ DATA_DIR: folder })));
    await storage.put('a/b', Buffer.from('old'), TYPE);
    await expect(storage.put('a', Buffer.from('new'), TYPE)).rejects.toThrow();
    expect(await readdir(path.join(folder, 'files'), { recursive: true })).toEqual(['.incoming', 'a', 'a/b']);
    await rm(folder, { recursive: true, force: true });
  });
});

describe('storage in a bucket', () => {
  let bucket: FakeS3;
  let storage: ObjectStorage;
  let folder: string;

  beforeEach(async () => {
    bucket = await FakeS3.start();
    storage = await createObjectStorage(new StorageSettings(new Environment(bucket.settings)));
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-test-'));
  });
  afterEach(async () => {
    await bucket.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('keeps the old object when the connection breaks half-way', async () => {
    const source = path.join(folder, 'source');
    await writeFile(source, randomBytes(5_000_000));
    await storage.put('key', Buffer.from('old'), TYPE);
    bucket.cutUploadsAfter = 1_000_000;
    await expect(storage.putFile('key', source, TYPE)).rejects.toThrow();
    await expect(storage.putFile('new', source, TYPE)).rejects.toThrow();
    bucket.cutUploadsAfter = undefined;
    expect((await storage.readBytes('key')).toString()).toBe('old');
    expect(bucket.keys()).toEqual(['key']);
    await storage.putFile('key', source, TYPE);
    expect(await storage.find('key')).toMatchObject({ bytes: 5_000_000 });
  });

  it('leaves no request open when the source cannot be read', async () => {
    await expect(storage.putFile('key', folder, TYPE)).rejects.toThrow();
    while (bucket.openConnections() > 0) await sleep(10);
  });

  it('stores the media type', async () => {
    const source = path.join(folder, 'source');
    await writeFile(source, 'GIF89a');
    await storage.put('bytes', Buffer.from('x'), 'image/webp');
    await storage.putFile('file', source, 'image/gif');
    expect(['bytes', 'file'].map((key) => bucket.contentTypeOf(key))).toEqual(['image/webp', 'image/gif']);
  });
});
