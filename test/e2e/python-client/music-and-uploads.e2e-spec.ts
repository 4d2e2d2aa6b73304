import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { PythonClient } from '../../support/python-client.js';
import { TestApp } from '../../support/test-app.js';
import { UnreliableProxy } from '../../support/unreliable-proxy.js';

const SAMPLES = path.resolve('libs/media/work/src/samples/files');
const hasPython = PythonClient.pythonWith() !== undefined;
if (!hasPython) console.warn('SKIPPED: the Python client, as python3 is not installed.');

(hasPython ? describe : describe.skip)('music, uploads and lists by the Python client', () => {
  let client: PythonClient;
  let app: TestApp;
  let proxy: UnreliableProxy;
  let env: { ATELIER_URL: string; ATELIER_TOKEN: string } & Record<string, string>;

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
    const { token } = await app.caller({ isApproved: true });
    // As the proxy of a company, so that links of the service lead through it, too.
    env = { ATELIER_URL: app.api.baseUrl, ATELIER_TOKEN: token, http_proxy: proxy.url, SAMPLES };
  });
  afterEach(() => {
    proxy.trouble = () => undefined;
    proxy.requests.length = 0;
  });

  /** Without addresses, and what makes links different. */
  const requests = () =>
    proxy.requests.map((line) => line.replace(/http:\/\/[^/]+/, '').replace(/\/uploads\/.*/, '/uploads/…'));

  it('streams the bytes of the finished file, though the connection breaks in the middle of lines', async () => {
    const places: number[] = [];
    proxy.trouble = ({ url = '' }) => {
      const place = /stream\?after=(-?\d+)/.exec(url)?.[1];
      if (place === undefined) return undefined;
      places.push(Number(place));
      return places.length <= 4 ? { breakAfterBytes: 30_000 } : undefined;
    };
    const [heard, isEqual, types] = await client.run<[number, boolean, string[]]>(
      `
music = atelier.make_music_from_text(prompt="calm piano, rain", duration=6)
heard = b"".join(music.stream())
task = music.wait()
again = atelier.music_task(task["id"])
tell([len(heard), heard == atelier.download(task), [line["type"] for line in again.lines()]])
`,
      env,
    );
    expect(heard).toBeGreaterThan(50_000);
    expect(isEqual).toBe(true);
    expect(places[0]).toBe(-1);
    expect(places.length).toBeGreaterThan(2);
    expect([types[0], types.at(-1)]).toEqual(['task', 'complete']);
  });

  it('starts one piece of music when the reply is lost, and finds it under its key', async () => {
    let losses = 0;
    proxy.trouble = ({ method }) =>
      method === 'POST' && (losses += 1) === 1 ? { breakAfterBytes: 0 } : undefined;
    const [id, ids] = await client.run<[string, string[]]>(
      `
music = atelier.make_music_from_text(prompt="drums", duration=5)
music.wait()
tell([music.id, [task["id"] for task in atelier.pages.list_tasks()]])
`,
      env,
    );
    expect(requests().filter((line) => line.startsWith('POST')).length).toBeGreaterThan(1);
    expect(ids).toEqual([id]);
  });

  it('makes music for a video that is uploaded, and extends one', async () => {
    const [music, video] = await client.run<string[][]>(
      `
clip = Path(os.environ["SAMPLES"], "clip.mp4")
tasks = [atelier.make_music_from_video(video=clip, prompt="strings"),
         atelier.extend_video(model="vq2-turbo", video_creation_id="elsewhere", video_url=clip.read_bytes(), duration=1, resolution="540p")]
tell([[output["content_type"] for output in task.wait()["outputs"]] for task in tasks])
`,
      env,
    );
    expect(music).toContain('audio/mpeg');
    expect(video).toContain('video/mp4');
    expect(requests().slice(0, 3)).toEqual([
      'POST /uploads',
      'PUT /uploads/…',
      'POST /proxy/musprov/v2m/generate',
    ]);
  });

  it('ends a stream with TaskFailed when the task is canceled', async () => {
    const told = await client.run(
      `
music = atelier.make_music_from_text(prompt="organ", duration=120)
parts = music.stream()
next(parts)
music.cancel()
tell(error_of(lambda: list(parts)))
`,
      env,
    );
    expect(told).toMatchObject({ type: 'TaskFailed', error_code: 'canceled' });
  });

  it('uploads a file, tells how far it is, and sends it again when the connection breaks', async () => {
    let puts = 0;
    proxy.trouble = ({ method }) =>
      method === 'PUT' && (puts += 1) === 1 ? { breakAfterBytes: 0 } : undefined;
    const [isEqual, sent] = await client.run<[boolean, number[]]>(
      `
data = os.urandom(3_000_000)
Path("data.bin").write_bytes(data)
sent = []
upload = atelier.upload(Path("data.bin"), on_progress=lambda done, total: sent.append(done / total))
tell([atelier.download(upload["download_url"]) == data, sent])
`,
      env,
    );
    expect(puts).toBe(2);
    expect(isEqual).toBe(true);
    expect(sent.at(-1)).toBe(1);
    expect(sent.some((part) => part > 0 && part < 1)).toBe(true);
  });

  it('uploads large pictures of a request, and repeats it under its key with the same links', async () => {
    const [first, second] = await client.run<string[]>(
      `
large = Path(os.environ["SAMPLES"], "room.jpg").read_bytes() + bytes(300_000)
tasks = [atelier.relight(image=large, idempotency_key="order-4711") for _ in range(2)]
tasks[0].wait()
tell([task.id for task in tasks])
`,
      env,
    );
    expect(second).toBe(first);
    expect(requests().slice(0, 3)).toEqual([
      'POST /uploads',
      'PUT /uploads/…',
      'POST /proxy/imgprov/v1/ai/image-relight',
    ]);
  });

  it('downloads again when the transfer breaks off, and leaves no file when a link is not valid', async () => {
    let gets = 0;
    proxy.trouble = ({ method }) =>
      method === 'GET' && (gets += 1) % 2 === 1 ? { breakAfterBytes: 1_000 } : undefined;
    const [lengths, refused, files] = await client.run<[number[], unknown, string[]]>(
      `
link = atelier.upload(bytes(500_000))["download_url"]
lengths = [len(atelier.download(link)), atelier.save(link, "a.bin").stat().st_size]
refused = error_of(lambda: atelier.save(link + "x", "b.bin"))
tell([lengths, refused, os.listdir()])
`,
      env,
    );
    expect(lengths).toEqual([500_000, 500_000]);
    expect(refused).toMatchObject({ code: 'asset_link_invalid' });
    expect(files).toEqual(['a.bin']);
  });

  it('iterates over all pages, by cursor in the body and in a header', async () => {
    const word = `w${randomBytes(4).toString('hex')}`;
    const [names, inArrays, inBodies] = await client.run<string[][]>(
      `
word = os.environ["WORD"]
atelier.api.create_publisher(id=word)
names = [f"{word}-{at}" for at in range(7)]
for name in names:
    atelier.api.create_publisher_node(word, id=name)
in_arrays = [node["id"] for node in atelier.pages.list_publisher_nodes(word, limit=3)]
in_bodies = [node["id"] for node in atelier.pages.search_nodes(search=word, limit=3)]
assert list(atelier.pages.list_tasks(status="failed")) == []
tell([names, sorted(in_arrays), sorted(in_bodies)])
`,
      { ...env, WORD: word },
    );
    expect(inArrays).toEqual(names);
    expect(inBodies).toEqual(names);
    expect(requests().filter((line) => line.startsWith('GET')).length).toBe(7);
  });

  it('calls operations with texts, bytes and empty replies, and encodes parts of paths', async () => {
    const told = await client.run<unknown[]>(
      `
day = atelier.api.read_usage(format="csv")
sample = atelier.api.read_sample("room.jpg")
made = atelier.api.create_token(name="laptop", scopes=["media"])
gone = atelier.api.revoke_token(made["id"])
odd = error_of(lambda: atelier.api.get_node("../users"))["code"]
tell([day.splitlines()[0], sample == Path(os.environ["SAMPLES"], "room.jpg").read_bytes(), gone, odd])
`,
      env,
    );
    expect(told).toEqual([expect.stringMatching(/^day,tasks,/), true, null, 'node_not_found']);
  });

  it('follows no redirect with the token', async () => {
    proxy.trouble = ({ url, headers }) => {
      const answer = { status: 302, headers: { Location: `${app.api.baseUrl}/users` } };
      if (url?.endsWith('/tasks')) return { answer };
      const body = JSON.stringify({ seen: headers.authorization ?? 'nothing' });
      return { answer: { status: 200, headers: { 'Content-Type': 'application/json' }, body } };
    };
    expect(await client.run('tell(atelier.api.list_tasks())', env)).toEqual({ seen: 'nothing' });
  });
});
