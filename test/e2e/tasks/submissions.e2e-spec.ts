import sharp from 'sharp';
import { filesBelow } from '../../support/files-below.js';
import { TestApp } from '../../support/test-app.js';
import { rowsOf } from '../../support/test-database.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';
const VIDEO = '/proxy/vidprov/start-end2video';
const MEGABYTE = 1024 * 1024;
/** What passes for the beginning of a picture, and fills the room but for a byte. */
const HEAVY = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  Buffer.alloc(MEGABYTE - 9, 'A'),
]).toString('base64');

describe('tasks that are submitted at the same time', () => {
  let app: TestApp;
  let bytes: Buffer;
  let picture: string;

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false', STORED_MB_PER_USER: '1', WAITING_TASKS_PER_USER: '30' });
    const create = { width: 8, height: 8, channels: 3 as const, background: '#886644' };
    bytes = await sharp({ create }).png().toBuffer();
    picture = bytes.toString('base64');
  });
  afterAll(() => app.stop());

  it('are each stored with their input, event and job', async () => {
    const { token, user } = await app.caller();
    const replies = await Promise.all(
      Array.from({ length: 30 }, () => app.api.as(token).post(SKIN, { image: picture })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = replies.map(({ body }) => body.data.task_id as string);
    const stored = await rowsOf<{ id: string }>(
      app.databaseUrl,
      `select t.id from tasks t join task_events e on e.task_id = t.id and e.seq = 0
         join assets a on a.task_id = t.id and a.expires_at is null and a.bytes = $2
           and t.request->>'image' = 'asset:' || a.id
         join jobs.job j on j.data->>'taskId' = t.id::text
        where t.user_id = $1`,
      [user.id, bytes.length],
    );
    expect(stored.map(({ id }) => id).sort()).toEqual([...ids].sort());
    expect(await filesBelow(app.dataDir)).toHaveLength(30);
    expect((await app.api.as(token).post(SKIN, { image: picture })).status).toBe(429);
  });

  it('are not refused for another one whose caller has too much stored', async () => {
    const [full, other] = await Promise.all([app.caller(), app.caller()]);
    expect((await app.api.as(full.token).post(SKIN, { image: HEAVY })).status).toBe(200);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        app.api.as((at % 2 === 0 ? full : other).token).post(SKIN, { image: picture }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(
      Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? 429 : 200)),
    );
    const stored = await rowsOf<{ count: number }>(
      app.databaseUrl,
      `select count(*)::int from tasks t join assets a on a.task_id = t.id where t.user_id = any($1) group by t.user_id
        order by 1`,
      [[full.user.id, other.user.id]],
    );
    expect(stored).toEqual([{ count: 1 }, { count: 5 }]);
  });

  it('are each remembered under their own key', async () => {
    const { token } = await app.caller();
    const post = (key: string) =>
      app.api.as(token).post(SKIN, { image: picture }, { headers: { 'Idempotency-Key': key } });
    const keys = ['first', 'second', 'third'];
    const replies = await Promise.all(keys.map(post));
    const again = await Promise.all(keys.map(post));
    expect(again.map(({ body }) => body)).toEqual(replies.map(({ body }) => body));
    expect(new Set(replies.map(({ body }) => body.data.task_id)).size).toBe(3);
  });

  it('have inputs that are read by their link, whole and in part, until the task is deleted', async () => {
    const { token } = await app.caller();
    const api = app.api.as(token);
    const { body } = await api.post(VIDEO, { ...SMALL, images: [picture] });
    const link = new URL(body.images[0]);
    const read = (headers: Record<string, string> = {}) =>
      fetch(`${app.api.baseUrl}${link.pathname}${link.search}`, { headers });
    const whole = await read();
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    const part = await read({ Range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect((await api.delete(`/tasks/${body.task_id}`)).status).toBe(204);
    expect((await read()).status).toBe(404);
    const left = await rowsOf(app.databaseUrl, 'select 1 from assets where task_id = $1', [body.task_id]);
    expect(left).toEqual([]);
  });
});
