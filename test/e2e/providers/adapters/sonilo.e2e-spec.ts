import { readFile } from 'node:fs/promises';
import { vendorsFile } from '../../../support/vendors-file.js';
import { sampleFile } from '../../../support/sample-file.js';
import { startStrictVendor } from '../../../support/strict-vendor.js';
import { TestApp } from '../../../support/test-app.js';
import { audioOf, events, form, TEXT_PATH, typesOf, VIDEO_PATH } from '../../music-proxy/music-calls.js';
import { describeAdapter } from './conformance.js';

const CLIP = sampleFile('clip.mp4');
const COMMON = {
  ...{ fake: 'sonilo', contract: 'sonilo' },
  account: { balance: null },
  lostAnswer: 'uncertain',
  kinds: ['music-from-text', 'music-from-video'],
  refusals: ['content', 'parameters', 'balance', 'busy', 'key'],
} as const;

describeAdapter({ ...COMMON, entry: {}, isAtOnce: true });
describeAdapter({
  ...COMMON,
  ...{ adapter: 'sonilo-async', hasLinks: true },
  entry: { kinds: { 'music-from-text': { input: { output_format: 'mp3' } }, 'music-from-video': {} } },
});

describe('music by sonilo', () => {
  let vendor: any;
  let app: TestApp;
  let ada: ReturnType<TestApp['api']['as']>;

  const stated = (name: string, entry: object) => ({
    ...{ name, base_url: vendor.url, keys: ['key-1'], poll_seconds: 0, attempts: 1, ...entry },
  });

  beforeAll(async () => {
    vendor = await startStrictVendor('sonilo', 'sonilo');
    const recipe = { input: { output_format: 'mp3', variants_num: 2 } };
    const VENDORS_FILE = vendorsFile([
      stated('streams', { adapter: 'sonilo', kinds: ['music-from-text'] }),
      stated('files', { adapter: 'sonilo-async', kinds: { 'music-from-video': recipe } }),
    ]);
    app = await TestApp.start({ VENDORS_FILE, MUSPROV_REFUSAL_WAIT_MS: '5000' });
    ada = app.api.as(await app.caller());
  });
  afterAll(async () => {
    await app.stop();
    await vendor.stop();
  });
  beforeEach(() => vendor.reset());

  const make = (prompt = 'calm piano') =>
    ada.post(TEXT_PATH, undefined, { raw: form({ prompt, duration: '10' }) });
  const taskOf = async ({ headers }: { headers: Headers }) =>
    (await ada.get(`/tasks/${headers.get('x-task-id')}`)).body;

  it('comes down the stream of its caller as it is documented', async () => {
    const reply = await make();
    const lines = events(reply.bytes);
    expect(typesOf(lines)).toEqual(['task', 'title', 'audio_chunk', 'cost', 'complete']);
    expect(lines[1]).toMatchObject({ title: 'Song 1', display_tags: ['calm', 'tone'] });
    // The price: what the vendor bills is in dollars.
    expect(lines.at(-2).credits).toBe((await taskOf(reply)).credits);
    expect(lines.at(-2).credits).toBeGreaterThan(1);
    expect(audioOf(lines).equals(vendor.fileOf(vendor.orders[0], 'm4a'))).toBe(true);
    expect(vendor.problems).toEqual([]);
  });

  it('is booked in dollars as its stream says', async () => {
    const admin = app.api.as(await app.caller({ isAdmin: true }));
    const { id } = await taskOf(await make());
    const { body } = await admin.post('/admin/reconciliations?vendor=streams', { entries: [] });
    expect(body.currency).toBe('USD');
    // 10 seconds at 0.005 dollars.
    expect(body.missing_there.orders).toContainEqual(expect.objectContaining({ task_id: id, ours: 0.05 }));
  });

  it('costs its caller what the length that came costs, if the caller left the length open', async () => {
    const open = await ada.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm piano' }) });
    const { credits, request } = await taskOf(open);
    // The file lasts 2 seconds; 60 were ordered.
    expect([request.duration_seconds, credits]).toEqual([60, 1]);
    expect(events(open.bytes).at(-2)).toMatchObject({ type: 'cost', credits: 1 });
    expect((await taskOf(await make())).credits).toBe(5);
  });

  it('is stored as M4A', async () => {
    const task = await taskOf(await make());
    expect(task.outputs[0].url).toContain('.m4a');
    const { headers, bytes } = await ada.get(task.outputs[0].url);
    expect(headers.get('content-type')).toBe('audio/mp4');
    expect(bytes.equals(vendor.fileOf(vendor.orders[0], 'm4a'))).toBe(true);
  });

  it('tells the waiting caller that a prompt is refused', async () => {
    vendor.next = [{ on: 'order', act: 'refuse', refusal: 'content' }];
    expect(await make()).toMatchObject({ status: 400, body: { error: 'rejected_content' } });
  });

  it('ends a stream with what its vendor says went wrong', async () => {
    vendor.failsWith = 'content';
    const refused = events((await make()).bytes).at(-1);
    expect(refused).toMatchObject({ type: 'error', code: 'rejected_content' });
    expect(refused.message).toContain('The prompt was refused by the safety review.');
    vendor.failsWith = 'model';
    expect(events((await make()).bytes).at(-1)).toMatchObject({ type: 'error', code: 'upstream_failed' });
  });

  it('is not ordered with prompts that are too long for it', async () => {
    await make('calm '.repeat(300));
    expect(vendor.calls).toEqual([]);
  });

  it('comes as files where the recipe asks for what the stream does not give', async () => {
    const content = await readFile(CLIP);
    const raw = form({ '0.video': { content, name: 'clip.mp4' } });
    const reply = await ada.post(VIDEO_PATH, undefined, { raw });
    const lines = events(reply.bytes);
    expect(typesOf(lines)).toEqual(['task', 'title', 'audio_chunk', 'cost', 'complete']);
    const sound = vendor.fileOf(vendor.orders[0], 'sound');
    expect([audioOf(lines, 0), audioOf(lines, 1)].map((file) => file.equals(sound))).toEqual([true, true]);
    const { outputs } = await taskOf(reply);
    expect(outputs).toHaveLength(2);
    expect((await ada.get(outputs[0].url)).headers.get('content-type')).toBe('audio/mpeg');
    const [{ form: sent }] = vendor.callsOf('video-to-music');
    expect(sent).toMatchObject({ mode: 'async', output_format: 'mp3', variants_num: '2' });
    expect(sent.video.bytes.equals(content)).toBe(true);
    expect(vendor.problems).toEqual([]);
  });
});
