import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { makeAllDue } from '../../support/jobs.js';
import { packageOf, Publishing } from '../../support/publishing.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { events, OpenStream, TEXT_PATH, VIDEO_PATH } from '../music-proxy/music-calls.js';

const IS_ROOT = process.getuid?.() === 0;
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const MEGABYTE = 1024 * 1024;

/** Sends a body of so many bytes that does not say how long it is, in a form where a boundary is given. */
async function sendEndless(api: ApiClient, target: string, bytes: number, caller?: Caller): Promise<Reply> {
  const isForm = caller !== undefined;
  const head = '--edge\r\nContent-Disposition: form-data; name="0.video"; filename="a.mp4"\r\n\r\n';
  const parts = Array.from({ length: bytes / MEGABYTE }, () => Buffer.alloc(MEGABYTE));
  const all = isForm ? [Buffer.from(head), ...parts, Buffer.from('\r\n--edge--\r\n')] : parts;
  const init = {
    method: isForm ? 'POST' : 'PUT',
    headers: {
      'Content-Type': isForm ? 'multipart/form-data; boundary=edge' : 'image/png',
      ...(isForm ? { Authorization: `Bearer ${caller.token}` } : {}),
    },
    body: Readable.toWeb(Readable.from(all)),
    duplex: 'half',
  };
  const response = await fetch(new URL(target, api.baseUrl), init as RequestInit);
  const content = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    bytes: content,
    body: JSON.parse(String(content)),
  };
}

/** The service, on a disk that the test fills. */
class Given {
  private constructor(
    readonly app: TestApp,
    readonly ada: Caller,
    readonly api: ApiClient,
    private readonly image: string,
    private readonly links: { upload: string; archive: string },
  ) {}

  static async on(settings: Record<string, string>): Promise<Given> {
    const app = await TestApp.start(settings);
    const ada = await app.caller();
    const api = app.api.as(ada);
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#a06040' } });
    const image = (await picture.png().toBuffer()).toString('base64');
    const upload = (await api.post('/uploads', { file_name: 'a.png' })).body.upload_url;
    const publishing = new Publishing(app);
    const announced = await publishing.announce(await publishing.team(), 'full-disk', '1.0.0');
    return new Given(app, ada, api, image, { upload, archive: announced.body.signedUrl });
  }

  relight(): Promise<Reply> {
    return this.api.post(RELIGHT, { image: this.image });
  }

  upload(bytes: number): Promise<Reply> {
    return sendEndless(this.api, this.links.upload, bytes);
  }

  video(bytes: number): Promise<Reply> {
    return sendEndless(this.api, VIDEO_PATH, bytes, this.ada);
  }

  calls(): Record<string, () => Promise<Reply>> {
    const { api, links } = this;
    const text = new URLSearchParams({ prompt: 'slow piano', duration: '1' });
    return {
      [`POST ${RELIGHT}`]: () => this.relight(),
      'PUT /uploads/:key': () => this.upload(MEGABYTE),
      'PUT /archives/:versionId': () =>
        api.call('PUT', links.archive, undefined, { raw: new Uint8Array(packageOf('Node')) }),
      [`POST ${TEXT_PATH}`]: () => api.post(TEXT_PATH, undefined, { raw: text }),
    };
  }

  /** Expects this refusal of everything that stores, in the words of the document. */
  async expectRefused(status: number, error: string, calls = this.calls()): Promise<void> {
    for (const [route, call] of Object.entries(calls)) {
      const reply = await call();
      expect([route, reply.status, reply.body?.error]).toEqual([route, status, error]);
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      if (!route.includes('archives')) expect(contractProblem(route, reply)).toBeUndefined();
    }
  }

  async expectReady(isReady: boolean): Promise<void> {
    await until(async () => (await this.api.get('/health/ready')).status === (isReady ? 200 : 503));
    const { headers } = await this.api.get('/health/ready');
    expect(headers.has('retry-after')).toBe(!isReady);
    expect((await this.api.get('/health/live')).status).toBe(200);
    expect((await this.api.get('/tasks')).status).toBe(200);
  }
}

describe('a disk with less room than its reserve', () => {
  it('takes no more files, says so, and lets everything be read', async () => {
    const given = await Given.on({ DISK_RESERVE_MB: '9999999' });
    await given.expectReady(false);
    await given.expectRefused(507, 'insufficient_storage');
    expect((await given.api.get('/tasks')).body.tasks).toEqual([]);
    await given.app.stop();
  });
});

describe('a database', () => {
  let given: Given;
  beforeAll(async () => {
    given = await Given.on({ RUN_JOBS: 'false' });
  });
  afterAll(() => given.app.stop());

  it('that is full is a 507, and goes on when it is not', async () => {
    const full = `create function "full"() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file' using errcode = '53100'; end $$`;
    await rowsOf(given.app.databaseUrl, full);
    await rowsOf(
      given.app.databaseUrl,
      'create trigger "full" before insert on assets for each row execute function "full"()',
    );
    const { [`POST ${RELIGHT}`]: relight } = given.calls();
    await given.expectRefused(507, 'insufficient_storage', { [`POST ${RELIGHT}`]: relight! });
    await rowsOf(given.app.databaseUrl, 'drop trigger "full" on "assets"');
    expect((await relight!()).status).toBe(200);
  });

  it('that can only be read is a 503, and goes on when it can be written', async () => {
    const { pathname } = new URL(given.app.databaseUrl);
    const name = decodeURIComponent(pathname.slice(1));
    const set = async (change: string): Promise<void> => {
      await rowsOf(given.app.databaseUrl, `begin read write; alter database "${name}" ${change}; commit`);
      await rowsOf(
        given.app.databaseUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      );
    };
    await set('set default_transaction_read_only = on');
    await given.expectReady(false);
    const { [`POST ${RELIGHT}`]: relight } = given.calls();
    await given.expectRefused(503, 'unavailable', { [`POST ${RELIGHT}`]: relight! });
    await set('reset default_transaction_read_only');
    await given.expectReady(true);
    expect((await relight!()).status).toBe(200);
  });
});

describe('a folder of files that can only be read', () => {
  it('is a 503, and everything goes on when it can be written', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'atelier-read-only-'));
    const [files, scratch] = [path.join(folder, 'files'), path.join(folder, 'scratch')];
    for (const each of [files, scratch]) {
      await mkdir(each);
      if (IS_ROOT) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', each]);
    }
    const set = async (how: 'ro' | 'rw'): Promise<void> => {
      for (const each of [files, scratch]) {
        if (IS_ROOT) execFileSync('mount', ['-o', `remount,${how}`, each]);
        else await chmod(each, how === 'ro' ? 0o500 : 0o700);
      }
    };
    const given = await Given.on({ DATA_DIR: folder, DISK_RESERVE_MB: '1', RUN_JOBS: 'false' });
    try {
      await set('ro');
      await given.expectReady(false);
      await given.expectRefused(503, 'unavailable');
      await set('rw');
      await given.expectReady(true);
      expect((await given.relight()).status).toBe(200);
    } finally {
      await given.app.stop();
      if (IS_ROOT) for (const each of [files, scratch]) execFileSync('umount', ['-l', each]);
      await rm(folder, { recursive: true, force: true });
    }
  });
});

if (!IS_ROOT) console.warn('SKIPPED: a disk that gets full needs root, to mount one of 48 MB.');
(IS_ROOT ? describe : describe.skip)('a disk that gets full', () => {
  let disk: string;
  let given: Given;

  beforeEach(async () => {
    disk = await mkdtemp(path.join(os.tmpdir(), 'atelier-full-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]);
    given = await Given.on({ DATA_DIR: disk, DISK_RESERVE_MB: '0' });
  });
  afterEach(async () => {
    await given.app.stop();
    execFileSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  });

  async function fill(leftBytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(disk);
    await writeFile(path.join(disk, 'ballast'), Buffer.alloc(bavail * bsize - leftBytes));
  }
  const free = (): Promise<void> => rm(path.join(disk, 'ballast'));

  it('while bytes come refuses them, and leaves nothing of them', async () => {
    await fill(6 * MEGABYTE);
    const before = await statfs(disk);
    const calls = {
      'PUT /uploads/:key': () => given.upload(12 * MEGABYTE),
      [`POST ${VIDEO_PATH}`]: () => given.video(12 * MEGABYTE),
    };
    await given.expectRefused(507, 'insufficient_storage', calls);
    expect((await statfs(disk)).bavail).toBe(before.bavail);
    await free();
    await given.expectReady(true);
    expect((await given.upload(12 * MEGABYTE)).status).toBe(200);
  });

  it('has tasks wait until there is room, and tells the readers of streams', async () => {
    const body = new URLSearchParams({ prompt: 'slow piano', duration: '10' });
    const stream = await OpenStream.post(given.app, given.ada, TEXT_PATH, body);
    const first = await stream.next();
    await fill(0);
    const lines = await stream.rest();
    const last = lines.at(-1);
    expect(last).toMatchObject({ type: 'error', code: 'insufficient_storage' });
    const taskId: string = first.task_id;
    expect((await given.api.get(`/tasks/${taskId}`)).body.status).toBe('processing');
    await free();
    // It would be tried again by itself, but seconds later.
    await makeAllDue(given.app);
    const { bytes } = await given.api.get(`/tasks/${taskId}/stream?after=${last.seq}`);
    expect(events(bytes).at(-1)).toMatchObject({ type: 'complete' });
    expect(await endedTask(given.api, taskId)).toMatchObject({ status: 'succeeded' });
  });
});
