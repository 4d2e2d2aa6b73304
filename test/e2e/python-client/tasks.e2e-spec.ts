import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { PythonClient } from '../../support/python-client.js';
import { TestApp } from '../../support/test-app.js';
import { UnreliableProxy } from '../../support/unreliable-proxy.js';

const ROOM = path.resolve('libs/media/work/src/samples/files/room.jpg');
const hasPython = PythonClient.pythonWith() !== undefined;
if (!hasPython) console.warn('SKIPPED: the Python client, as python3 is not installed.');

(hasPython ? describe : describe.skip)('tasks by the Python client', () => {
  let client: PythonClient;
  let app: TestApp;
  let proxy: UnreliableProxy;
  let env: { ATELIER_URL: string; ATELIER_TOKEN: string; ROOM: string };

  beforeAll(async () => {
    client = PythonClient.install();
    app = await TestApp.start();
    proxy = await UnreliableProxy.start(app.api.baseUrl);
  });
  afterAll(async () => {
    await proxy.stop();
    await app.stop();
    client.remove();
  });
  beforeEach(async () => {
    const { token } = await app.caller();
    env = { ATELIER_URL: `${proxy.url}/`, ATELIER_TOKEN: token, ROOM };
  });
  afterEach(() => {
    proxy.trouble = () => undefined;
    proxy.requests.length = 0;
  });

  it('relights a picture in three lines, tells its progress by events, and saves the result', async () => {
    const [task, seen, saved] = await client.run<[{ kind: string; status: string }, string[], string]>(
      `
seen = []
task = atelier.relight(image=Path(os.environ["ROOM"]), prompt="sunset from the left").wait(on_progress=lambda status, progress: seen.append(status))
saved = atelier.save(task, "out.png")
assert atelier.download(task) == saved.read_bytes()
assert os.listdir() == ["out.png"]
tell([task, seen, str(saved.resolve())])
`,
      env,
    );
    expect(task).toMatchObject({ kind: 'image-relight', status: 'succeeded' });
    expect(seen.at(-1)).toBe('succeeded');
    expect(proxy.requests.filter((line) => line.endsWith('/events')).length).toBe(1);
    const [picture, room] = await Promise.all([saved, ROOM].map((file) => sharp(file).stats()));
    const { width, height } = await sharp(saved).metadata();
    expect([width, height]).toEqual([
      (await sharp(ROOM).metadata()).width,
      (await sharp(ROOM).metadata()).height,
    ]);
    expect(picture?.channels[0]?.mean).not.toBeCloseTo(room?.channels[0]?.mean ?? 0, 0);
  });

  it('takes pictures as bytes, open files and URLs, and starts all kinds of tasks', async () => {
    const statuses = await client.run<string[]>(
      `
room = Path(os.environ["ROOM"])
link = os.environ["SAMPLES"] + "/room.jpg"
tasks = [
    atelier.transfer_style(image=room.read_bytes(), reference_image=link, style_strength=50),
    atelier.enhance_skin_faithfully(image=room.open("rb")),
    atelier.enhance_skin_creatively(image=room, sharpen=3),
    atelier.enhance_skin_flexibly(image=bytearray(room.read_bytes())),
    atelier.make_video_from_frames(model="vq2-turbo", duration=1, resolution="360p", images=[room]),
]
tell([task.wait(timeout=120)["status"] for task in tasks])
`,
      { ...env, SAMPLES: `${app.api.baseUrl}/samples` },
    );
    expect(statuses).toEqual(Array(5).fill('succeeded'));
  });

  it('starts one task only when the reply to a submit is lost', async () => {
    let losses = 0;
    proxy.trouble = ({ method }) =>
      method === 'POST' && (losses += 1) <= 2 ? { breakAfterBytes: 0 } : undefined;
    const [id, ids] = await client.run<[string, string[]]>(
      `
handle = atelier.relight(image=os.environ["ROOM_URL"])
handle.wait()
tell([handle.id, [task["id"] for task in atelier.pages.list_tasks()]])
`,
      { ...env, ROOM_URL: `${app.api.baseUrl}/samples/room.jpg` },
    );
    const submits = proxy.requests.filter((line) => line.startsWith('POST'));
    expect(submits).toEqual(Array(3).fill('POST /proxy/imgprov/v1/ai/image-relight'));
    expect(ids).toEqual([id]);
  });

  it('tries again after 429 and 503 when the service says so, and gives up after max_retries', async () => {
    const answers = [429, 503, 200, 503, 503, 0, 0];
    proxy.trouble = () => {
      const status = answers.shift() ?? 500;
      if (status === 200) return undefined;
      return status ? { answer: { status, headers: { 'Retry-After': '0' } } } : { breakAfterBytes: 0 };
    };
    const told = await client.run<unknown[]>(
      `
impatient = Atelier(max_retries=1)
tell([list(atelier.pages.list_tasks()), error_of(impatient.api.list_tasks), error_of(impatient.api.list_tasks)])
`,
      env,
    );
    expect(told).toEqual([
      [],
      expect.objectContaining({
        type: 'AtelierError',
        status: 503,
        code: 'unexpected_reply',
        retry_after: 0,
      }),
      expect.objectContaining({ type: 'ConnectionFailed', text: expect.stringContaining(proxy.url) }),
    ]);
    expect(proxy.requests.length).toBe(7);
  });

  it('does not wait for a limit that is far away', async () => {
    proxy.trouble = () => ({ answer: { status: 429, headers: { 'Retry-After': '3600' } } });
    const told = await client.run('tell(error_of(atelier.api.list_tasks))', env);
    expect(told).toMatchObject({ status: 429, retry_after: 3600 });
    expect(proxy.requests.length).toBe(1);
  });

  it('polls where events do not arrive, and asks only for what has changed', async () => {
    const unchanged = { status: 304, headers: { ETag: '"first"' } };
    const headers = { ETag: '"first"', 'Content-Type': 'application/json' };
    const first = { status: 200, headers, body: '{"status":"processing","progress":7}' };
    const asked: unknown[] = [];
    proxy.trouble = ({ url, method, headers: sent }) => {
      if (method === 'POST') return undefined;
      if (url?.endsWith('/events')) return { answer: { status: 404 } };
      asked.push(sent['if-none-match']);
      return asked.length <= 2 ? { answer: asked.length === 1 ? first : unchanged } : undefined;
    };
    const [status, seen] = await client.run<[string, number[]]>(
      `
seen = []
task = atelier.relight(image=Path(os.environ["ROOM"])).wait(on_progress=lambda status, progress: seen.append(progress))
tell([task["status"], seen])
`,
      env,
    );
    expect(status).toBe('succeeded');
    expect(asked.slice(0, 3)).toEqual([undefined, '"first"', '"first"']);
    expect([seen[0], seen.at(-1)]).toEqual([7, 100]);
  });

  it('continues events after the last one when the stream breaks', async () => {
    const resumed: unknown[] = [];
    proxy.trouble = ({ url, headers }) => {
      if (!url?.endsWith('/events')) return undefined;
      resumed.push(headers['last-event-id']);
      return resumed.length === 1 ? { breakAfterBytes: 200 } : undefined;
    };
    const type = await client.run(
      `
room = Path(os.environ["ROOM"])
task = atelier.make_video_from_frames(model="vq2-turbo", duration=1, resolution="360p", images=[room]).wait()
tell(task["outputs"][0]["content_type"])
`,
      env,
    );
    expect(type).toBe('video/mp4');
    expect(resumed[0]).toBeUndefined();
    expect(resumed[1]).toMatch(/^\d+$/);
  });

  it('stops waiting after the time given, and the task goes on', async () => {
    let isClear = false;
    proxy.trouble = ({ method, url }) => {
      if (method === 'POST') {
        isClear = url?.endsWith('/cancel') ?? false;
        return undefined;
      }
      return isClear ? undefined : { answer: { status: 503, headers: { 'Retry-After': '30' } } };
    };
    const told = await client.run<unknown[]>(
      `
room = Path(os.environ["ROOM"])
long = atelier.make_video_from_frames(model="vq2-pro", duration=8, resolution="1080p", images=[room])
late = error_of(lambda: long.wait(timeout=0.3))
long.cancel()
silent = error_of(lambda: long.wait())
tell([late, silent])
`,
      env,
    );
    expect(told).toMatchObject([
      { type: 'TimeoutError', text: expect.stringContaining('the task goes on') },
      { type: 'TaskFailed', error_code: 'canceled', task: { status: 'canceled' } },
    ]);
  });

  it('raises TaskFailed when a task fails', async () => {
    const told = await client.run<{ text: string; task: { error_message: string } }>(
      'tell(error_of(atelier.relight(image=os.environ["NOWHERE"]).wait))',
      { ...env, NOWHERE: `${app.api.baseUrl}/samples/nowhere.jpg` },
    );
    expect(told).toMatchObject({ type: 'TaskFailed', error_code: expect.stringMatching(/^[a-z_]+$/) });
    expect(told.text).toBe(told.task.error_message);
  });

  it('tells by code, field and request what the service refuses', async () => {
    const told = await client.run<unknown[]>(
      `
try:
    atelier.relight(image=Path(os.environ["ROOM"]), light_transfer_strength=500)
except AtelierError as error:
    refused = [error.status, error.code, error.fields, bool(error.request_id)]
missing = "0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11"
tell([
    refused,
    error_of(lambda: atelier.wait(missing))["code"],
    error_of(lambda: atelier.api.get_task(missing))["status"],
    error_of(Atelier(token="nobody").api.list_tasks)["code"],
    error_of(lambda: Atelier("file:///etc"))["text"],
    error_of(lambda: Atelier(token="two words"))["text"],
    error_of(lambda: atelier.download("file:///etc/passwd"))["text"],
])
`,
      env,
    );
    expect(told).toEqual([
      [400, 'invalid_request', ['light_transfer_strength'], true],
      'task_not_found',
      404,
      'unauthorized',
      'url must be the http or https address of the service.',
      'token must be visible ASCII characters.',
      'A link must be an http or https address.',
    ]);
  });

  it('has every documented code of errors', async () => {
    const [documented = ''] = (await readFile('docs/errors.md', 'utf8')).split('\n## ');
    const codes = [...documented.matchAll(/^\| \d+ +\| `(\w+)`/gm)].map(([, code]) => code);
    const known = await client.run<string[]>(
      `
from typing import get_args
tell([code for part in get_args(ErrorCode) for code in (get_args(part) or [part])])
`,
      env,
    );
    expect(codes.length).toBeGreaterThan(100);
    expect(codes.filter((code) => code && !known.includes(code))).toEqual([]);
  });
});
