import { Webhook } from 'standardwebhooks';
import { OpenReply } from '../../support/open-reply.js';
import { drain } from '../../support/jobs.js';
import { type Caller, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { TINY_PNG } from '../rights/tiny-png.js';

type Streamed = { id: string; headers: Record<string, string>; message: any };

describe('the stream of webhooks', () => {
  let app: TestApp;
  let caller: Caller;
  const opened: OpenReply[] = [];

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    caller = await app.caller();
  });
  afterEach(() => opened.splice(0).forEach((one) => one.leave()));
  afterAll(() => app.stop());

  const relight = async (whose: Caller = caller): Promise<string> =>
    (await app.api.as(whose).post('/proxy/imgprov/v1/ai/image-relight', { image: TINY_PNG })).body.data
      .task_id;

  async function listen(whose: Caller = caller, headers: Record<string, string> = {}): Promise<OpenReply> {
    const url = new URL('/webhooks/stream?seconds=60', app.api.baseUrl);
    const reply = await OpenReply.to(url, { token: whose.token, headers });
    opened.push(reply);
    expect(reply.response.statusCode).toBe(200);
    expect(reply.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    return reply;
  }

  /** Each event, with its message once its signature has been verified. */
  async function read({ text }: OpenReply, whose: Caller = caller): Promise<Streamed[]> {
    const { secret } = (await app.api.as(whose).get('/users/webhook-secret')).body;
    const events = [...text.matchAll(/^id: (.+)\nevent: delivery\ndata: (.+)\n\n/gm)];
    return events.map(([, id = '', data = '']) => {
      const { headers, body } = JSON.parse(data);
      return { id, headers, message: new Webhook(secret).verify(body, headers) };
    });
  }

  const statusesOf = (events: readonly Streamed[], id: string): string[] =>
    events.filter(({ message }) => message.data.id === id).map(({ message }) => message.type);

  it('shows every change of my tasks in order, signed as my webhooks are, and nothing of others', async () => {
    const other = await app.caller();
    const stream = await listen();
    const foreign = await relight(other);
    const id = await relight();
    await drain(app);
    await until(() => stream.text.includes('task.succeeded'));
    const events = await read(stream);
    expect(statusesOf(events, id)).toEqual(['task.created', 'task.processing', 'task.succeeded']);
    expect(events.at(-1)?.message).toMatchObject({
      version: 1,
      data: { kind: 'image-relight', seq: 2, outputs: [{}] },
    });
    expect(events.at(-1)?.headers['content-type']).toBe('application/json');
    expect(stream.text).not.toContain(foreign);
  });

  it('goes on after the last event, under the same ids, and sends nothing older to a new reader', async () => {
    const first = await listen();
    const id = await relight();
    await until(() => first.text.includes('task.created'));
    const [created] = await read(first);
    first.leave();
    await drain(app);
    const [resumed, fresh] = [await listen(caller, { 'Last-Event-ID': created?.id ?? '' }), await listen()];
    await until(() => resumed.text.includes('task.succeeded'));
    const again = await read(resumed);
    expect(statusesOf(again, id)).toEqual(['task.created', 'task.processing', 'task.succeeded']);
    expect(again[0]?.headers['webhook-id']).toBe(created?.headers['webhook-id']);
    const later = await relight();
    await until(() => fresh.text.includes(later));
    expect(statusesOf(await read(fresh), id)).toEqual([]);
    await drain(app);
  });

  it('ends at once or after the wanted time, and refuses who may not see tasks', async () => {
    for (const query of ['', '?seconds=1'])
      expect((await app.api.as(caller).get(`/webhooks/stream${query}`)).status).toBe(200);
    expect(await app.api.as(caller).get('/webhooks/stream?seconds=601')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('seconds') },
    });
    expect((await app.api.get('/webhooks/stream')).status).toBe(401);
  });
});
