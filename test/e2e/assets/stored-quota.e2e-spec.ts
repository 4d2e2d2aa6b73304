import { AssetsService } from '#libs/media/assets';
import { contractProblem } from '../../support/api-contract.js';
import { filesBelow } from '../../support/files-below.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const VIDEO = '/proxy/vidprov/start-end2video';
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const MEGABYTE = 1024 * 1024;

/** What passes for the beginning of a picture, and is a megabyte. */
const HEAVY = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.alloc(MEGABYTE - 8, 'A'),
]).toString('base64');

describe('what callers may have stored', () => {
  let app: TestApp;

  beforeEach(async () => {
    app = await TestApp.start({
      RUN_JOBS: 'false',
      TRUST_PROXY_HOPS: '1',
      STORED_MB_PER_USER: '2',
      STORED_MB_PER_ADDRESS: '3',
      STORED_MB_ANONYMOUS: '5',
      WAITING_TASKS_PER_ADDRESS: '0',
    });
  });
  afterEach(() => app.stop());

  function video(address: string, images = [HEAVY]): Promise<Reply> {
    return app.api.post(VIDEO, { ...SMALL, images }, { headers: { 'X-Forwarded-For': address } });
  }

  function expectRefused(route: string, reply: Reply, text: RegExp): void {
    expect(reply).toMatchObject({ status: 429, body: { error: 'rate_limited' } });
    expect(reply.body.message).toMatch(text);
    expect(contractProblem(route, reply)).toBeUndefined();
  }

  it('without a token is limited by address and in all, and goes soon after the task', async () => {
    const tasks: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const reply = await video('203.0.113.1');
      expect(reply.status).toBe(200);
      tasks.push(reply.body.task_id);
    }
    const stored = await filesBelow(app.dataDir);
    expectRefused(`POST ${VIDEO}`, await video('203.0.113.1'), /3 MB per address and 5 MB in all/);
    expect((await video('2001:db8::1', [HEAVY, HEAVY])).status).toBe(200);
    // Also of another address of the same network, and one of which nothing is stored.
    for (const address of ['2001:db8::2', '203.0.113.9'])
      expectRefused(`POST ${VIDEO}`, await video(address), /5 MB in all/);
    const plain = await rowsOf<{ source: string }>(app.databaseUrl, 'select distinct source from assets');
    expect(plain).toHaveLength(2);
    expect(JSON.stringify(plain)).not.toMatch(/203|2001/);
    for (const id of tasks) await app.api.post(`/proxy/vidprov/tasks/${id}/cancel`);
    app.passTime(11 * 60_000);
    expect(await app.get(AssetsService).removeExpired(100)).toBe(stored.length);
    expect((await video('203.0.113.1')).status).toBe(200);
  });

  it('is nothing of a request that is refused in the middle', async () => {
    await video('203.0.113.1', [HEAVY, HEAVY]);
    const before = await filesBelow(app.dataDir);
    expectRefused(`POST ${VIDEO}`, await video('203.0.113.1', [HEAVY, HEAVY]), /3 MB/);
    expect(await filesBelow(app.dataDir)).toEqual(before);
    expect((await video('203.0.113.1')).status).toBe(200);
  });

  it('holds for many requests at the same moment', async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, () => video('203.0.113.1')));
    const taken = replies.filter(({ status }) => status === 200).length;
    expect(taken).toBe(3);
    expect(replies.every(({ status }) => status === 200 || status === 429)).toBe(true);
  });

  it('of a user counts inputs and uploads, and holds nobody else up', async () => {
    const [ada, bob] = [app.api.as(await app.caller()), app.api.as(await app.caller())];
    const link = async (api: ApiClient): Promise<string> =>
      (await api.post('/uploads', { file_name: 'a.bin' })).body.upload_url;
    const put = async (api: ApiClient, megabytes: number): Promise<Reply> =>
      api.call('PUT', await link(api), undefined, { raw: new Uint8Array(megabytes * MEGABYTE) });
    expect((await ada.post(RELIGHT, { image: HEAVY })).status).toBe(200);
    expectRefused('PUT /uploads/:key', await put(ada, 1.5), /Your uploads and inputs may take 2 MB/);
    expect((await put(ada, 1)).status).toBe(200);
    expectRefused(`POST ${RELIGHT}`, await ada.post(RELIGHT, { image: HEAVY }), /2 MB/);
    expect((await put(bob, 2)).status).toBe(200);
    const [{ id }] = (await ada.get('/tasks')).body.tasks;
    await ada.delete(`/tasks/${id}`);
    expect((await ada.post(RELIGHT, { image: HEAVY })).status).toBe(200);
  });
});
