import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Environment } from '#libs/platform/config';
import { ScratchSweep } from './scratch-sweep.js';
import { StorageSettings } from './storage.settings.js';

const MINUTE_MS = 60 * 1000;

describe('the sweep of working folders', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'sweep-'));
    for (const name of [
      'scratch/atelier-scratch-1',
      'scratch/kept',
      'files/.incoming/atelier-scratch-3',
      'tmp/atelier-scratch-2',
      'tmp/atelier-x',
    ]) {
      await mkdir(path.join(dataDir, name), { recursive: true });
      await writeFile(path.join(dataDir, name, 'part'), 'x');
    }
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const sweepAt = (now: number): Promise<void> =>
    new ScratchSweep(new StorageSettings(new Environment({ DATA_DIR: dataDir }))).sweep(
      now,
      path.join(dataDir, 'tmp'),
    );

  it('leaves what a job may still use', async () => {
    await sweepAt(Date.now() + 14 * MINUTE_MS);
    expect((await readdir(path.join(dataDir, 'scratch'))).sort()).toEqual(['atelier-scratch-1', 'kept']);
    expect(await readdir(path.join(dataDir, 'files/.incoming'))).toHaveLength(1);
    expect(await readdir(path.join(dataDir, 'tmp'))).toHaveLength(2);
  });

  it('removes what a killed process left a quarter of an hour ago, and nothing of others', async () => {
    await sweepAt(Date.now() + 16 * MINUTE_MS);
    expect(await readdir(path.join(dataDir, 'scratch'))).toEqual(['kept']);
    expect(await readdir(path.join(dataDir, 'files/.incoming'))).toEqual([]);
    expect(await readdir(path.join(dataDir, 'tmp'))).toEqual(['atelier-x']);
  });
});
