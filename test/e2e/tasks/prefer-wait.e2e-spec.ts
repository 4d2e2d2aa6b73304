import { request } from 'node:http';
import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { OpenReply } from '../../support/open-reply.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { image, SMALL } from '../video-proxy/video-tasks.js';

const IMAGES = '/proxy/imgprov/v1/ai';
const RELIGHT = `${IMAGES}/image-relight`;
const VIDEO = '/proxy/vidprov/start-end2video';
const BROKEN = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.alloc(40),
]).toString('base64');

const waiting = (prefer = 'wait=60', key?: string) => ({
  headers: { Prefer: prefer, ...(key !== undefined && { 'Idempotency-Key': key }) },
});

describe('Prefer: wait', () => {
  let app: TestApp;
  /** Shares the database, and runs no jobs: what is submitted there waits until `app` or the test ends it. */
  let idle: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  let picture: string;

  beforeAll(async () => {
    app = await TestApp.start();
    picture = await image(1);
  });
  beforeEach(async () => {
    caller = await app.caller();
    ada = app.api.as(caller);
  });
  afterAll(() => app.stop());

  const applied = ({ headers }: Reply): string | null => headers.get('preference-applied');

  it('answers the submit of an image with the finished task, as its look-up shows it', async () => {
    const reply = await ada.post(RELIGHT, { image: picture }, waiting('respond-async, wait=50'));
    expect([reply.status, applied(reply)]).toEqual([200, 'wait=50']);
    expect(reply.body.data).toMatchObject({ status: 'COMPLETED', generated: [expect.any(String)] });
    expect((await app.api.get(reply.body.data.generated[0])).bytes.length).toBeGreaterThan(100);
    const found = await ada.get(`${RELIGHT}/${reply.body.data.task_id}`);
    expect(Object.keys(found.body.data)).toEqual(Object.keys(reply.body.data));
    expect(found.headers.get('x-credits-used')).toBe(reply.headers.get('x-credits-used'));
    expect(contractProblem('POST /proxy/imgprov/v1/ai/image-relight', reply)).toBeUndefined();
  });

  it('leaves the reply of style transfer without its envelope', async () => {
    const body = { image: picture, reference_image: picture };
    const reply = await ada.post(`${IMAGES}/image-style-transfer`, body, waiting('wait'));
    expect(applied(reply)).toBe('wait=60');
    expect(reply.body).toMatchObject({ status: 'COMPLETED', generated: [expect.any(String)] });
  });

  it('adds the results to the reply of a video', async () => {
    const reply = await ada.post(VIDEO, { ...SMALL, images: [picture] }, waiting());
    expect(applied(reply)).toBe('wait=60');
    const { task_id: id } = reply.body;
    expect(reply.body).toMatchObject({ state: 'success', model: SMALL.model, progress: 100, err_code: '' });
    const { body } = await ada.get(`/proxy/vidprov/tasks/${id}/creations`);
    expect(reply.body).toMatchObject({ ...body, creations: [{ id: body.creations[0].id }] });
    expect(contractProblem(`POST ${VIDEO}`, reply)).toBeUndefined();

    const source = { video_creation_id: body.creations[0].id, video_url: body.creations[0].url };
    const extension = { model: 'vq2-turbo', duration: 1, resolution: '540p', ...source };
    const extended = await ada.post('/proxy/vidprov/extend', extension, waiting());
    expect(extended.body).toMatchObject({ state: 'success', creations: [{ url: expect.any(String) }] });
    expect(contractProblem('POST /proxy/vidprov/extend', extended)).toBeUndefined();
  });

  it('answers a task that fails likewise, at no cost', async () => {
    const reply = await ada.post(RELIGHT, { image: BROKEN }, waiting());
    expect([reply.status, applied(reply), reply.headers.get('x-credits-used')]).toEqual([
      200,
      'wait=60',
      '0',
    ]);
    expect(reply.body.data).toMatchObject({ status: 'FAILED', generated: [] });
  });

  it.each(['wait=soon', 'wait=0', 'respond-async'])('is ignored when it says %s', async (prefer) => {
    const reply = await ada.post(RELIGHT, { image: picture }, waiting(prefer));
    expect([reply.status, applied(reply), reply.body.data.status]).toEqual([200, null, 'CREATED']);
    await endedTask(ada, reply.body.data.task_id);
  });

  it('repeats the finished task under its key, whether or not the repeat would wait', async () => {
    const first = await ada.post(RELIGHT, { image: picture }, waiting('wait=60', 'once'));
    expect(first.body.data.status).toBe('COMPLETED');
    for (const options of [waiting('wait=60', 'once'), { headers: { 'Idempotency-Key': 'once' } }]) {
      const again = await ada.post(RELIGHT, { image: picture }, options);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect([again.body, applied(again)]).toEqual([first.body, 'wait=60']);
    }
    expect((await ada.get('/tasks')).body.tasks).toHaveLength(1);
  });

  describe('while the task does not end', () => {
    beforeAll(async () => {
      idle = await TestApp.start({ RUN_JOBS: 'false', STREAMS_PER_USER: '2' });
    });
    beforeEach(async () => {
      caller = await idle.caller();
      ada = idle.api.as(caller);
    });
    afterAll(() => idle.stop());

    const tasks = async (): Promise<any[]> => (await ada.get('/tasks')).body.tasks;

    /** A submit whose reply is waited for on a connection that can be cut. */
    function submit(key: string) {
      const body = JSON.stringify({ image: picture });
      const call = request(new URL(RELIGHT, idle.api.baseUrl), {
        ...{ method: 'POST', agent: false },
        headers: {
          ...{ 'Content-Type': 'application/json', Authorization: `Bearer ${caller.token}` },
          ...waiting('wait=60', key).headers,
        },
      });
      call.on('error', () => undefined).end(body);
      return call;
    }

    it('ends with the usual reply', async () => {
      const reply = await ada.post(RELIGHT, { image: picture }, waiting('wait=1'));
      expect([reply.status, applied(reply), reply.body.data.status]).toEqual([200, null, 'CREATED']);
    });

    it('ends with the task when another process ends it', async () => {
      const reply = ada.post(RELIGHT, { image: picture }, waiting());
      await until(async () => (await tasks()).length === 1);
      const [{ id }] = await tasks();
      await ada.post(`/tasks/${id}/cancel`);
      expect((await reply).body.data).toMatchObject({ task_id: id, status: 'FAILED' });
    });

    it('holds the key, and a caller who leaves ends only the wait: the repeat gets the usual reply', async () => {
      const call = submit('left');
      await until(async () => (await tasks()).length === 1);
      const repeat = () => ada.post(RELIGHT, { image: picture }, waiting('wait=60', 'left'));
      expect(await repeat()).toMatchObject({ status: 409, body: { error: 'idempotency_in_flight' } });
      call.destroy();
      await until(async () => (await repeat()).status === 200);
      const again = await repeat();
      const [task, ...others] = await tasks();
      expect([others, task.status]).toEqual([[], 'created']);
      expect(again.body.data).toEqual({ task_id: task.id, status: 'CREATED', generated: [] });
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it('is passed over, and nothing refused, when the caller has too many open streams', async () => {
      const { body } = await ada.post(RELIGHT, { image: picture });
      const events = new URL(`/tasks/${body.data.task_id}/events`, idle.api.baseUrl);
      const open = [await OpenReply.to(events, caller), await OpenReply.to(events, caller)];
      const reply = await ada.post(RELIGHT, { image: picture }, waiting());
      expect([reply.status, applied(reply), reply.body.data.status]).toEqual([200, null, 'CREATED']);
      open.forEach((one) => one.leave());
    });

    it('counts as an open stream', async () => {
      const calls = [submit('one'), submit('two')];
      await until(async () => (await tasks()).length === 2);
      const events = `/tasks/${(await tasks())[0].id}/events`;
      await until(async () => (await ada.get(events)).status === 429);
      calls.forEach((call) => call.destroy());
    });
  });
});
