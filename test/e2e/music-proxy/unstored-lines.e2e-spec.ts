import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { createTestDatabase, rowsOf } from '../../support/test-database.js';
import { FakeVendor, sound, tell, type VendorCall } from './fake-vendor.js';
import { events, OpenStream, TEXT_PATH, until } from './music-calls.js';

const body = new URLSearchParams({ prompt: 'calm evening', duration: '4' });

describe('lines of music that a reader has before they are stored', () => {
  let vendor: FakeVendor;
  let call: VendorCall;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataDir: string;
  let service: ServiceProcess;
  let lock: Client;
  beforeAll(async () => {
    vendor = await FakeVendor.start();
    vendor.answer = (taken) => {
      call = taken;
      call.response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      tell(call, { type: 'duration', duration_sec: 4 });
    };
    database = await createTestDatabase();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'atelier-lines-'));
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, ADMIN_TOKEN };
    const upstream = { MUSPROV_BASE_URL: vendor.baseUrl, MUSPROV_API_KEY: 'vendor-key-0123456789' };
    service = await ServiceProcess.at({ ...settings, ...upstream }, ADMIN_TOKEN);
    lock = new Client({ connectionString: database.url });
    await lock.connect();
    await service.start();
  });
  afterAll(async () => {
    await service.kill();
    await lock.end();
    await vendor.stop();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const lineCount = async (): Promise<number> => {
    const [row] = await rowsOf<{ count: number }>(
      database.url,
      'select count(*)::int as count from music_lines',
    );
    return row?.count ?? 0;
  };
  const audio = (seq: number) => ({
    type: 'audio_chunk',
    stream_index: 0,
    data: sound(500, seq).toString('base64'),
  });
  /** A stream of which lines 0 and 1 are stored, and lines 2 to 4 are read, but cannot be stored until the lock is gone. */
  async function withUnstored(): Promise<OpenStream> {
    await lock.query('delete from music_lines');
    const stream = await OpenStream.post(service, { token: ADMIN_TOKEN }, TEXT_PATH, body);
    await stream.next();
    await stream.next();
    await until(async () => (await lineCount()) === 2);
    await lock.query('begin; lock table "music_lines" in share row exclusive mode');
    for (const seq of [2, 3, 4]) {
      tell(call, audio(seq));
      expect(await stream.next()).toEqual({ seq, ...audio(seq) });
    }
    return stream;
  }
  const readAfter = async (taskId: string, seq: number) =>
    events((await service.api.get(`/tasks/${taskId}/stream?after=${seq}`)).bytes);

  it('are stored later, the same ones, and before the last line', async () => {
    const stream = await withUnstored();
    expect(await lineCount()).toBe(2);
    call.response.end('{"type":"complete"}\n');
    await lock.query('rollback');
    const end = await stream.rest();
    expect(end.map(({ seq, type }) => [seq, type])).toEqual([
      [5, 'cost'],
      [6, 'complete'],
    ]);
    const [{ id }] = (await service.api.get('/tasks')).body.tasks;
    expect(await readAfter(id, 1)).toEqual([...[2, 3, 4].map((seq) => ({ seq, ...audio(seq) })), ...end]);
  });

  it('are followed by an error when their process dies, for a reader that has seen them too', async () => {
    const stream = await withUnstored();
    const [{ id }] = (await service.api.get('/tasks')).body.tasks;
    await service.kill();
    await lock.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await lock.query('rollback');
    await stream.rest().catch(() => []);
    await service.start();
    await until(async () => (await service.api.get(`/tasks/${id}`)).body.status === 'uncertain');
    const error = { type: 'error', code: 'uncertain', message: expect.any(String) };
    expect(await readAfter(id, 4)).toEqual([{ seq: 4, ...error }]);
    expect((await readAfter(id, -1)).map(({ seq, type }) => [seq, type])).toEqual([
      [0, 'task'],
      [1, 'duration'],
      [1, 'error'],
    ]);
  }, 60_000);
});
