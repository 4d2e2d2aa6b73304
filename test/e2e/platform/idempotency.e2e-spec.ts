import { DataSource } from 'typeorm';
import { CleanIdempotencyKeysJob } from '#libs/platform/http';
import { probeRuns, ProbeModule, probeStream } from '../../support/probe.module.js';
import { type Reply, TestApp } from '../../support/test-app.js';

let counter = 0;
const DAY_MS = 86_400_000;

const newKey = (): string => `key-${process.pid}-${(counter += 1)}`;
const withKey = (key: string, headers: Record<string, string> = {}) => ({
  headers: { 'Idempotency-Key': key, ...headers },
});

describe('Idempotency-Key', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await TestApp.start({}, { modules: [ProbeModule] });
  });
  afterAll(() => app.stop());

  it('answers the same request with the first reply and does not run it again', async () => {
    const ada = app.api.as(await app.caller());
    const key = newKey();
    const first = await ada.post('/probe/echo', { text: 'hello', unknown: 1 }, withKey(key));
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const runs = probeRuns.echo;
    const again = await ada.post('/probe/echo', { unknown: 1, text: 'hello' }, withKey(key));
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.bytes).toEqual(first.bytes);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    for (const name of ['x-credits-used', 'x-ignored-fields', 'content-type', 'content-length']) {
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)]);
    }
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(probeRuns.echo).toBe(runs);
  });

  it('runs each request without a key', async () => {
    const runs = probeRuns.echo;
    await app.api.post('/probe/echo', { text: 'a' });
    await app.api.post('/probe/echo', { text: 'a' });
    expect(probeRuns.echo).toBe(runs + 2);
  });

  it('refuses the key for another body, path, query or method', async () => {
    const ada = app.api.as(await app.caller());
    const key = newKey();
    await ada.post('/probe/echo', { text: 'hello' }, withKey(key));
    const others = [
      await ada.post('/probe/echo', { text: 'other' }, withKey(key)),
      await ada.post('/probe/echo?x=1', { text: 'hello' }, withKey(key)),
      await ada.post('/probe/large', { text: 'hello' }, withKey(key)),
      await ada.put('/probe/bodyless', undefined, withKey(key)),
    ];
    for (const other of others) {
      expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_mismatch' } });
    }
  });

  it('keeps the keys of callers apart: users by user, nobody by address', async () => {
    const key = newKey();
    const [ada, bob] = [await app.caller(), await app.caller()];
    const replies = [
      await app.api.as(ada).post('/probe/echo', { text: 'x' }, withKey(key)),
      await app.api.as(bob).post('/probe/echo', { text: 'x' }, withKey(key)),
      await app.api.post('/probe/echo', { text: 'x' }, withKey(key)),
    ];
    expect(replies.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, null]);
    expect(replies.map(({ body }) => body.caller)).toEqual([ada.user.name, bob.user.name, null]);
    const nobody = await app.api.post('/probe/echo', { text: 'x' }, withKey(key));
    expect(nobody.headers.get('idempotent-replayed')).toBe('true');
  });

  it('runs one of 50 equal requests that arrive together, and tells the others to wait', async () => {
    const ada = app.api.as(await app.caller());
    const key = newKey();
    const runs = probeRuns.slow;
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => ada.post('/probe/slow', { text: 'x', count: 10 }, withKey(key))),
    );
    expect(probeRuns.slow).toBe(runs + 1);
    const accepted = replies.filter(({ status }) => status === 202);
    const waiting = replies.filter(({ status }) => status === 409);
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    expect(accepted.length + waiting.length).toBe(50);
    for (const reply of waiting) {
      expect(reply.body.error).toBe('idempotency_in_flight');
      expect(reply.headers.get('retry-after')).toBe('2');
    }
    const later = await ada.post('/probe/slow', { text: 'x', count: 10 }, withKey(key));
    expect(later).toMatchObject({ status: 202, body: accepted[0]?.body });
    expect(later.headers.get('idempotent-replayed')).toBe('true');
  });

  it('keeps the reply although its caller has hung up', async () => {
    const caller = await app.caller();
    const ada = app.api.as(caller);
    const key = newKey();
    const runs = probeRuns.slow;
    const gone = new AbortController();
    const call = fetch(`${app.api.baseUrl}/probe/slow`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        Authorization: `Bearer ${caller.token}`,
      },
      body: JSON.stringify({ text: 'x', count: 5 }),
    }).catch(() => 'aborted');
    while (probeRuns.slow === runs) await new Promise((resolve) => setTimeout(resolve, 10));
    gone.abort();
    expect(await call).toBe('aborted');
    let reply: Reply;
    do reply = await ada.post('/probe/slow', { text: 'x', count: 5 }, withKey(key));
    while (reply.status === 409);
    expect(reply.status).toBe(202);
    expect(reply.headers.get('idempotent-replayed')).toBe('true');
    expect(probeRuns.slow).toBe(runs + 1);
  });

  it('keeps refusals of the route, but not failures of the service', async () => {
    const ada = app.api.as(await app.caller());
    const bad = newKey();
    const refused = await ada.post('/probe/echo', { text: 5 }, withKey(bad));
    expect(refused.status).toBe(400);
    const again = await ada.post('/probe/echo', { text: 5 }, withKey(bad));
    expect(again).toMatchObject({ status: 400, body: refused.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const failing = newKey();
    const runs = probeRuns.failing;
    for (let n = 1; n <= 2; n += 1) {
      const failed = await ada.post('/probe/failing', undefined, withKey(failing));
      expect(failed).toMatchObject({ status: 500, body: { error: 'internal_error' } });
      expect(failed.headers.get('idempotent-replayed')).toBeNull();
    }
    expect(probeRuns.failing).toBe(runs + 2);
  });

  it('replays an empty reply', async () => {
    const key = newKey();
    const runs = probeRuns.deleted;
    expect((await app.api.delete('/probe/items/1', undefined, withKey(key))).status).toBe(204);
    const again = await app.api.delete('/probe/items/1', undefined, withKey(key));
    expect([again.status, again.bytes.length]).toEqual([204, 0]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(probeRuns.deleted).toBe(runs + 1);
  });

  it('refuses keys that are no visible ASCII of 1 to 255 characters', async () => {
    for (const key of ['', 'a b', 'x'.repeat(256), 'ü']) {
      const reply = await app.api.post('/probe/echo', { text: 'a' }, withKey(key));
      expect([key.length, reply.status]).toEqual([key.length, 400]);
    }
    expect((await app.api.post('/probe/echo', { text: 'a' }, withKey('~'.repeat(255)))).status).toBe(201);
  });

  it('ignores the key of a GET', async () => {
    const reply = await app.api.get('/probe/items/1', withKey(''));
    expect(reply.status).toBe(200);
  });

  it('knows an equal upload by the hash that its route makes', async () => {
    const upload = (key: string, text: string) =>
      app.api.call('PUT', '/probe/upload', undefined, { ...withKey(key), raw: text });
    const key = newKey();
    const runs = probeRuns.upload;
    expect(await upload(key, 'file one')).toMatchObject({ status: 200, body: { bytes: 8 } });
    const again = await upload(key, 'file one');
    expect(again).toMatchObject({ status: 200, body: { bytes: 8 } });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(probeRuns.upload).toBe(runs + 1);
    expect(await upload(key, 'file two')).toMatchObject({
      status: 409,
      body: { error: 'idempotency_mismatch' },
    });
  });

  it('knows an equal form by its fields and files, whatever its boundary', async () => {
    const send = (key: string, text: string, file: string) => {
      const form = new FormData();
      form.set('text', text);
      form.set('file', new Blob([file]), 'a.bin');
      return app.api.call('POST', '/probe/form', undefined, { ...withKey(key), raw: form });
    };
    const key = newKey();
    const runs = probeRuns.form;
    const first = await send(key, 'hello', 'one');
    expect(first).toMatchObject({ status: 201, body: { fields: { text: 'hello' }, bytes: [3] } });
    const again = await send(key, 'hello', 'one');
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(probeRuns.form).toBe(runs + 1);
    expect((await send(key, 'hello', 'two')).body.error).toBe('idempotency_mismatch');
    expect((await send(key, 'other', 'one')).body.error).toBe('idempotency_mismatch');
    const odd = await send(newKey(), 'a\0b', 'one');
    expect(odd).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('text must not contain') },
    });
  });

  it('replays a stream from where its module keeps it, once it is complete', async () => {
    const key = newKey();
    probeStream.isComplete = false;
    const first = await app.api.post('/probe/stream', { text: 'abc' }, withKey(key));
    expect(first.bytes.toString()).toBe('{"seq":0}\n');
    const early = await app.api.post('/probe/stream', { text: 'abc' }, withKey(key));
    expect(early).toMatchObject({ status: 409, body: { error: 'idempotency_in_flight' } });
    probeStream.isComplete = true;
    const again = await app.api.post('/probe/stream', { text: 'abc' }, withKey(key));
    expect(again.bytes.toString()).toBe('{"seq":0}\n{"seq":1}\n');
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it('gives the key of a process that died free once its lease is over', async () => {
    const ada = app.api.as(await app.caller());
    const key = newKey();
    const runs = probeRuns.echo;
    await ada.post('/probe/echo', { text: 'a' }, withKey(key));
    const database = app.get(DataSource);
    const asIfRunning = (lease: string) =>
      database.query(
        `update idempotency_keys set reply = null, lease_until = now() + $1::interval
         where id = (select id from idempotency_keys order by expires_at desc limit 1)`,
        [lease],
      );
    await asIfRunning('20 seconds');
    expect((await ada.post('/probe/echo', { text: 'a' }, withKey(key))).status).toBe(409);
    expect(probeRuns.echo).toBe(runs + 1);
    await asIfRunning('-1 seconds');
    const taken = await ada.post('/probe/echo', { text: 'a' }, withKey(key));
    expect(taken.status).toBe(201);
    expect(taken.headers.get('idempotent-replayed')).toBeNull();
    expect(probeRuns.echo).toBe(runs + 2);
  });

  it('forgets keys after their day, and deletes them', async () => {
    const key = newKey();
    await app.api.post('/probe/echo', { text: 'a' }, withKey(key));
    app.passTime(DAY_MS - 60_000);
    const kept = await app.api.post('/probe/echo', { text: 'a' }, withKey(key));
    expect(kept.headers.get('idempotent-replayed')).toBe('true');
    app.passTime(61_000);
    const anew = await app.api.post('/probe/echo', { text: 'b' }, withKey(key));
    expect(anew.status).toBe(201);
    expect(anew.headers.get('idempotent-replayed')).toBeNull();
    await app.get(CleanIdempotencyKeysJob).run();
    const [left] = await app.get(DataSource).query('select count(*)::int as count from idempotency_keys');
    expect(left.count).toBe(1);
  });

  it('stores neither the key nor the reply in the clear', async () => {
    const key = newKey();
    await app.api.post('/probe/echo', { text: 'a' }, withKey(key));
    const rows = await app.get(DataSource).query('select * from idempotency_keys');
    const stored = rows.map((row: Record<string, unknown>) =>
      Object.values(row)
        .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
        .join(),
    );
    expect(stored.join()).not.toContain(key);
    expect(stored.join()).not.toMatch(/chars|content-type/i);
  });

  it('answers 503 and starts nothing when the keys cannot be reached', async () => {
    const database = app.get(DataSource);
    await database.query('alter table idempotency_keys rename to idempotency_keys_away');
    const runs = probeRuns.echo;
    const reply = await app.api.post('/probe/echo', { text: 'a' }, withKey(newKey()));
    expect(reply).toMatchObject({ status: 503, body: { error: 'unavailable' } });
    expect(reply.headers.get('retry-after')).toBe('5');
    expect(probeRuns.echo).toBe(runs);
    expect((await app.api.post('/probe/echo', { text: 'a' })).status).toBe(201);
    await database.query('alter table idempotency_keys_away rename to idempotency_keys');
  });
});
