import { contractProblem } from '../../support/api-contract.js';
import { endedTask } from '../../support/ended-task.js';
import { OpenReply } from '../../support/open-reply.js';
import { type ApiClient, type Caller, TestApp } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { audioOf, events, OpenStream, TEXT_PATH } from './music-calls.js';

const ROUTE = 'GET /tasks/:task_id/audio';
const song = (duration: number) =>
  new URLSearchParams({ prompt: 'dreamy synth', duration: String(duration) });

describe('the sound of music', () => {
  let app: TestApp;
  let caller: Caller;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
  });
  beforeEach(async () => {
    caller = await app.caller();
    ada = app.api.as(caller);
  });
  afterAll(() => app.stop());

  const linkIn = (header: unknown): string =>
    /^<([^>]+)>; rel="alternate"; type="audio\/\*"$/.exec(String(header))?.[1] ?? '';

  it('plays by a link of the submit, without a token, while it is made', async () => {
    const stream = await OpenStream.post(app, caller, TEXT_PATH, song(90));
    const { task_id: id } = await stream.next();
    const link = linkIn(stream.response.headers.link);
    const player = await fetch(link);
    expect([player.status, player.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    const reader = player.body?.getReader();
    const first = await reader?.read();
    // It is still being made: its end cannot have been read.
    expect((await ada.get(`/tasks/${id}`)).body).toMatchObject({ status: 'processing', outputs: [] });
    const parts = [Buffer.from(first?.value ?? [])];
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
      parts.push(Buffer.from(next.value));
    const played = Buffer.concat(parts);
    expect(played.equals(audioOf(await stream.rest()))).toBe(true);

    const task = await endedTask(ada, id);
    expect((await app.api.get(task.outputs[0].url)).bytes.equals(played)).toBe(true);
  });

  it('is the finished file afterwards, with ranges', async () => {
    const made = await ada.post(TEXT_PATH, undefined, { raw: song(1) });
    const { body: task } = await ada.get(`/tasks/${made.headers.get('x-task-id')}`);
    const audio = audioOf(events(made.bytes));
    const whole = await app.api.get(task.audio_url);
    expect([whole.status, whole.bytes.equals(audio)]).toEqual([200, true]);
    expect(contractProblem(ROUTE, whole)).toBeUndefined();
    const part = await fetch(linkIn(made.headers.get('link')), { headers: { Range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'audio/mpeg']);
    expect(Buffer.from(await part.arrayBuffer()).equals(audio.subarray(100, 200))).toBe(true);
    const beyond = await ada.get(`/tasks/${task.id}/audio`, { headers: { Range: 'bytes=99999999-' } });
    expect([beyond.status, contractProblem(ROUTE, beyond)]).toEqual([416, undefined]);
  });

  it('breaks off when the music is canceled, so that nobody takes it for the whole', async () => {
    const stream = await OpenStream.post(app, caller, TEXT_PATH, song(300));
    const { task_id: id } = await stream.next();
    const player = await fetch(linkIn(stream.response.headers.link));
    const heard = player.arrayBuffer().then(
      () => 'the whole',
      () => 'a part',
    );
    await ada.post(`/tasks/${id}/cancel`);
    expect(await heard).toBe('a part');
    await stream.rest();
    const { body: task } = await ada.get(`/tasks/${id}`);
    expect(task.audio_url).toBeNull();
    const late = await ada.get(`/tasks/${id}/audio`);
    expect([late.status, late.body.error]).toEqual([404, 'no_music_made']);
  });

  it('is there for music only, for who may hear it, and until the link expires', async () => {
    const made = await ada.post(TEXT_PATH, undefined, { raw: song(1) });
    const id = made.headers.get('x-task-id');
    const link = linkIn(made.headers.get('link'));
    const stranger = app.api.as(await app.caller());
    expect((await stranger.get(`/tasks/${id}/audio`)).body.error).toBe('task_not_found');
    expect((await app.api.get(`/tasks/${id}/audio`)).body.error).toBe('task_not_found');
    for (const wrong of [
      link.replace(/expires=\d+/, 'expires=9999999999'),
      link.replace('/audio', '/events'),
      `/tasks/${id}/audio?expires=9999999999&signature=${'A'.repeat(43)}`,
    ]) {
      const reply = await app.api.get(wrong);
      expect([reply.status, reply.body.error]).toEqual([403, 'task_link_invalid']);
    }
    await ada.delete(`/tasks/${id}`);
    expect((await app.api.get(link)).body.error).toBe('task_not_found');
  });

  it('counts as an open stream, and is refused when nothing comes of it', async () => {
    const idle = await TestApp.start({ RUN_JOBS: 'false', STREAMS_PER_USER: '2' });
    try {
      const eve = await idle.caller();
      const api = idle.api.as(eve);
      const stream = await OpenStream.post(idle, eve, TEXT_PATH, song(1));
      const { task_id: id } = await stream.next();
      const path = `/tasks/${id}/audio`;
      const waiting = OpenReply.to(new URL(path, idle.api.baseUrl), eve);
      await until(async () => {
        const other = await OpenReply.to(new URL(`/tasks/${id}/events`, idle.api.baseUrl), eve);
        other.leave();
        return other.answer[0] === 429;
      });
      await api.post(`/tasks/${id}/cancel`);
      expect((await waiting).response.statusCode).toBe(404);
      const refused = await api.get(path);
      expect([refused.status, refused.body.error]).toEqual([404, 'no_music_made']);
      expect(contractProblem(ROUTE, refused)).toBeUndefined();
    } finally {
      await idle.stop();
    }
  });
});
