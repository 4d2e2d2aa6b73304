import { type ApiClient, type Reply, TestApp } from '../../support/test-app.js';
import { events, rawForm, TEXT_PATH, VIDEO_PATH } from './music-calls.js';

const VIDEO = 'https://example.com/clip.mp4';
/** `Café` in Latin-1: no UTF-8. */
const LATIN = Buffer.from([0x43, 0x61, 0x66, 0xe9]);
const FORM = 'application/x-www-form-urlencoded';

describe('the forms of music', () => {
  let app: TestApp;
  let ada: ApiClient;
  beforeAll(async () => {
    app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false' });
  });
  beforeEach(async () => {
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  /** Sends texts as parts, in their order. */
  async function send(path: string, ...parts: [name: string, value: string | Uint8Array, type?: string][]) {
    const bytes = parts.map(([name, value, type]) => ({
      name,
      value: Buffer.from(value),
      ...(type ? { type } : {}),
    }));
    return ada.post(path, undefined, rawForm(bytes));
  }

  async function sendEncoded(path: string, text: string, type = FORM) {
    return ada.post(path, undefined, { raw: text, headers: { 'Content-Type': type } });
  }

  async function expectRefused(reply: Reply, ...problems: string[]): Promise<void> {
    expect(reply).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    for (const problem of problems) expect(reply.body.message).toContain(problem);
    expect((await ada.get('/tasks')).body.tasks).toEqual([]);
  }

  describe('a part that is sent twice', () => {
    it.each([
      [TEXT_PATH, 'prompt', 'rain', 'sun'],
      [TEXT_PATH, 'prompt', 'rain', 'rain'],
      [TEXT_PATH, 'prompt', '', 'sun'],
      [TEXT_PATH, 'duration', '1', '2'],
      [VIDEO_PATH, 'prompt', 'rain', 'sun'],
      [VIDEO_PATH, 'video', VIDEO, VIDEO],
      [VIDEO_PATH, 'video_url', VIDEO, VIDEO],
    ])('%s refuses %s', async (path, field, first, second) => {
      const rest: [string, string][] =
        path === VIDEO_PATH
          ? field === 'prompt'
            ? [['video', VIDEO]]
            : []
          : [
              ['prompt', 'rain'],
              ['duration', '1'],
            ];
      const others = rest.filter(([name]) => name !== field);
      await expectRefused(await send(path, [field, first], ...others, [field, second]), `${field} must`);
      const encoded = new URLSearchParams([[field, first], ...others, [field, second]]).toString();
      await expectRefused(await sendEncoded(path, encoded), `${field} must`);
    });

    it('is named together with other wrong fields', async () => {
      const reply = await send(TEXT_PATH, ['prompt', 'a'], ['prompt', 'b'], ['duration', '361']);
      await expectRefused(reply, 'prompt must', 'duration must');
    });

    it('does not matter where the field is ignored', async () => {
      const reply = await send(
        TEXT_PATH,
        ['prompt', 'rain'],
        ['duration', '1'],
        ['tempo', '1'],
        ['tempo', '2'],
      );
      expect(reply.status).toBe(200);
      expect(reply.headers.get('x-ignored-fields')).toBe('tempo');
    });
  });

  describe('a text that is not UTF-8', () => {
    it.each([TEXT_PATH, VIDEO_PATH])('%s refuses', async (path) => {
      const rest: [string, string] = path === TEXT_PATH ? ['duration', '1'] : ['video', VIDEO];
      const problem = 'prompt must be UTF-8';
      await expectRefused(await send(path, ['prompt', LATIN], rest), problem);
      await expectRefused(await send(path, ['prompt', LATIN, 'text/plain; charset=utf-8'], rest), problem);
      await expectRefused(await send(path, ['prompt', 'a', 'text/plain; charset=no-such'], rest), problem);
      await expectRefused(await sendEncoded(path, `prompt=Caf%E9&${rest.join('=')}`), problem);
      const unknown = await sendEncoded(path, `${rest.join('=')}&prompt=x`, `${FORM}; charset=no-such`);
      expect(unknown).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    });
  });

  it.each([
    ['UTF-8 that says nothing', Buffer.from('Café 雨 🎹'), undefined],
    ['UTF-8 that says so', Buffer.from('Café 雨 🎹'), 'text/plain; charset=UTF-8'],
    ['another character set that says so', LATIN, 'text/plain; charset=iso-8859-1'],
  ])('take %s', async (_, prompt, type) => {
    const reply = await send(TEXT_PATH, ['prompt', prompt, type], ['duration', '1']);
    expect(reply.status).toBe(200);
    const [{ task_id }] = events(reply.bytes);
    const { request } = (await ada.get(`/tasks/${task_id}`)).body;
    expect(request.prompt).toBe(type?.includes('iso') ? 'Café' : 'Café 雨 🎹');
  });
});
