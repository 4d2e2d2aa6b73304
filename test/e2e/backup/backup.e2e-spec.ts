import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { extract, pack } from 'tar-stream';
import { endedTask } from '../../support/ended-task.js';
import { FakeS3 } from '../../support/fake-s3.js';
import {
  addLaterRows,
  allRows,
  FIRST_STATE,
  formerDatabase,
  LAST_STATE,
} from '../../support/former-database.js';
import { contentDigest, packageOf } from '../../support/publishing.js';
import { Program } from '../../support/program.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import type { ApiClient, Reply } from '../../support/test-app.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { TINY_PNG } from '../rights/tiny-png.js';

const MAIN = path.join(import.meta.dirname, '../../../dist/apps/backup/src/main.js');
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

describe('a backup', () => {
  let folder: string;
  let file: string;
  const ends: (() => unknown)[] = [];
  /** What the service had before it was destroyed. */
  let kept: {
    token: string;
    url: string;
    picture: Buffer;
    taskId: string;
    waitingTaskId: string;
    archive: Buffer;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'backup-'));
    file = path.join(folder, 'kept.tar');
    kept = await backedUpAndDestroyed();
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await rm(folder, { recursive: true, force: true, maxRetries: 20 });
  });

  /** The command, on the settings of a service. */
  async function run(settings: Record<string, string>, ...parameters: string[]): Promise<string> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, INIT_CWD: folder, ...settings };
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...parameters], {
      env,
      cwd: folder,
    });
    return stdout;
  }

  /** What the command says when it refuses. */
  async function refusal(settings: Record<string, string>, ...parameters: string[]): Promise<string> {
    return run(settings, ...parameters).then(
      (stdout) => `did not refuse: ${stdout}`,
      ({ stderr }: { stderr: string }) => stderr,
    );
  }

  async function service(settings: Record<string, string>): Promise<ServiceProcess> {
    const started = await ServiceProcess.at({ ADMIN_TOKEN, ...settings }, ADMIN_TOKEN);
    ends.push(() => started.kill());
    await started.start();
    return started;
  }

  /** A service with its own database gets a picture, a package, a token and a task that waits; then its folder goes. */
  async function backedUpAndDestroyed(): Promise<typeof kept> {
    const settings = { DATA_DIR: path.join(folder, 'first') };
    const first = await service(settings);
    const { api } = first;
    const token = await newToken(api);
    const done = await api.as(token).post(RELIGHT, { image: TINY_PNG, prompt: 'light from the left' });
    const task = await endedTask(api, done.body.data.task_id);
    const { url } = task.outputs[0];
    const archive = packageOf('Kept');
    await publish(api, archive);
    await first.kill();
    const second = await service({ ...settings, RUN_JOBS: 'false' });
    const waiting = await second.api.as(token).post(RELIGHT, { image: TINY_PNG });
    const said = await run(settings, 'backup', 'kept.tar');
    expect(said).toMatch(/kept\.tar: \d+ rows, \d+ files of .* MB/);
    const { last_backup: last } = (await second.api.get('/admin/overview')).body;
    expect(last).toMatchObject({ has_files: true });
    const picture = (await second.api.get(new URL(url).pathname + new URL(url).search)).bytes;
    await second.kill();
    await rm(settings.DATA_DIR, { recursive: true, maxRetries: 20 });
    return {
      token,
      url,
      picture,
      archive,
      taskId: task.id,
      waitingTaskId: waiting.body.data.task_id as string,
    };
  }

  async function newToken(api: ApiClient): Promise<string> {
    const { body } = await api.post('/users/tokens', { name: 'kept', scopes: ['media'] });
    return body.token as string;
  }

  async function publish(api: ApiClient, archive: Buffer): Promise<void> {
    await api.post('/publishers', { id: 'keepers', name: 'Keepers' });
    const { body } = await api.post('/publishers/keepers/nodes/kept-node/versions', {
      node_version: { version: '1.2.3' },
    });
    await api.call('PUT', body.signedUrl, undefined, {
      raw: new Uint8Array(archive),
      headers: { 'Content-Digest': contentDigest(archive) },
    });
    await until(async () => (await api.get('/nodes/kept-node')).body.latest_version?.version === '1.2.3');
  }

  /** Everything is restored, and waiting jobs are done. */
  async function expectEverything(api: ApiClient): Promise<void> {
    const task = await endedTask(api.as(kept.token), kept.taskId);
    const picture = await fetched(api, task.outputs[0].url);
    expect(picture.status).toBe(200);
    expect(picture.bytes.equals(kept.picture)).toBe(true);
    expect((await fetched(api, kept.url)).bytes.equals(kept.picture)).toBe(true);

    const installed = await api.get('/nodes/kept-node/install');
    expect(installed.body.version).toBe('1.2.3');
    const archive = await fetched(api, installed.body.downloadUrl);
    expect(archive.bytes.equals(kept.archive)).toBe(true);
    const found = await api.get('/nodes/search?app_node_search=Kept');
    expect(found.body.nodes.map(({ id }: { id: string }) => id)).toEqual(['kept-node']);

    expect(await endedTask(api.as(kept.token), kept.waitingTaskId)).toMatchObject({ status: 'succeeded' });
    expect((await api.post('/publishers', { id: 'keepers', name: 'Again' })).status).toBe(409);
  }

  /** Follows a link whose host may be the service's earlier address. */
  function fetched(api: ApiClient, link: string): Promise<Reply> {
    const { pathname, search } = new URL(link);
    return api.get(pathname + search);
  }

  it('is made while the service runs, and brings back everything after the folder was lost', async () => {
    const settings = { DATA_DIR: path.join(folder, 'second') };
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await run(settings, 'restore', file)).toMatch(/^Restored \d+ rows and \d+ files/);
    const restored = await service(settings);
    await expectEverything(restored.api);
    await restored.kill();
    const before = await readdir(settings.DATA_DIR);
    expect(await refusal(settings, 'restore', file)).toContain('is not empty');
    expect(await readdir(settings.DATA_DIR)).toEqual(before);
  });

  it('moves to another database and from a disk into a bucket', async () => {
    const database = await createTestDatabase();
    const bucket = await FakeS3.start();
    ends.push(() => bucket.stop(), database.drop);
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, 'third'),
      ...bucket.settings,
    };
    await run(settings, 'restore', 'kept.tar');
    const moved = await service(settings);
    await expectEverything(moved.api);
    await moved.kill();

    const again = path.join(folder, 'bucket.tar');
    const { rows, files } = totals(await run(settings, 'backup', again));
    expect(rows).toBeGreaterThan(20);
    expect(files).toBe(bucket.keys().length);
    const without = totals(await run(settings, 'backup', again.replace('.tar', '-2.tar'), '--without-files'));
    // With the note of the one before.
    expect(without).toEqual({ rows: rows + 1, files: undefined });
  });

  it.each([FIRST_STATE, LAST_STATE])(
    'of a database from before the baseline, of state %s, is restored as an upgrade would leave it',
    async (state) => {
      const former = await formerDatabase(state);
      if (state === LAST_STATE) await addLaterRows(former);
      const restored = await createTestDatabase({ isEmpty: true });
      const client = new Client({ connectionString: restored.url });
      await client.connect();
      ends.push(former.drop, restored.drop, () => client.end());
      const source = { DATABASE_URL: former.url, DATA_DIR: path.join(folder, state) };
      const name = await backupOfBefore(former.client, source);
      const target = { DATABASE_URL: restored.url, DATA_DIR: path.join(folder, `${state}-restored`) };
      await run(target, 'restore', name);
      expect(await Program.start('migrate', source).end()).toBe(0);
      await former.client.query('truncate rate_limit_counts; select count_node_list(0)');
      expect(await allRows({ client })).toEqual(await allRows(former));
    },
  );

  /** A backup with the tables of the former queue, as the version of before made it. */
  async function backupOfBefore(client: Client, source: Record<string, string>): Promise<string> {
    const [present, former] = ['present.tar', 'former.tar'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    const { rows } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'jobs' and tablename in ('job', 'queue', 'paused_queue')`,
    );
    for (const { name } of rows) await client.query(`create table jobs_${name} as table jobs.${name}`);
    await run(source, 'backup', present, '--without-files');
    for (const { name } of rows) await client.query(`drop table jobs_${name}`);
    const renamed = (text: string) => text.replaceAll('public.jobs_', 'jobs.');
    const change = (name: string, bytes: Buffer): [string, Buffer] => [
      renamed(name),
      name.endsWith('.json') ? Buffer.from(renamed(bytes.toString())) : bytes,
    ];
    await forgeBackup(former, change, present);
    await rm(present);
    return former;
  }

  const totals = (said: string) => {
    const [, rows, files] = /: (\d+) rows, (?:(\d+)|no) files/.exec(said) ?? [];
    return { rows: Number(rows), files: files === undefined ? undefined : Number(files) };
  };

  it.each([
    ['was cut off', async (copy: string) => truncate(copy, (await stat(copy)).size - 5_000)],
    ['has a wrong byte', (copy: string) => changeByte(copy)],
    ['is something else', (copy: string) => writeFile(copy, 'hello')],
  ])('that %s is refused before anything changes', async (_what, spoil) => {
    const copy = path.join(folder, 'spoilt.tar');
    await writeFile(copy, await readFile(file));
    await spoil(copy);
    const settings = { DATA_DIR: path.join(folder, 'spoilt') };
    expect(await refusal(settings, 'restore', copy)).toMatch(/Nothing was changed/);
    await expect(stat(settings.DATA_DIR)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['a file outside the storage', 'a path outside its folder', withFileOutside],
    ['a table that is not ours', 'unknown to this Atelier', withOtherTable],
  ])('that names %s is refused', async (_what, words, forge) => {
    const forged = path.join(folder, 'forged.tar');
    await forge(forged);
    const database = await createTestDatabase();
    ends.push(database.drop);
    const settings = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'forged/data') };
    expect(await refusal(settings, 'restore', forged)).toContain(words);
    const files = await readdir(folder, { recursive: true });
    expect(files.map((name) => path.basename(name))).not.toContain('outside');
    expect(await rowsOf(database.url, `select from pg_tables where tablename = 'forged'`)).toEqual([]);
  });

  /** A file that is whole by its own sum, of any origin. */
  async function forgeBackup(
    forged: string,
    change: (name: string, bytes: Buffer) => [string, Buffer],
    of = file,
  ): Promise<void> {
    const [entries, tar, hash] = [extract(), pack(), createHash('sha256')];
    const written = pipeline(tar, createWriteStream(forged));
    createReadStream(of).pipe(entries);
    for await (const entry of entries) {
      const [name, bytes] = change(entry.header.name, await buffer(entry));
      if (name === 'end.json') {
        const totals = JSON.parse(bytes.toString());
        tar.entry({ name }, JSON.stringify({ ...totals, sha256: hash.digest('hex') }));
      } else {
        hash.update(`${name}\0`).update(bytes);
        tar.entry({ name }, bytes);
      }
    }
    tar.finalize();
    await written;
  }

  function withFileOutside(forged: string): Promise<void> {
    return forgeBackup(forged, (name, bytes) => [
      name.replace(/^files\/([^/]+)\/.*$/, 'files/$1/../../outside'),
      bytes,
    ]);
  }

  function withOtherTable(forged: string): Promise<void> {
    const change = (contents: string) => {
      const { tables, ...rest } = JSON.parse(contents);
      const other = { name: 'public.users; create table forged (); --', columns: ['id'] };
      return JSON.stringify({ ...rest, tables: [...tables, other] });
    };
    return forgeBackup(forged, (name, bytes) => [
      name,
      name === 'atelier-backup.json' ? Buffer.from(change(bytes.toString())) : bytes,
    ]);
  }

  async function changeByte(copy: string): Promise<void> {
    const bytes = await readFile(copy);
    const at = bytes.indexOf('tables/public.users/0') + 600;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    await writeFile(copy, bytes);
  }

  it('needs a file to restore, and a database of Atelier to read', async () => {
    expect(await refusal({}, 'restore')).toContain('npm run restore -- <file>');
    expect(await refusal({}, 'backup', 'a', 'b')).toContain('Usage');
    expect(await refusal({}, 'restore', 'absent.tar')).toContain('absent.tar');
    expect(await readdir(folder)).not.toContain('a');
    expect(await readdir(folder)).not.toContain('data');
  });
});
