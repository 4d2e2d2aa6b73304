import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { contractProblem, streamProblems } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { FakeVendor } from '../../support/fake-vendor.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const SKIN = '/proxy/imgprov/v1/ai/skin-enhancer/creative';

function eventsOf(bytes: Buffer): { id: string | undefined; event: string | undefined; data: any }[] {
  return bytes
    .toString()
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const fields = new Map(
        block
          .split('\n')
          .map((line): [string, string] => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      );
      return { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(fields.get('data') ?? '') };
    });
}

/** The events of a stream up to the first of this name, where it is left. */
async function eventsUntil(name: string, url: URL, { token }: Caller): Promise<ReturnType<typeof eventsOf>> {
  const { body } = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  let text = '';
  for await (const part of body!.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (new RegExp(`event: ${name}\n.*\n\n`).test(text)) break;
  }
  return eventsOf(Buffer.from(text));
}

describe('tasks', () => {
  let app: TestApp;
  let ada: ApiClient;
  let image: string;

  beforeAll(async () => {
    app = await TestApp.start();
    const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: '#a07050' } });
    image = (await picture.png().toBuffer()).toString('base64');
  });
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  async function start(path = RELIGHT, api = ada): Promise<string> {
    return (await api.post(path, { image })).body.data.task_id;
  }

  it('lists the own tasks, newest first, page by page', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(await start());
    await start(RELIGHT, app.api.as(await app.caller()));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await ada.get(`/tasks?limit=2${cursor && `&cursor=${cursor}`}`);
      expect(page.body.tasks.length).toBeLessThanOrEqual(2);
      seen.push(...page.body.tasks.map(({ id }: { id: string }) => id));
      cursor = page.body.next_cursor;
    }
    expect(seen).toEqual(ids);
  });

  it('filters by kind, status and time', async () => {
    const [relight, skin] = [await start(RELIGHT), await start(SKIN)];
    const ended = await Promise.all([relight, skin].map((id) => endedTask(ada, id)));
    expect(ended.every(({ estimated_seconds: seconds }) => seconds >= 0)).toBe(true);
    const ids = async (query: string): Promise<string[]> =>
      (await ada.get(`/tasks?${query}`)).body.tasks.map(({ id }: { id: string }) => id);
    expect(await ids('kind=image-relight')).toEqual([relight]);
    expect(await ids('kind=skin-enhancer-creative&status=succeeded')).toEqual([skin]);
    expect(await ids('status=failed')).toEqual([]);
    expect(await ids(`created_after=${new Date(Date.now() + 60_000).toISOString()}`)).toEqual([]);
    expect(await ids(`created_after=${new Date(Date.now() - 60_000).toISOString()}`)).toHaveLength(2);
  });

  it.each([
    'limit=0',
    'limit=101',
    'status=done',
    'cursor=5',
    'created_after=yesterday',
    'created_after=2026-02-30',
  ])('refuses ?%s', async (query) => {
    const reply = await ada.get(`/tasks?${query}`);
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(query.split('=')[0]);
  });

  it('are sent once to a caller who asks again, until they change', async () => {
    const id = await start();
    await endedTask(ada, id);
    const tags: Record<string, string> = {};
    for (const path of [`/tasks/${id}`, '/tasks?limit=1']) {
      const first = await ada.get(path);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const tag = (tags[path] = first.headers.get('etag') ?? '');
      expect(tag).toMatch(/^W\/"[\w-]{27}"$/);
      const again = await ada.get(path, { headers: { 'If-None-Match': tag } });
      expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, tag]);
      const stranger = app.api.as(await app.caller());
      expect((await stranger.get(path, { headers: { 'If-None-Match': tag } })).status).not.toBe(304);
    }
    await start();
    const changed = await ada.get('/tasks?limit=1', {
      headers: { 'If-None-Match': tags['/tasks?limit=1'] ?? '' },
    });
    expect(changed.status).toBe(200);
  });

  it('shows a task with its outputs and times', async () => {
    const task = await endedTask(ada, await start());
    expect(task).toMatchObject({ kind: 'image-relight', progress: 100, details: {}, deliveries: [] });
    expect(task.outputs).toEqual([
      {
        role: 'image',
        url: expect.stringContaining('/assets/'),
        expires_at: expect.any(String),
        content_type: 'image/png',
        bytes: expect.any(Number),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        provenance: {
          digital_source_type: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced',
          content_credentials: false,
        },
      },
    ]);
    const times = [task.created_at, task.started_at, task.finished_at].map((text) => Date.parse(text));
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });

  it('sends every change as an event, and goes on after the last one seen', async () => {
    const id = await start();
    const stream = await ada.get(`/tasks/${id}/events`);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    expect(contractProblem('GET /tasks/:id/events', stream)).toBeUndefined();
    const told = eventsOf(stream.bytes);
    const data = told.map((event) => event.data);
    expect(streamProblems('GET /tasks/:id/events', 'text/event-stream', data)).toEqual([]);
    const changes = told.filter(({ event }) => event === 'status');
    expect(changes.map(({ id: seq, data }) => [seq, data.native_status])).toEqual([
      ['0', 'CREATED'],
      ['1', 'IN_PROGRESS'],
      ['2', 'COMPLETED'],
    ]);
    const rest = await ada.get(`/tasks/${id}/events`, { headers: { 'last-event-id': '1' } });
    expect(eventsOf(rest.bytes).map(({ id: seq }) => seq)).toEqual(['2']);
  });

  it.each(['2', '7'])('ends the stream of a reader who has seen event %s and comes back', async (seen) => {
    const id = await start();
    await endedTask(ada, id);
    const reply = await ada.get(`/tasks/${id}/events`, { headers: { 'last-event-id': seen } });
    expect(reply.status).toBe(204);
  });

  it('shows, cancels and removes nothing for other people', async () => {
    const id = await start();
    const bob = app.api.as(await app.caller());
    for (const api of [bob, app.api]) {
      const replies = [
        await api.get(`/tasks/${id}`),
        await api.get(`/tasks/${id}/events`),
        await api.post(`/tasks/${id}/cancel`),
        await api.delete(`/tasks/${id}`),
      ];
      for (const reply of replies)
        expect(reply).toMatchObject({ status: 404, body: { error: 'task_not_found' } });
    }
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    expect((await admin.get(`/tasks/${id}`)).status).toBe(200);
    expect((await app.api.get('/tasks')).status).toBe(401);
    expect((await ada.get(`/tasks/${randomUUID()}`)).status).toBe(404);
    expect((await ada.get('/tasks/17')).status).toBe(400);
  });

  it('removes a task with its files', async () => {
    const task = await endedTask(ada, await start());
    expect((await ada.delete(`/tasks/${task.id}`)).status).toBe(204);
    expect((await app.api.get(task.outputs[0].url)).status).toBe(404);
    expect((await ada.get(`/tasks/${task.id}`)).status).toBe(404);
    expect((await ada.get(`${RELIGHT}/${task.id}`)).status).toBe(404);
    expect((await ada.delete(`/tasks/${task.id}`)).status).toBe(404);
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
  });

  it('refuses to cancel what has ended', async () => {
    const { id } = await endedTask(ada, await start());
    expect(await ada.post(`/tasks/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { error: 'task_ended' },
    });
  });

  it('stops running work that is canceled', async () => {
    const running = { json: { task_id: 'v1', status: 'IN_PROGRESS', generated: [] } };
    const vendor = await FakeVendor.start(() => running);
    const other = await TestApp.start({
      IMGPROV_BASE_URL: vendor.url,
      IMGPROV_API_KEY: 'key',
      IMGPROV_POLL_SECONDS: '0',
    });
    try {
      const caller = await other.caller();
      const eve = other.api.as(caller);
      const id = await start(RELIGHT, eve);
      const told = await eventsUntil('progress', new URL(`/tasks/${id}/events`, other.api.baseUrl), caller);
      const data = told.map((event) => event.data);
      expect(data.at(-1)).toEqual({ task_id: id, progress: expect.any(Number) });
      expect(streamProblems('GET /tasks/:id/events', 'text/event-stream', data)).toEqual([]);
      while (vendor.callsOf('GET').length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      expect((await eve.post(`/tasks/${id}/cancel`)).body).toMatchObject({
        status: 'canceled',
        native_status: 'FAILED',
        error_code: 'canceled',
      });
      expect((await eve.get(`${RELIGHT}/${id}`)).body.data).toMatchObject({
        status: 'FAILED',
        generated: [],
      });
      const stream = eventsOf((await eve.get(`/tasks/${id}/events`)).bytes);
      expect(stream.at(-1)?.data.status).toBe('canceled');
    } finally {
      await other.stop();
      await vendor.stop();
    }
  });
});
