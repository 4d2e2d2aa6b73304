import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const MINUTE_MS = 60_000;

describe('a task that is read again', () => {
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let id: string;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    caller = await app.caller();
    ada = app.api.as(caller);
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    const image = (await picture.png().toBuffer()).toString('base64');
    id = (await ada.post(RELIGHT, { image })).body.data.task_id;
    await endedTask(ada, id);
  });
  afterAll(() => app.stop());

  const minute = (): number => Math.floor(Date.now() / 60_000);
  const change = (sql: string): Promise<unknown> => app.get(DataSource).query(sql, [id]);
  /** Both forms, each twice, within one minute: links last until the end of one. */
  async function read(): Promise<{ task: any; image: any }> {
    let shown: any[];
    let begun: number;
    do {
      begun = minute();
      shown = [];
      for (const path of [`/tasks/${id}`, `${RELIGHT}/${id}`])
        for (let count = 0; count < 2; count += 1) shown.push((await ada.get(path)).body);
    } while (minute() !== begun);
    expect([shown[1], shown[3]]).toEqual([shown[0], shown[2]]);
    return { task: shown[0], image: shown[2].data };
  }

  it('shows what was changed by anybody in the meantime', async () => {
    const { task, image } = await read();
    expect(image.generated).toEqual([task.outputs[0].url]);
    await change(`update tasks set details = '{"title": "Dusk"}' where id = $1`);
    expect((await read()).task).toEqual({ ...task, details: { title: 'Dusk' } });
    await change(
      `update tasks set status = 'failed', error_code = 'late', error_message = 'Late.' where id = $1`,
    );
    expect((await read()).image).toMatchObject({ status: 'FAILED', error: { code: 'late' } });
    expect((await read()).task).toMatchObject({ status: 'failed', credits: 0 });
    const reply = await ada.get(`${RELIGHT}/${id}`);
    expect(reply.headers.get('x-credits-used')).toBe('0');
  });

  it('shows what has become of its files', async () => {
    const { task } = await read();
    await change(`update assets set bytes = 5 where task_id = $1 and purpose = 'output'`);
    expect((await read()).task.outputs).toEqual([{ ...task.outputs[0], bytes: 5 }]);
    await change(`delete from assets where task_id = $1 and purpose = 'output'`);
    expect((await read()).task.outputs).toEqual([]);
  });

  it('is shown to nobody who may not see it any more', async () => {
    await read();
    const bob = await app.caller();
    await change(`update tasks set user_id = '${bob.user.id}' where id = $1`);
    expect((await ada.get(`/tasks/${id}`)).status).toBe(404);
    expect((await app.api.as(bob).get(`/tasks/${id}`)).status).toBe(200);
    await change(`update tasks set deleted_at = now() where id = $1`);
    expect((await app.api.as(bob).get(`/tasks/${id}`)).status).toBe(404);
  });

  it('has links that work for the time that settings say, less a minute at most', async () => {
    const [{ expires_at: end, url }] = (await read()).task.outputs;
    const leftMs = Date.parse(end) - Date.now();
    const fullMs = 604_800_000;
    expect(leftMs).toBeLessThanOrEqual(fullMs);
    expect(leftMs).toBeGreaterThan(fullMs - 2 * MINUTE_MS);
    app.passTime(2 * MINUTE_MS);
    const [later] = (await read()).task.outputs;
    expect(Date.parse(later.expires_at)).toBeGreaterThan(Date.parse(end));
    expect(later.url).not.toBe(url);
    expect((await app.api.get(later.url)).status).toBe(200);
  });
});
