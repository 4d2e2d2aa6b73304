import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { NO_TRANSACTION } from '#libs/platform/database';
import { JobQueue } from '#libs/platform/queue';
import { scratchFolder, writeSource } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { RunMusicTaskJob } from '../../../libs/media/music-proxy/src/jobs/run-music-task.job.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { FakeVendor, sound, tell, type VendorCall, wholeStream } from './fake-vendor.js';
import { audioOf, events, form, OpenStream, TEXT_PATH, typesOf, until, VIDEO_PATH } from './music-calls.js';

const KEY = 'vendor-key-0123456789';

describe('music by a vendor', () => {
  let vendor: FakeVendor;
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  beforeAll(async () => {
    vendor = await FakeVendor.start();
    app = await TestApp.start({
      MUSPROV_BASE_URL: vendor.baseUrl,
      MUSPROV_PATHS: 'music-from-video=/v9/film',
      MUSPROV_API_KEY: KEY,
      MUSPROV_AUTH_HEADER: 'X-Musprov-Key',
      MUSPROV_AUTH_SCHEME: 'none',
      MUSPROV_IDLE_SECONDS: '1',
      MUSPROV_REFUSAL_WAIT_MS: '10000',
    });
  });
  beforeEach(async () => {
    caller = await app.caller();
    ada = app.api.as(caller);
    // A good call in between keeps the circuit breaker closed.
    vendor.answer = wholeStream;
    await make();
    vendor.calls.length = 0;
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  const make = () => ada.post(TEXT_PATH, undefined, { raw: body() });

  it('is numbered anew, cut to size and cleared of what is the vendor’s own', async () => {
    const reply = await make();
    expect(reply.status).toBe(200);
    const lines = events(reply.bytes);
    expect(typesOf(lines)).toEqual(['task', 'duration', 'title', 'audio_chunk', 'cost', 'complete']);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    expect(lines.at(-2)).toEqual({ seq: lines.length - 2, type: 'cost', credits: 2 });
    const audio = Buffer.concat([sound(1_000, 1), sound(200_000, 2)]);
    expect(audioOf(lines).equals(audio)).toBe(true);
    for (const { data } of lines.filter(({ type }) => type === 'audio_chunk'))
      expect(Buffer.from(data, 'base64').length).toBeLessThanOrEqual(65_536);
    const task = (await ada.get(`/tasks/${lines[0].task_id}`)).body;
    expect(task).toMatchObject({ status: 'succeeded', credits: 2 });
    expect((await ada.get(task.outputs[0].url)).bytes.equals(audio)).toBe(true);
    const shown = reply.bytes.toString() + JSON.stringify(task) + JSON.stringify([...reply.headers]);
    expect(shown).not.toContain('vendor');
    expect(shown).not.toMatch(/:\s*999\b/);
  });

  it('is asked for with our fields and the key in the configured header', async () => {
    await make();
    const [call] = vendor.calls;
    expect(vendor.calls).toHaveLength(1);
    expect(call?.path).toBe('/api/t2m/generate');
    expect(call?.headers['x-musprov-key']).toBe(KEY);
    expect(call?.headers.authorization).toBeUndefined();
    expect(call?.headers['idempotency-key']).toBeUndefined();
    expect(call?.headers['transfer-encoding']).toBeUndefined();
    expect(call?.headers['content-length']).toBe(String(call?.body.length));
    const sent = await new Response(call?.body, {
      headers: { 'content-type': call?.headers['content-type'] ?? '' },
    }).formData();
    expect([...sent]).toEqual([
      ['prompt', 'calm evening'],
      ['duration', '4'],
    ]);
  });

  it('gets the video of the request as a file', async () => {
    const folder = await scratchFolder();
    try {
      const clip = await readFile(
        await writeSource(path.join(folder.path, 'a.mp4'), { seconds: 1, options: ['silent'] }),
      );
      const reply = await ada.post(VIDEO_PATH, undefined, {
        raw: form({ '0.video': { content: clip, name: 'Straße "1".mp4' }, prompt: 'sea' }),
      });
      expect(events(reply.bytes).at(-1)).toMatchObject({ type: 'complete' });
      const [call] = vendor.calls;
      expect(call?.path).toBe('/api/v9/film');
      expect(call?.headers['content-length']).toBe(String(call?.body.length));
      const sent = await new Response(call?.body, {
        headers: { 'content-type': call?.headers['content-type'] ?? '' },
      }).formData();
      expect(sent.get('prompt')).toBe('sea');
      const file = sent.get('0.video') as File;
      expect(file.name).toBe('Straße "1".mp4');
      expect(Buffer.from(await file.arrayBuffer()).equals(clip)).toBe(true);
    } finally {
      await folder.remove();
    }
  });

  it('arrives line by line, each before the vendor has said the next', async () => {
    let call: VendorCall | undefined;
    vendor.answer = (taken) => begin((call = taken));
    const stream = await OpenStream.post(app, caller, TEXT_PATH, body());
    expect(await stream.next()).toMatchObject({ seq: 0, type: 'task' });
    expect(await stream.next()).toMatchObject({ seq: 1, type: 'duration' });
    for (let seq = 2; seq < 6; seq += 1) {
      const data = sound(500, seq).toString('base64');
      if (call) tell(call, { type: 'audio_chunk', stream_index: 0, data });
      expect(await stream.next()).toEqual({ seq, type: 'audio_chunk', stream_index: 0, data });
    }
    if (call) call.response.end('{"type":"complete"}\n');
    expect((await stream.rest()).map(({ type }) => type)).toEqual(['cost', 'complete']);
  });

  it('goes on when its reader hangs up, and is there to be resumed', async () => {
    let call: VendorCall | undefined;
    vendor.answer = (taken) => begin((call = taken));
    const stream = await OpenStream.post(app, caller, TEXT_PATH, body());
    const { task_id: taskId } = await stream.next();
    await stream.next();
    stream.leave();
    if (call) wholeRest(call);
    const rest = await OpenStream.get(app, caller, `/tasks/${taskId}/stream?after=1`);
    const lines = await rest.rest();
    expect(lines.map(({ seq }) => seq)).toEqual([2, 3, 4]);
    expect(lines.at(-1)).toMatchObject({ type: 'complete' });
  });

  it.each<[string, (call: VendorCall) => void, string]>([
    ['ends without complete', (call) => call.response.end(), 'upstream_broken_off'],
    ['is torn off', tornOff, 'music_upstream_failed'],
    ['goes silent', () => undefined, 'music_upstream_timeout'],
    ['turns to garbage', (call) => call.response.end('<html>vendor</html>\n'), 'music_upstream_failed'],
    ['has audio that is not Base64', badAudio, 'music_upstream_failed'],
    [
      'completes without audio',
      (call) => call.response.end('{"type":"complete"}\n'),
      'music_upstream_failed',
    ],
    ['tells an error', vendorError, 'upstream_failed'],
  ])('becomes an error event when the stream %s', async (_, end, code) => {
    vendor.answer = (call) => {
      begin(call);
      end(call);
    };
    const reply = await make();
    expect(reply.status).toBe(200);
    const lines = events(reply.bytes);
    expect(lines.map(({ type }) => type)).toEqual(['task', 'duration', 'error']);
    expect(lines[2]).toEqual({ seq: 2, type: 'error', code, message: expect.any(String) });
    expect(reply.bytes.toString()).not.toContain(KEY);
    expect(reply.bytes.toString()).not.toContain('vendor.example');
    const again = await ada.get(`/tasks/${lines[0].task_id}/stream`);
    expect(again.bytes.equals(reply.bytes)).toBe(true);
    expect((await ada.get(`/tasks/${lines[0].task_id}`)).body).toMatchObject({ status: 'failed' });
    expect(vendor.calls).toHaveLength(1);
  });

  it.each([
    [401, 502, 'music_upstream_failed'],
    [404, 502, 'music_upstream_failed'],
    [400, 400, 'rejected_content'],
    [422, 400, 'rejected_content'],
  ])('answers a vendor’s %i with an ordinary %i', async (status, answered, error) => {
    const message = `No: see https://vendor.example/?sig=5 about ${KEY}`;
    const answer = JSON.stringify({ message });
    // A refused key rests otherwise.
    vendor.answer = ({ response }) => void response.writeHead(status, { 'retry-after': '0' }).end(answer);
    const reply = await make();
    expect(reply).toMatchObject({ status: answered, body: { error } });
    expect(reply.body.message).toContain(` (status ${status}: No: see [link] about …).`);
    expect(vendor.calls).toHaveLength(1);
    const [task] = (await ada.get('/tasks')).body.tasks;
    expect(task).toMatchObject({ status: 'failed', error_code: error, error_message: reply.body.message });
  });

  it.each([429, 500, 503, 504])(
    'is uncertain after a %i, which says nothing of whether it is made',
    async (status) => {
      vendor.answer = ({ response }) => void response.writeHead(status, { 'retry-after': '1' }).end();
      const lines = events((await make()).bytes);
      expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'uncertain' });
      expect(vendor.calls).toHaveLength(1);
      expect((await ada.get(`/tasks/${lines[0].task_id}`)).body).toMatchObject({
        ...{ status: 'uncertain', error_code: 'upstream_outcome_unknown' },
      });
    },
  );

  it('says what the vendor said in its error event', async () => {
    vendor.answer = (call) => {
      begin(call);
      vendorError(call);
    };
    expect(events((await make()).bytes).at(-1).message).toBe(
      'The music service could not make the music (account 77 at [link] is out of money).',
    );
  });

  it('stops at the vendor when the caller cancels', async () => {
    let call: VendorCall | undefined;
    vendor.answer = (taken) => begin((call = taken));
    const stream = await OpenStream.post(app, caller, TEXT_PATH, body());
    const { task_id: taskId } = await stream.next();
    await stream.next();
    await ada.post(`/tasks/${taskId}/cancel`);
    expect((await stream.rest()).at(-1)).toMatchObject({ type: 'error', code: 'canceled' });
    await call?.closed;
    expect(call?.response.writableFinished).toBe(false);
  });

  it('is not asked for a second time when our process died in the middle', async () => {
    const lines = events((await make()).bytes);
    const taskId = lines[0].task_id;
    await interrupt(app, taskId);
    const rest = await OpenStream.get(app, caller, `/tasks/${taskId}/stream?after=2`);
    expect(await rest.rest()).toEqual([
      { seq: 2, type: 'error', code: 'uncertain', message: expect.stringContaining(`GET /tasks/${taskId}`) },
    ]);
    expect((await ada.get(`/tasks/${taskId}`)).body).toMatchObject({
      status: 'uncertain',
      native_status: 'processing',
      error_code: 'upstream_interrupted',
    });
    expect(vendor.calls).toHaveLength(1);
  });

  it('is given a pause after failures in a row', async () => {
    vendor.answer = ({ response }) => void response.writeHead(500).end();
    for (let count = 0; count < 5; count += 1) await make();
    vendor.calls.length = 0;
    expect(await make()).toMatchObject({ status: 503, body: { error: 'music_upstream_busy' } });
    expect(vendor.calls).toHaveLength(0);
    await until(async () => (await ada.get('/tasks?status=processing')).body.tasks.length === 0);
  });
});

describe('music by a vendor that gives a repeated order its first stream', () => {
  let vendor: FakeVendor;
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  beforeAll(async () => {
    vendor = await FakeVendor.start();
    app = await TestApp.start({
      MUSPROV_BASE_URL: vendor.baseUrl,
      MUSPROV_API_KEY: KEY,
      MUSPROV_IDEMPOTENT: 'true',
      MUSPROV_POLL_SECONDS: '0',
      MUSPROV_IDLE_SECONDS: '1',
      MUSPROV_REFUSAL_WAIT_MS: '10000',
    });
    caller = await app.caller();
    ada = app.api.as(caller);
  });
  beforeEach(() => {
    vendor.calls.length = 0;
    vendor.answer = wholeStream;
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });

  it('is taken again under the same key after it broke off, without a gap or a repeated line', async () => {
    const answers = [
      (call: VendorCall) => (begin(call), tornOff(call)),
      inFlight,
      ({ response }: VendorCall) => void response.writeHead(401, { 'retry-after': '0' }).end(),
    ];
    vendor.answer = (call) => (answers.shift() ?? wholeStream)(call);
    const reply = await ada.post(TEXT_PATH, undefined, { raw: body() });
    const lines = events(reply.bytes);
    expect(typesOf(lines)).toEqual(['task', 'duration', 'title', 'audio_chunk', 'cost', 'complete']);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    expect(audioOf(lines).equals(Buffer.concat([sound(1_000, 1), sound(200_000, 2)]))).toBe(true);
    expect(vendor.calls).toHaveLength(4);
    expect(new Set(vendor.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(new Set(vendor.calls.map((call) => call.body.toString())).size).toBe(1);
  });

  it('is asked for again under the same key when a page came in its place', async () => {
    const page = ({ response }: VendorCall): void =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    const answers = [page, page];
    vendor.answer = (call) => (answers.shift() ?? wholeStream)(call);
    const lines = events((await ada.post(TEXT_PATH, undefined, { raw: body() })).bytes);
    expect(typesOf(lines)).toEqual(['task', 'duration', 'title', 'audio_chunk', 'cost', 'complete']);
    expect(new Set(vendor.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(vendor.calls).toHaveLength(3);
  });

  it('is taken again under the same key after our process died in the middle', async () => {
    const taken = await ada.post(TEXT_PATH, undefined, { raw: body() });
    const taskId = events(taken.bytes)[0].task_id;
    await interrupt(app, taskId);
    const rest = await OpenStream.get(app, caller, `/tasks/${taskId}/stream`);
    expect(await rest.rest()).toEqual(events(taken.bytes));
    const [first, second] = vendor.calls.map(({ headers }) => headers['idempotency-key']);
    expect(second).toBe(first);
    expect(vendor.calls).toHaveLength(2);
  });

  it.each([429, 500, 503])('is asked for again under the same key after a %i', async (status) => {
    const busy = ({ response }: VendorCall): void =>
      void response.writeHead(status, { 'retry-after': '1' }).end();
    const answers = [busy, busy];
    vendor.answer = (call) => (answers.shift() ?? wholeStream)(call);
    const lines = events((await ada.post(TEXT_PATH, undefined, { raw: body() })).bytes);
    expect(typesOf(lines).at(-1)).toBe('complete');
    expect(new Set(vendor.calls.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(vendor.calls).toHaveLength(3);
  });

  it.each([
    [400, 400, 'rejected_content'],
    [403, 502, 'music_upstream_failed'],
  ])('answers a %i to a first order with an ordinary %i at once', async (status, answered, error) => {
    vendor.answer = ({ response }) => void response.writeHead(status).end();
    expect(await ada.post(TEXT_PATH, undefined, { raw: body() })).toMatchObject({
      status: answered,
      body: { error },
    });
    expect(vendor.calls).toHaveLength(1);
  });

  it('is begun again under the key of a request that was refused because the vendor was too busy', async () => {
    const app = await TestApp.start({
      MUSPROV_BASE_URL: vendor.baseUrl,
      MUSPROV_API_KEY: KEY,
      MUSPROV_IDEMPOTENT: 'true',
      MUSPROV_NOT_TAKEN_ON_429: 'true',
      MUSPROV_REFUSAL_WAIT_MS: '10000',
    });
    const ada = app.api.as(await app.caller());
    const call = () =>
      ada.post(TEXT_PATH, undefined, { raw: body(), headers: { 'Idempotency-Key': 'busy-once' } });
    try {
      vendor.answer = ({ response }) => void response.writeHead(429, { 'retry-after': '1' }).end();
      const refused = await call();
      expect(refused).toMatchObject({ status: 503, body: { error: 'music_upstream_busy' } });
      expect(refused.headers.get('retry-after')).toBe('5');
      vendor.answer = wholeStream;
      const second = await call();
      expect(second.headers.get('idempotent-replayed')).toBeNull();
      expect(events(second.bytes).at(-1)).toMatchObject({ type: 'complete' });
      expect(vendor.calls).toHaveLength(2);
    } finally {
      await app.stop();
    }
  });
});

/** The state after a process died in the middle of a stream: its last lines are missing, and the job runs again. */
async function interrupt(app: TestApp, taskId: string): Promise<void> {
  const database = app.get(DataSource);
  await database.query('delete from music_lines where task_id = $1 and seq > 2', [taskId]);
  await database.query(`update tasks set status = 'processing', finished_at = null where id = $1`, [taskId]);
  await app.get(JobQueue).enqueue(NO_TRANSACTION, RunMusicTaskJob, { taskId });
}

function inFlight({ response }: VendorCall): void {
  response.writeHead(409, { 'retry-after': '1' }).end('{"error":"idempotency_in_flight"}');
}

function body(): URLSearchParams {
  return new URLSearchParams({ prompt: 'calm evening', duration: '4' });
}

function begin(call: VendorCall): void {
  call.response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  tell(call, { type: 'duration', duration_sec: 4 });
}

function wholeRest(call: VendorCall): void {
  tell(call, { type: 'audio_chunk', stream_index: 0, data: sound(900, 3).toString('base64') });
  call.response.end('{"type":"complete"}\n');
}

function tornOff({ response }: VendorCall): void {
  response.write('\n', () => response.destroy());
}

function badAudio(call: VendorCall): void {
  tell(call, { type: 'audio_chunk', stream_index: 0, data: '§§§§' });
}

function vendorError(call: VendorCall): void {
  tell(call, {
    type: 'error',
    code: 'quota',
    message: 'account 77 at https://vendor.example/a is out of money',
  });
}
