import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FakeS3 } from '../../support/fake-s3.js';
import { Program } from '../../support/program.js';
import { TestApp } from '../../support/test-app.js';

describe('a start with a file storage that cannot be used', () => {
  let bucket: FakeS3;
  let folder: string;
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start();
    bucket = await FakeS3.start();
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-start-'));
  });
  afterAll(async () => {
    await app.stop();
    await bucket.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function failureOf(name: string, settings: Record<string, string>): Promise<string> {
    const own = { DATABASE_URL: app.databaseUrl, DATA_DIR: path.join(folder, 'data') };
    const program = Program.start(name, { ...own, ...settings });
    expect(await program.end()).toBe(1);
    expect(program.output).toBe('');
    return program.errors;
  }

  it.each(['api', 'worker'])('is one line that names the setting, of the %s', async (name) => {
    const elsewhere = `The bucket elsewhere at ${bucket.settings.S3_ENDPOINT} cannot be used: there is no such bucket. `;
    const lines = await Promise.all([
      failureOf(name, { ...bucket.settings, S3_BUCKET: 'elsewhere' }),
      failureOf(name, { ...bucket.settings, S3_ACCESS_KEY_ID: 'stranger' }),
      failureOf(name, { ...bucket.settings, S3_ENDPOINT: 'http://127.0.0.1:1' }),
    ]);
    expect(lines).toEqual([
      `${elsewhere}Create it, or set S3_BUCKET to one that exists.\n`,
      expect.stringMatching(
        /^The bucket atelier at .* does not know the access key\. Check S3_ACCESS_KEY_ID\.\n$/,
      ),
      expect.stringMatching(
        /^The bucket .*: nothing listens at that address\. Check S3_ENDPOINT and .*\.\n$/,
      ),
    ]);
    expect(lines.join()).not.toContain(bucket.settings.S3_SECRET_ACCESS_KEY);
  });

  it('is one line for a folder that cannot be written, and for half a key', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    expect(await failureOf('api', { DATA_DIR: path.join(file, 'data') })).toMatch(
      /^Files cannot be stored under .*file\/data: .*DATA_DIR elsewhere\.\n$/,
    );
    expect(await failureOf('worker', { ...bucket.settings, S3_SECRET_ACCESS_KEY: '' })).toContain(
      'S3_SECRET_ACCESS_KEY must be set when S3_ACCESS_KEY_ID is',
    );
  });

  it('is one line for a place where no folder can be, such as one of the kernel', async () => {
    const starts = [
      ['/proc/nowhere', app.databaseUrl],
      ['/proc/nowhere/deeper', ''],
      ['/proc', ''],
    ] as const;
    await Promise.all(
      starts.map(async ([dataDir, url]) => {
        const program = Program.start('api', { DATABASE_URL: url, DATA_DIR: dataDir });
        // One that tries for ever listens to no other signal.
        const impatience = setTimeout(() => program.kill(), 15_000);
        expect([dataDir, await program.end()]).toEqual([dataDir, 1]);
        clearTimeout(impatience);
        expect(program.errors).toMatch(/^[^\n]*\/proc[^\n]* or point DATA_DIR elsewhere\.\n$/);
      }),
    );
  });

  it('leaves nothing behind where the storage can be used', async () => {
    for (const settings of [bucket.settings, {}]) {
      const worker = Program.start('worker', {
        DATABASE_URL: app.databaseUrl,
        DATA_DIR: folder,
        ...settings,
      });
      await worker.untilSaid(/is ready/);
      expect(await worker.stop()).toBe(0);
    }
    expect(bucket.keys()).toEqual([]);
    expect(await readdir(path.join(folder, 'files/start-check'))).toEqual([]);
  });
});
