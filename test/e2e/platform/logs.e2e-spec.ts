import { connect } from 'node:net';
import { ProbeModule } from '../../support/probe.module.js';
import { type Caller, TestApp } from '../../support/test-app.js';

const SECRET = 'sEcReT7f3a9';

describe('the log', () => {
  let app: TestApp;
  let ada: Caller;
  let lines: string[] = [];

  beforeAll(async () => {
    app = await TestApp.start(
      { LOG_LEVEL: 'debug', LOG_FORMAT: 'json', RATE_LIMIT: '1000' },
      { modules: [ProbeModule], logTo: { write: (line) => void lines.push(line) } },
    );
    ada = await app.caller({ name: 'Ada', email: `${SECRET}@example.com` });
  });
  afterAll(() => app.stop());
  beforeEach(() => {
    lines = [];
  });

  const requestLines = (): Record<string, unknown>[] =>
    lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

  /** The line is written when the connection knows that all has left, which may be after the caller has read it. */
  const settled = async (count: number): Promise<Record<string, unknown>[]> => {
    while (requestLines().length < count) await new Promise((resolve) => setTimeout(resolve, 5));
    return requestLines();
  };

  it('has one line a request: id, method, route pattern, status, duration and caller', async () => {
    const reply = await app.api.as(ada).get('/probe/items/12345?x=1');
    const [line] = await settled(1);
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      pid: process.pid,
      requestId: reply.headers.get('x-request-id'),
      method: 'GET',
      route: '/probe/items/:id',
      status: 200,
      durationMs: expect.any(Number),
      callerId: ada.user.id,
      msg: 'request',
    });
    expect(lines.join('')).not.toContain('12345');
  });

  it('writes no stack where a 503 is said on purpose', async () => {
    expect((await app.api.get('/probe/closed')).status).toBe(503);
    const [line] = await settled(1);
    expect(line).toMatchObject({ route: '/probe/closed', status: 503 });
    expect(lines).toHaveLength(1);
  });

  it('logs an error once, with its stack, under the id that the caller was given', async () => {
    const reply = await app.api.get('/probe/crash');
    expect(reply).toMatchObject({ status: 500, body: { error: 'internal_error' } });
    expect(reply.bytes.toString()).not.toContain('secret-in-an-error');
    await settled(1);
    const errors = lines.map((line) => JSON.parse(line)).filter(({ err }) => err !== undefined);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ level: 'error', requestId: reply.headers.get('x-request-id') });
    expect(errors[0].err.stack).toContain('probe.module');
  });

  it('holds nothing of what callers send, wherever they put it', async () => {
    const headers = {
      'User-Agent': SECRET,
      Referer: `https://x.example/?${SECRET}`,
      Cookie: `session=${SECRET}`,
      'X-Forwarded-For': SECRET,
      'Idempotency-Key': SECRET,
    };
    const mine = app.api.as(ada);
    const calls = [
      mine.post('/probe/echo', { text: SECRET, [SECRET]: SECRET }, { headers }),
      mine.post('/probe/echo', { text: { prompt: SECRET } }, { headers: { 'X-Caller': SECRET } }),
      mine.call('POST', '/probe/echo', undefined, {
        raw: `{"prompt":"${SECRET}`,
        headers: { 'Content-Type': 'application/json' },
      }),
      mine.get(`/probe/items/${SECRET}?signature=${SECRET}&token=${SECRET}#${SECRET}`),
      mine.get(`/assets/${SECRET}?expires=1&signature=${SECRET}`),
      mine.get(`/${SECRET}`),
      mine.call('PATCH', `/probe/items/${SECRET}`),
      app.api.as(`atl_${SECRET.padEnd(43, 'x')}`).get('/users'),
      app.api.as(SECRET).get('/users'),
      app.api.get('/users', { headers: { 'X-API-Key': SECRET } }),
      app.api.get('/users', { headers: { Authorization: `Basic ${SECRET}` } }),
      mine.get('/users'),
      mine.get(`/probe/crash?${SECRET}`),
      mine.post('/probe/database-error', { text: SECRET }),
    ];
    const replies = await Promise.all(calls);
    expect(replies.map(({ status }) => status)).toEqual([
      201,
      400,
      400,
      200,
      expect.any(Number),
      404,
      405,
      401,
      401,
      401,
      expect.any(Number),
      200,
      500,
      500,
    ]);
    await settled(calls.length);
    const log = lines.join('');
    expect(log).not.toContain(SECRET);
    expect(log).not.toContain(ada.token);
    expect(log).not.toContain(ada.user.email);
    expect(log).not.toContain('signature=');
  });

  it('takes a caller who hangs up for no failure of the service', async () => {
    const socket = connect(Number(new URL(app.api.baseUrl).port), '127.0.0.1');
    socket.write('GET /probe/endless HTTP/1.1\r\nHost: x\r\n\r\n');
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    const [line] = await settled(1);
    expect(line).toMatchObject({ level: 'info', route: '/probe/endless', status: 499 });
    expect(lines.filter((text) => text.includes('"level":"error"'))).toEqual([]);
  });

  it('keeps quiet about what watches the service', async () => {
    await app.api.get('/health/live');
    const [line] = await settled(1);
    expect(line).toMatchObject({ level: 'debug', route: '/health/live' });
  });

  it('obeys the level', async () => {
    const silent: string[] = [];
    const other = await TestApp.start(
      { LOG_LEVEL: 'silent' },
      { modules: [ProbeModule], logTo: { write: (line) => void silent.push(line) } },
    );
    await other.api.get('/probe/crash');
    await other.stop();
    expect(silent).toEqual([]);
  });
});
