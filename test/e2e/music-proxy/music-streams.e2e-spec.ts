import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DataSource } from 'typeorm';
import {
  NO_TRANSACTION,
  type StatementScope,
  TransactionRunner,
  type TransactionScope,
} from '#libs/platform/database';
import { JobQueue } from '#libs/platform/queue';
import { scratchFolder, writeSource } from '../../../packages/engines/src/video/__fixtures__/test-media.js';
import { CleanMusicLinesJob } from '../../../libs/media/music-proxy/src/jobs/clean-music-lines.job.js';
import { MusicLinesRepository } from '../../../libs/media/music-proxy/src/music-lines.repository.js';
import { RunMusicTaskJob } from '../../../libs/media/music-proxy/src/jobs/run-music-task.job.js';
import { endEngine } from '../../support/end-engine.js';
import { type ApiClient, type Caller, type Reply, TestApp } from '../../support/test-app.js';
import { audioOf, events, form, OpenStream, TEXT_PATH, until, VIDEO_PATH } from './music-calls.js';

const body = (duration: number) =>
  new URLSearchParams({ prompt: 'dreamy synth', duration: String(duration) });
const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

describe('the streams of music tasks', () => {
  let first: TestApp;
  let second: TestApp;
  let caller: Caller;
  let ada: ApiClient;
  beforeAll(async () => {
    first = await TestApp.start();
    second = await TestApp.join(first);
  });
  beforeEach(async () => {
    caller = await first.caller();
    ada = first.api.as(caller);
  });
  afterAll(async () => {
    await second.stop();
    await first.stop();
  });

  const make = (duration = 1, headers = {}): Promise<Reply> =>
    ada.post(TEXT_PATH, undefined, { raw: body(duration), headers });
  const lineCount = async (taskId: string): Promise<number> => {
    const [row] = await first
      .get(DataSource)
      .query('select count(*)::int as count from music_lines where task_id = $1', [taskId]);
    return row.count;
  };

  it('go on in another process for a reader that hung up, while the music is made', async () => {
    const stream = await OpenStream.post(first, caller, TEXT_PATH, body(45));
    const seen = [];
    for (let count = 0; count < 6; count += 1) seen.push(await stream.next());
    stream.leave();
    const rest = await OpenStream.get(second, caller, `/tasks/${seen[0].task_id}/stream?after=5`);
    const lines = [...seen, ...(await rest.rest())];
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    expect(lines.at(-1)).toMatchObject({ type: 'complete' });
    const task = (await ada.get(`/tasks/${seen[0].task_id}`)).body;
    const file = await ada.get(task.outputs[0].url);
    expect(file.bytes.equals(audioOf(lines))).toBe(true);
  });

  it('end at once for a reader that has seen all', async () => {
    const lines = events((await make()).bytes);
    for (const after of [lines.length - 1, lines.length + 100]) {
      const rest = await ada.get(`/tasks/${lines[0].task_id}/stream?after=${after}`);
      expect([rest.status, rest.bytes.length]).toEqual([200, 0]);
    }
    expect((await ada.get(`/tasks/${lines[0].task_id}/stream?after=-2`)).status).toBe(400);
  });

  it('spell every line alike, when it is made and when it is read again', async () => {
    const made = await make();
    const lines = made.bytes.toString().trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`{"seq":${lines.length - 1},"type":"complete"}`);
    expect(lines).toEqual(lines.map((line) => JSON.stringify(JSON.parse(line))));
    const again = await second.api.as(caller).get(`/tasks/${made.headers.get('x-task-id')}/stream`);
    expect(again.bytes.equals(made.bytes)).toBe(true);
  });

  it('go on without a gap or a repeated line when their process died', async () => {
    const whole = (await make(8)).bytes;
    const taskId = events(whole)[0].task_id;
    const database = first.get(DataSource);
    await database.query('delete from music_lines where task_id = $1 and seq > 4', [taskId]);
    await database.query(
      `update tasks set status = 'processing', outputs = '[]', finished_at = null where id = $1`,
      [taskId],
    );
    const reader = await OpenStream.get(second, caller, `/tasks/${taskId}/stream`);
    await first.get(JobQueue).enqueue(NO_TRANSACTION, RunMusicTaskJob, { taskId });
    const again = await reader.rest();
    const known = events(whole);
    // The last line is written by the database, with its own order of keys.
    expect(again).toEqual(known);
  });

  describe('of which two lines take the same number', () => {
    /** A task with lines 0 to 4 whose work has stopped. */
    async function halfDone(): Promise<string> {
      const [{ task_id: taskId }] = events((await make()).bytes);
      const database = first.get(DataSource);
      await database.query('delete from music_lines where task_id = $1 and seq > 4', [taskId]);
      await database.query(`update tasks set status = 'processing' where id = $1`, [taskId]);
      return taskId;
    }
    const cost = (seq: number): string => JSON.stringify({ seq, type: 'cost', credits: 1 });
    const append = (scope: StatementScope, taskId: string, firstSeq: number, count: number) => {
      const lines = Array.from({ length: count }, (_, index) => cost(firstSeq + index));
      return first.get(MusicLinesRepository).append(scope, { taskId, firstSeq, lines });
    };
    const end = async (scope: TransactionScope, taskId: string): Promise<void> => {
      await scope.manager.query(`update tasks set status = 'canceled' where id = $1`, [taskId]);
      await first.get(MusicLinesRepository).appendNext(scope, taskId, { type: 'complete' });
    };
    /** Runs `act`, holds its transaction while `other` goes on, and commits. */
    async function during(act: (scope: TransactionScope) => Promise<void>, other: () => Promise<void>) {
      const done = Promise.withResolvers<void>();
      const acted = Promise.withResolvers<void>();
      const transaction = first.get(TransactionRunner).run(async (scope) => {
        await act(scope);
        acted.resolve();
        await done.promise;
      });
      await acted.promise;
      const running = other();
      await until(async () => (await waiting()) > 0);
      done.resolve();
      await Promise.all([transaction, running]);
    }
    const waiting = async (): Promise<number> => {
      const [row] = await first
        .get(DataSource)
        .query('select count(*)::int as count from pg_locks where not granted');
      return row.count;
    };
    const typesOf = async (taskId: string): Promise<string[]> => {
      const lines = events((await ada.get(`/tasks/${taskId}/stream?after=4`)).bytes);
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => 5 + index));
      return lines.map(({ type }) => type);
    };

    it('have nothing after the last one when that is first', async () => {
      const taskId = await halfDone();
      await during(
        (scope) => end(scope, taskId),
        async () => expect(await append(NO_TRANSACTION, taskId, 5, 2)).toBe('conflict'),
      );
      expect(await append(NO_TRANSACTION, taskId, 6, 1)).toBe('ended');
      expect(await typesOf(taskId)).toEqual(['complete']);
    });

    it('have the last one after the others when they are first', async () => {
      const taskId = await halfDone();
      await during(
        async (scope) => expect(await append(scope, taskId, 5, 2)).toBe('added'),
        () => first.get(TransactionRunner).run((scope) => end(scope, taskId)),
      );
      expect(await typesOf(taskId)).toEqual(['cost', 'cost', 'complete']);
    });

    it('have no gap when lines before them are lost', async () => {
      const taskId = await halfDone();
      expect(await append(NO_TRANSACTION, taskId, 7, 2)).toBe('conflict');
      await first.get(TransactionRunner).run((scope) => end(scope, taskId));
      expect(await typesOf(taskId)).toEqual(['complete']);
    });
  });

  it('end with an error event when the task is canceled', async () => {
    const stream = await OpenStream.post(first, caller, TEXT_PATH, body(360));
    const { task_id: taskId } = await stream.next();
    for (let count = 0; count < 5; count += 1) await stream.next();
    expect((await second.api.as(caller).post(`/tasks/${taskId}/cancel`)).status).toBe(200);
    const rest = await stream.rest();
    expect(rest.at(-1)).toMatchObject({ type: 'error', code: 'canceled', message: expect.any(String) });
    expect(rest.filter(({ type }) => type === 'error' || type === 'complete')).toHaveLength(1);
    const whole = events((await ada.get(`/tasks/${taskId}/stream`)).bytes);
    expect(whole.map(({ seq }) => seq)).toEqual(whole.map((_, index) => index));
    expect((await ada.get(`/tasks/${taskId}`)).body).toMatchObject({ status: 'canceled', outputs: [] });
  });

  it('end with an error event when the video cannot be decoded', async () => {
    const folder = await scratchFolder();
    try {
      const clip = await readFile(
        await writeSource(path.join(folder.path, 'a.mp4'), { seconds: 1, options: ['silent'] }),
      );
      const start = clip.indexOf('mdat') + 4;
      const size = clip.readUInt32BE(start - 8) - 8;
      clip.fill(0, start, start + size);
      const reply = await ada.post(VIDEO_PATH, undefined, {
        raw: form({ video: { content: clip, name: 'a.mp4' } }),
      });
      expect(reply.status).toBe(200);
      const lines = events(reply.bytes);
      expect(lines.at(-1)).toMatchObject({ type: 'error', code: 'not_a_video' });
      expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    } finally {
      await folder.remove();
    }
  });

  it('end with another error event when the process that decodes the video crashes', async () => {
    const folder = await scratchFolder();
    try {
      const clip = await readFile(await writeSource(path.join(folder.path, 'a.mp4'), { seconds: 8 }));
      const replying = ada.post(VIDEO_PATH, undefined, {
        raw: form({ video: { content: clip, name: 'a.mp4' } }),
      });
      await endEngine('video', 'SIGSEGV');
      expect(events((await replying).bytes).at(-1)).toMatchObject({ type: 'error', code: 'engine_crashed' });
    } finally {
      await folder.remove();
    }
  });

  it('are gone with their task', async () => {
    const [{ task_id: taskId }] = events((await make()).bytes);
    expect(await lineCount(taskId)).toBeGreaterThan(3);
    expect((await ada.delete(`/tasks/${taskId}`)).status).toBe(204);
    expect(await lineCount(taskId)).toBe(0);
    expect((await ada.get(`/tasks/${taskId}/stream`)).status).toBe(404);
  });

  it('end for their reader when the task is deleted meanwhile', async () => {
    const stream = await OpenStream.post(first, caller, TEXT_PATH, body(360));
    const { task_id: taskId } = await stream.next();
    await ada.delete(`/tasks/${taskId}`);
    await stream.rest();
    expect(await lineCount(taskId)).toBe(0);
  });

  it('are cleaned away after their time, but not those that still run', async () => {
    const [{ task_id: taskId }] = events((await make()).bytes);
    const running = await OpenStream.post(first, caller, TEXT_PATH, body(360));
    const { task_id: runningId } = await running.next();
    const clean = first.get(CleanMusicLinesJob);
    first.passTime(WEEK_MS - MINUTE_MS);
    await clean.run();
    expect(await lineCount(taskId)).toBeGreaterThan(0);
    first.passTime(2 * MINUTE_MS);
    await clean.run();
    first.passTime(-WEEK_MS - MINUTE_MS);
    expect([await lineCount(taskId), (await lineCount(runningId)) > 0]).toEqual([0, true]);
    const late = await ada.get(`/tasks/${taskId}/stream`);
    expect(late).toMatchObject({ status: 410, body: { error: 'stream_expired' } });
    expect((await ada.get(`/tasks/${taskId}`)).body.outputs).toHaveLength(1);
    await ada.post(`/tasks/${runningId}/cancel`);
    await running.rest();
  });

  it('are replayed for their Idempotency-Key, by any process', async () => {
    const headers = { 'Idempotency-Key': 'song-1' };
    const once = await make(2, headers);
    const again = await second.api.as(caller).post(TEXT_PATH, undefined, { raw: body(2), headers });
    expect(again.status).toBe(200);
    expect(again.bytes.equals(once.bytes)).toBe(true);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(once.headers.get('idempotent-replayed')).toBeNull();
    for (const name of ['content-type', 'x-credits-used', 'x-task-id'])
      expect(again.headers.get(name)).toBe(once.headers.get(name));
    const other = await make(3, headers);
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_mismatch' } });
    expect((await ada.get('/tasks')).body.tasks).toHaveLength(1);
  });

  it('tell a second request under their key to wait', async () => {
    const headers = { 'Idempotency-Key': 'song-2' };
    const stream = await OpenStream.post(first, caller, TEXT_PATH, body(360), headers);
    const { task_id: taskId } = await stream.next();
    const early = await make(360, headers);
    expect(early).toMatchObject({ status: 409, body: { error: 'idempotency_in_flight' } });
    expect(early.headers.get('retry-after')).toBe('2');
    stream.leave();
    await ada.post(`/tasks/${taskId}/cancel`);
    let late: Reply;
    do late = await make(360, headers);
    while (late.status === 409);
    expect(events(late.bytes).at(-1)).toMatchObject({ type: 'error', code: 'canceled' });
    expect(late.headers.get('idempotent-replayed')).toBe('true');
  });

  it('are priced before they are made', async () => {
    const quote = async (endpoint: string, request: object): Promise<Reply> =>
      ada.post('/quotes', { endpoint, body: request });
    expect((await quote(TEXT_PATH, { prompt: 'waltz', duration: 31 })).body).toMatchObject({
      kind: 'music-from-text',
      credits: 16,
    });
    expect((await quote(VIDEO_PATH, { duration: 12.2 })).body).toMatchObject({ credits: 25 });
    expect((await quote(TEXT_PATH, { prompt: '' })).status).toBe(400);
    expect((await quote(VIDEO_PATH, { duration: 361 })).status).toBe(400);
    await until(async () => (await ada.get('/tasks')).body.tasks.length === 0);
  });
});
