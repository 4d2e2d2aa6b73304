import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { endedTask } from '../../support/ended-task.js';
import { ADMIN_TOKEN, ServiceProcess } from '../../support/service-process.js';
import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { events, TEXT_PATH } from '../music-proxy/music-calls.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const LOCK = 4711;
const KINDS = ['image', 'video', 'music'] as const;
type Kind = (typeof KINDS)[number];

describe('the task of a request whose reply was lost before it could be kept', () => {
  let app: TestApp;
  let ada: ApiClient;
  let database: DataSource;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start();
    database = app.get(DataSource);
    const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#a06040' } });
    image = (await picture.png().toBuffer()).toString('base64');
    await database.query(`
      create function lose_reply() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock(${LOCK});
        raise exception 'terminating connection' using errcode = '57P01';
      end $$`);
  });
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  const call: Record<Kind, (api: ApiClient, key: string) => Promise<Reply>> = {
    image: (api, key) =>
      api.post('/proxy/imgprov/v1/ai/image-relight', { image }, { headers: { 'Idempotency-Key': key } }),
    video: (api, key) =>
      api.post(
        '/proxy/vidprov/start-end2video',
        { ...SMALL, images: [image], prompt: 'slow waves' },
        { headers: { 'Idempotency-Key': key } },
      ),
    music: (api, key) =>
      api.post(TEXT_PATH, undefined, {
        raw: new URLSearchParams({ prompt: 'dreamy synth', duration: '1' }),
        headers: { 'Idempotency-Key': key },
      }),
  };
  const idIn: Record<Kind, (reply: Reply) => string> = {
    image: ({ body }) => body.data.task_id,
    video: ({ body }) => body.task_id,
    music: ({ bytes }) => events(bytes)[0].task_id,
  };

  /** From here on no reply can be kept, as if the connection broke each time. */
  const loseReplies = (): Promise<unknown> =>
    database.query(`create trigger lose_reply before update on idempotency_keys for each row
      when (new.reply is not null) execute function lose_reply()`);
  const keepReplies = (): Promise<unknown> =>
    database.query('drop trigger "lose_reply" on "idempotency_keys"');
  const endLeases = (): Promise<unknown> =>
    database.query(`update idempotency_keys set lease_until = now() - interval '1 second'`);
  const tasksOf = async (api: ApiClient): Promise<any[]> => (await api.get('/tasks')).body.tasks;

  /** Expects the reply of a task just started, and that the same comes from now on. */
  async function expectFirstReply(
    kind: Kind,
    api: ApiClient,
    key: string,
    { id: taskId, credits }: { id: string; credits: number },
  ): Promise<Reply> {
    const again = await call[kind](api, key);
    expect([kind, again.status]).toEqual([kind, 200]);
    expect(idIn[kind](again)).toBe(taskId);
    expect(again.headers.get('x-credits-used')).toBe(String(credits));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    if (kind === 'image') expect(again.body.data).toMatchObject({ status: 'CREATED', generated: [] });
    if (kind === 'video') expect(again.body).toMatchObject({ state: 'created', credits });
    if (kind === 'music') {
      expect(again.headers.get('x-task-id')).toBe(taskId);
      expect(events(again.bytes).at(-1)).toMatchObject({ type: 'complete' });
    }
    const kept = await call[kind](api, key);
    expect(kept.bytes.equals(again.bytes)).toBe(true);
    return again;
  }

  it.each(KINDS)('is told again and not started again: %s', async (kind) => {
    await loseReplies();
    const first = await call[kind](ada, `lost-${kind}`);
    await keepReplies();
    if (first.status !== 200) expect(first).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    const [task] = await tasksOf(ada);
    if (kind === 'video') await ada.post(`/tasks/${task.id}/cancel`);
    await endedTask(ada, task.id);
    if (kind !== 'music') await endLeases();
    const again = await expectFirstReply(kind, ada, `lost-${kind}`, task);
    if (first.status === 200 && kind === 'image') expect(again.body).toEqual(first.body);
    if (first.status === 200 && kind === 'video')
      expect({ ...again.body, images: [] }).toEqual({ ...first.body, images: [] });
    expect(await tasksOf(ada)).toHaveLength(1);
  });

  it('is found by a repeat after the process was killed between the two', async () => {
    const service = await ServiceProcess.beside(app, { RUN_JOBS: 'false' });
    await service.start();
    const holder = database.createQueryRunner();
    try {
      await loseReplies();
      await holder.query(`select pg_advisory_lock(${LOCK})`);
      const cut = KINDS.map((kind) => call[kind](service.api, `killed-${kind}`).catch(() => undefined));
      await until(async () => {
        const [row] = await holder.query(
          `select count(*)::int as count from pg_locks where objid = ${LOCK} and not granted`,
        );
        return row.count === KINDS.length;
      });
      await service.kill();
      expect(await Promise.all(cut)).toEqual(KINDS.map(() => undefined));
    } finally {
      await service.kill();
      await holder.query(`select pg_advisory_unlock(${LOCK})`);
      await holder.release();
      await keepReplies();
    }
    const admin = app.api.as(ADMIN_TOKEN);
    const early = await call.image(admin, 'killed-image');
    expect(early).toMatchObject({ status: 409, body: { error: 'idempotency_in_flight' } });
    await endLeases();
    const started = new Map((await tasksOf(admin)).map((task) => [task.kind.split('-')[0], task]));
    for (const kind of KINDS) await expectFirstReply(kind, admin, `killed-${kind}`, started.get(kind));
    expect(await tasksOf(admin)).toHaveLength(KINDS.length);
    await admin.post(`/tasks/${started.get('video').id}/cancel`);
  });

  it('keeps its key from other requests, and from itself once it was deleted', async () => {
    await loseReplies();
    await call.image(ada, 'lost-once');
    await keepReplies();
    await endLeases();
    expect(await call.video(ada, 'lost-once')).toMatchObject({
      status: 409,
      body: { error: 'idempotency_mismatch' },
    });
    const [task] = await tasksOf(ada);
    await ada.delete(`/tasks/${task.id}`);
    expect(await call.image(ada, 'lost-once')).toMatchObject({
      status: 404,
      body: { error: 'task_not_found' },
    });
    expect(await tasksOf(ada)).toEqual([]);
  });
});
