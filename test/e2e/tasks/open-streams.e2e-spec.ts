import { DataSource } from 'typeorm';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { connectionPool } from '#libs/platform/database';
import { OpenReply } from '../../support/open-reply.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { SMALL } from '../video-proxy/video-tasks.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const MUSIC = '/proxy/musprov/t2m/generate';
const QUIET_MS = 4_500;

const song = (): URLSearchParams => new URLSearchParams({ prompt: 'synth', duration: '5' });

const openAt = (app: TestApp, target: string, caller?: Caller, form?: URLSearchParams): Promise<OpenReply> =>
  OpenReply.to(new URL(target, app.api.baseUrl), {
    ...(caller && { token: caller.token }),
    ...(form && { form }),
  });

/** No jobs run here, so every task waits until the test does something to it. */
describe('open streams', () => {
  let app: TestApp;
  let image: string;
  let caller: Caller;
  let ada: ApiClient;
  let opened: OpenReply[];

  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  beforeEach(async () => {
    opened = [];
    caller = await app.caller();
    ada = app.api.as(caller);
  });
  afterEach(() => opened.forEach((reader) => reader.leave()));
  afterAll(() => app.stop());

  const sql = (text: string, values: unknown[]): Promise<unknown> => app.get(DataSource).query(text, values);

  async function open(target: string, form?: URLSearchParams): Promise<OpenReply> {
    const reader = await openAt(app, target, caller, form);
    opened.push(reader);
    return reader;
  }

  async function startImage(): Promise<string> {
    return (await ada.post(RELIGHT, { image })).body.data.task_id;
  }

  const startMusic = (): Promise<OpenReply> => open(MUSIC, song());

  /** How often a connection of the pool is used until `act` is done. */
  async function statementsDuring(act: () => Promise<unknown>): Promise<number> {
    const pool = connectionPool(app.get(DataSource));
    let count = 0;
    const add = (): number => (count += 1);
    pool.on('acquire', add);
    await act();
    pool.off('acquire', add);
    return count;
  }

  it('cost no statements each, neither while nothing happens nor when something does', async () => {
    const ids = [await startImage(), await startImage(), await startImage()];
    for (let count = 0; count < 90; count += 1) await open(`/tasks/${ids[count % 3]}/events`);
    const events = [...opened];
    const music = await startMusic();
    const stream = `/tasks/${music.response.headers['x-task-id']}/stream`;
    for (let count = 0; count < 9; count += 1) await open(stream);
    await until(() => opened.every(({ text }) => text !== ''));
    const quiet = await statementsDuring(() => new Promise((resolve) => setTimeout(resolve, QUIET_MS)));
    expect(quiet).toBeLessThan(30);
    const refused = await open(`/tasks/${ids[0]}/events`);
    expect(refused.answer).toEqual([429, '5']);

    const busy = await statementsDuring(async () => {
      await ada.post(`/tasks/${ids[0]}/cancel`);
      await until(() => events.every(({ hasEnded }, index) => hasEnded === (index % 3 === 0)));
    });
    expect(busy).toBeLessThan(30);
    expect(events[0]?.text).toContain('"canceled"');
    expect(events[1]?.text).not.toContain('"canceled"');
  });

  it('tell what nobody was notified of', async () => {
    const id = await startImage();
    const events = await open(`/tasks/${id}/events`);
    const music = await startMusic();
    const made = music.response.headers['x-task-id'];
    await until(() => opened.every(({ text }) => text !== ''));
    await sql(
      `with begun as (update tasks set status = 'processing', progress = 40 where id = $1)
       insert into task_events (task_id, seq, status) values ($1, 1, 'processing')`,
      [id],
    );
    await sql(`insert into music_lines (task_id, seq, line) values ($1, 1, '{"seq":1,"type":"title"}')`, [
      made,
    ]);
    await until(() => events.text.includes('"progress":40') && music.text.includes('"seq":1'));
    expect(events.text).toContain('id: 1\nevent: status\n');
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
                where application_name = 'atelier-listen' and datname = current_database()`,
      [],
    );
    for (const task of [id, made]) await ada.delete(`/tasks/${task}`);
    await until(() => opened.every(({ hasEnded }) => hasEnded));
  });

  it('are limited for each address without a token, and free again once one is closed', async () => {
    const limited = await TestApp.join(app, { RUN_JOBS: 'false', STREAMS_PER_ADDRESS: '3' });
    try {
      const made = await limited.api.post('/proxy/vidprov/start-end2video', { ...SMALL, images: [image] });
      const events = `/tasks/${made.body.task_id}/events`;
      const anonymous = async (): Promise<OpenReply> => {
        const reader = await openAt(limited, events);
        opened.push(reader);
        return reader;
      };
      for (let count = 0; count < 3; count += 1) expect((await anonymous()).answer[0]).toBe(200);
      const refused = await anonymous();
      expect(refused.answer).toEqual([429, '5']);
      await until(() => refused.hasEnded);
      expect(JSON.parse(refused.text).error).toBe('rate_limited');
      expect((await openAt(limited, `/tasks/${await startImage()}/events`, caller)).answer[0]).toBe(200);
      opened[0]?.leave();
      await until(async () => (await anonymous()).answer[0] === 200);
    } finally {
      opened.forEach((reader) => reader.leave());
      await limited.stop();
    }
  });

  it('are refused before a task is begun when the caller, or the process, has too many', async () => {
    for (const [setting, status, error] of [
      ['STREAMS_PER_USER', 429, 'rate_limited'],
      ['STREAMS_PER_PROCESS', 503, 'unavailable'],
    ] as const) {
      const limited = await TestApp.join(app, { RUN_JOBS: 'false', [setting]: '1' });
      const id = await startImage();
      const first = await openAt(limited, `/tasks/${id}/events`, caller);
      const key = { 'Idempotency-Key': uuidv7() };
      const make = () => limited.api.as(caller).post(MUSIC, undefined, { raw: song(), headers: key });
      const refused = await make();
      expect(refused).toMatchObject({ status, body: { error } });
      expect(refused.headers.get('retry-after')).toBe('5');
      expect((await ada.get('/tasks?kind=music-from-text')).body.tasks).toEqual([]);
      first.leave();
      await limited.stop();
    }
  });
});
