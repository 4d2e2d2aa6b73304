import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ScratchFolders } from './scratch-folders.js';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe('working folders', () => {
  let parent: string;
  beforeEach(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'folders-'));
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('stay young as long as they are in use', async () => {
    await new ScratchFolders(parent, 5).use(async (folder) => {
      await utimes(folder, LONG_AGO, LONG_AGO);
      while ((await stat(folder)).mtime <= LONG_AGO) await sleep(5);
    });
    expect(await readdir(parent)).toEqual([]);
  });

  it('are removed with their contents when the work fails', async () => {
    const failing = new ScratchFolders(parent).use(async (folder) => {
      await writeFile(path.join(folder, 'part'), 'x');
      throw new Error('No luck');
    });
    await expect(failing).rejects.toThrow('No luck');
    expect(await readdir(parent)).toEqual([]);
  });
});
