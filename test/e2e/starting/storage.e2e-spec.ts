import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FakeS3 } from '../../support/fake-s3.js';
import { Program } from '../../support/program.js';
import { TestApp } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';

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

  it('is one line that names the setting', async () => {
    const elsewhere = `The bucket elsewhere at ${bucket.settings.S3_ENDPOINT} cannot be used: there is no such bucket. `;
    const lines = await Promise.all([
      failureOf('api', { ...bucket.settings, S3_BUCKET: 'elsewhere' }),
      failureOf('worker', { ...bucket.settings, S3_ACCESS_KEY_ID: 'stranger' }),
      failureOf('api', { ...bucket.settings, S3_ENDPOINT: 'http://127.0.0.1:1' }),
    ]);
    expect(lines).toEqual([
      `${elsewhere}Create it, or set S3_BUCKET to one that exists.\n`,
      expect.stringMatching(
        /^The bucket atelier at .* does not know the access key\. Check S3_ACCESS_KEY_ID\.\n$/,
      ),
      expect.stringMatching(
        /^The bucket .*: no server listens at that address\. Check S3_ENDPOINT and .*\.\n$/,
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

  it('leaves nothing behind but its id where the storage can be used', async () => {
    await startsAndStops('worker', { DATA_DIR: folder });
    expect(await readdir(path.join(folder, 'files/start-check'))).toEqual([]);
    const { url, drop } = await createTestDatabase();
    await startsAndStops('worker', {
      ...{ DATABASE_URL: url, DATA_DIR: folder, REGISTRY_SNAPSHOT: 'false' },
      ...bucket.settings,
    });
    expect(bucket.keys()).toEqual(['storage-id']);
    await drop();
  });

  async function startsAndStops(name: string, settings: Record<string, string>): Promise<void> {
    const program = Program.start(name, { DATABASE_URL: app.databaseUrl, ...settings });
    await program.untilSaid(name === 'api' ? /Atelier/ : /is ready/);
    expect(await program.stop()).toBe(0);
  }

  it('is refused where the files of the database are elsewhere, until they are moved', async () => {
    const { url, drop } = await createTestDatabase();
    const [first, second] = ['shared', 'other'].map((name) => path.join(folder, name)) as [string, string];
    const together = ['api', 'worker', 'worker'].map((name) =>
      startsAndStops(name, { DATABASE_URL: url, DATA_DIR: first }),
    );
    await Promise.all(together);
    const marker = path.join('files', 'storage-id');
    const id = await readFile(path.join(first, marker), 'utf8');
    for (const name of ['api', 'worker'])
      expect(await failureOf(name, { DATABASE_URL: url, DATA_DIR: second })).toBe(
        `${second} does not hold the files of this database. Point DATA_DIR to their storage, which all processes share. ` +
          `If you moved the files here without the file ${path.join(second, marker)}, write ${id} into it.\n`,
      );
    expect(await failureOf('worker', { DATABASE_URL: url, ...bucket.settings })).toMatch(
      /^The bucket atelier does not hold [^\n]*S3_BUCKET[^\n]*\n$/,
    );
    await cp(first, second, { recursive: true });
    await startsAndStops('worker', { DATABASE_URL: url, DATA_DIR: second });
    await drop();
  });
});
