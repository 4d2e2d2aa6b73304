import { contractProblem } from '../../support/api-contract.js';
import { TestApp } from '../../support/test-app.js';
import { events, form, TEXT_PATH as PATH } from './music-calls.js';

describe('POST /t2m/generate', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.start();
  });
  afterAll(() => app.stop());

  it('streams a piece of the asked length as numbered events that end with complete', async () => {
    const ada = app.api.as(await app.caller());
    const reply = await ada.post(PATH, undefined, {
      raw: form({ prompt: 'happy ukulele pop', duration: '3' }),
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/x-ndjson');
    expect(reply.headers.get('x-credits-used')).toBe('2');
    expect(contractProblem(`POST ${PATH}`, reply)).toBeUndefined();
    const lines = events(reply.bytes);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index));
    const types = lines.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
    expect(types).toEqual(['task', 'duration', 'title', 'audio_chunk', 'cost', 'complete']);
    expect(lines[1].duration_sec).toBe(3);
    expect(lines[2]).toEqual({
      seq: 2,
      type: 'title',
      title: expect.any(String),
      display_tags: expect.any(Array),
      copy_index: 0,
      prompt_index: 0,
      stream_index: 0,
    });
    const peaks: number[] = lines.flatMap((line) => line.peaks ?? []);
    expect(peaks).toHaveLength(Math.ceil((3 * 44_100) / 2304));
    expect(Math.max(...peaks)).toBeLessThanOrEqual(1);
    expect(Math.max(...peaks)).toBeGreaterThan(0.1);
    const chunks = lines
      .filter(({ type }) => type === 'audio_chunk')
      .map(({ data }) => Buffer.from(data, 'base64'));
    for (const chunk of chunks) expect(chunk.byteLength).toBeLessThanOrEqual(65_536);
    const mp3 = Buffer.concat(chunks);
    // A tag about its origin precedes the first frame.
    expect(mp3.toString('latin1', 0, 3)).toBe('ID3');
    const task = (await ada.get(`/tasks/${lines[0].task_id}`)).body;
    expect(task).toMatchObject({ kind: 'music-from-text', status: 'succeeded', credits: 2 });
    const file = await ada.get(task.outputs[0].url);
    expect(file.bytes.equals(mp3)).toBe(true);
    expect(file.headers.get('content-type')).toBe('audio/mpeg');
  });

  it('goes on after any line for a reader that comes back', async () => {
    const ada = app.api.as(await app.caller());
    const whole = events(
      (await ada.post(PATH, undefined, { raw: form({ prompt: 'rain', duration: '2' }) })).bytes,
    );
    const rest = await ada.get(`/tasks/${whole[0].task_id}/stream?after=3`);
    expect(events(rest.bytes)).toEqual(whole.slice(4));
    expect(contractProblem('GET /tasks/:task_id/stream', rest)).toBeUndefined();
    const bob = app.api.as(await app.caller());
    expect((await bob.get(`/tasks/${whole[0].task_id}/stream`)).status).toBe(404);
  });

  it('takes a urlencoded form too', async () => {
    const ada = app.api.as(await app.caller());
    const reply = await ada.post(PATH, undefined, {
      raw: new URLSearchParams({ prompt: 'techno', duration: '1' }),
    });
    expect(events(reply.bytes).at(-1)).toMatchObject({ type: 'complete' });
  });

  it.each([
    [{}, 'prompt is required'],
    [{ prompt: '' }, 'prompt is required'],
    [{ prompt: ' \n\u200B' }, 'prompt must not be blank'],
    [{ prompt: 'x'.repeat(2_001) }, 'prompt must'],
    [{ prompt: 'x', duration: '0' }, 'duration must be a whole number from 1 to 360'],
    [{ prompt: 'x', duration: '361' }, 'duration must be a whole number from 1 to 360'],
    [{ prompt: 'x', duration: 'long' }, 'duration must be a whole number from 1 to 360'],
  ])('refuses %# and starts nothing', async (fields: Record<string, string>, message) => {
    const ada = app.api.as(await app.caller());
    const reply = await ada.post(PATH, undefined, { raw: form(fields) });
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(reply.body.message).toContain(message);
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
  });

  it('asks for a token and for a form', async () => {
    expect((await app.api.post(PATH, undefined, { raw: form({ prompt: 'x' }) })).status).toBe(401);
    const ada = app.api.as(await app.caller());
    expect((await ada.post(PATH, { prompt: 'x' })).body).toMatchObject({ error: 'unsupported_media_type' });
  });
});
