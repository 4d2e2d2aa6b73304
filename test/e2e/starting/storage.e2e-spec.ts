import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { FakeS3 } from '../../support/fake-s3.js';
import { Program } from '../../support/program.js';

describe('a start with a file storage that cannot be used', () => {
  let bucket: FakeS3;
  let folder: string;

  beforeAll(async () => {
    bucket = await FakeS3.start();
    folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-start-'));
  });
  afterAll(async () => {
    await bucket.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function failureOf(app: string, settings: Record<string, string>): Promise<string> {
    const database = { DATABASE_URL: 'postgresql://localhost:1/none', DATA_DIR: path.join(folder, 'data') };
    const program = Program.start(app, { ...database, ...settings });
    expect(await program.end()).toBe(1);
    expect(program.output).toBe('');
    return program.errors;
  }

  it.each(['api', 'worker'])('is one line that names the setting, of the %s', async (app) => {
    const elsewhere = `The bucket elsewhere at ${bucket.settings.S3_ENDPOINT} cannot be used: there is no such bucket. `;
    const lines = await Promise.all([
      failureOf(app, { ...bucket.settings, S3_BUCKET: 'elsewhere' }),
      failureOf(app, { ...bucket.settings, S3_ACCESS_KEY_ID: 'stranger' }),
      failureOf(app, { ...bucket.settings, S3_ENDPOINT: 'http://127.0.0.1:1' }),
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

  it('leaves nothing behind where the storage can be used', async () => {
    const settings = { ...bucket.settings, DATA_DIR: folder };
    expect(await failureOf('api', settings)).toContain('The database none at localhost:1 cannot be used');
    expect(bucket.keys()).toEqual([]);
    expect(await failureOf('api', { DATA_DIR: folder })).toContain('The database none at localhost:1');
    expect(await readdir(path.join(folder, 'files/start-check'))).toEqual([]);
  });
});
