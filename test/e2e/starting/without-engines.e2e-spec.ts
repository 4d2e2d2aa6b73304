import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endedTask } from '../../support/ended-task.js';
import { Program } from '../../support/program.js';
import { Simulator } from '../../support/simulator.js';
import { ApiClient } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';
import { events, form, TEXT_PATH, VIDEO_PATH } from '../music-proxy/music-calls.js';

const ROOT = path.join(import.meta.dirname, '../../..');
const SAMPLES = path.join(ROOT, 'libs/media/work/src/samples/files');
const TOKEN = 'admin-token-without-engines';

/** An installation as `--omit=optional` makes it, as far as the engines go. */
async function installWithoutEngines(root: string): Promise<void> {
  for (const name of ['package.json', 'dist', 'config', 'packages'])
    await cp(path.join(ROOT, name), path.join(root, name), { recursive: true });
  await mkdir(path.join(root, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (['node-av', 'sharp', '@atelier'].includes(name)) continue;
    await symlink(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name));
  }
  await mkdir(path.join(root, 'node_modules/@atelier'));
  for (const name of ['engines', 'package-reader'])
    await symlink(path.join(root, 'packages', name), path.join(root, 'node_modules/@atelier', name));
}

describe('a service without the packages of the engines', () => {
  let root: string;
  let vendor: Simulator;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let service: Program;
  let api: ApiClient;
  let image: string;

  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'atelier-without-engines-'));
    await installWithoutEngines(root);
    image = await readFile(path.join(SAMPLES, 'room.jpg'), 'base64');
    vendor = await Simulator.start();
    await vendor.faults({ drop_before: 0, drop_after: 0, status_503: 0, truncated_file: 0, wrong_type: 0 });
    database = await createTestDatabase();
    const settings = {
      DATABASE_URL: database.url,
      DATA_DIR: path.join(root, 'data'),
      ADMIN_TOKEN: TOKEN,
      ALLOW_PRIVATE_NETWORKS: 'true',
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
      IMGPROV_BASE_URL: vendor.url,
      IMGPROV_API_KEY: 'vendor-key',
      IMGPROV_POLL_SECONDS: '0',
    };
    service = Program.start('api', settings, [], root);
    const [, url = ''] = await service.untilSaid(/"url":"([^"]+)"/);
    api = new ApiClient(url, TOKEN);
  });
  afterAll(async () => {
    await service?.stop();
    await vendor?.stop();
    await database?.drop();
    await rm(root, { recursive: true, force: true });
  });

  const video = { model: 'vq2-turbo', duration: 1, resolution: '360p', prompt: 'a ball' };
  const refusal = {
    status: 503,
    body: { error: 'no_vendor_available', message: expect.stringContaining('needs node-av and sharp') },
  };

  it('says at its start which kinds of work it does not offer, and why', async () => {
    const [, kinds = '[]'] = /"kinds":(\[[^\]]*\])/.exec(service.output) ?? [];
    expect(JSON.parse(kinds).sort()).toEqual([
      'music-from-video',
      'video-extend',
      'video-reference',
      'video-start-end',
    ]);
    expect(service.output).toContain('node-av and sharp, which are not installed');
    expect((await api.get('/health/ready')).status).toBe(200);
  });

  it('refuses such work at once, and its quotes', async () => {
    expect(await api.post('/proxy/vidprov/reference2video', { ...video, images: [image] })).toMatchObject(
      refusal,
    );
    const quote = { kind: 'video-reference', body: { ...video, images: [image] } };
    expect(await api.post('/quotes', quote)).toMatchObject(refusal);
    const clip = await readFile(path.join(SAMPLES, 'clip.mp4'));
    const raw = form({ prompt: 'calm', video: { content: clip, name: 'clip.mp4' } });
    expect(await api.post(VIDEO_PATH, undefined, { raw })).toMatchObject(refusal);
    expect((await api.get('/tasks')).body.tasks).toEqual([]);
  });

  it('has a vendor work on pictures, and shows none small', async () => {
    const { body } = await api.post('/proxy/imgprov/v1/ai/image-relight', { image });
    const task = await endedTask(api, body.data.task_id);
    expect(task).toMatchObject({ status: 'succeeded' });
    expect(await api.get(`/tasks/${task.id}/thumbnail`)).toMatchObject({
      status: 404,
      body: { error: 'no_thumbnail', message: expect.stringContaining('sharp') },
    });
  });

  it('makes music from words', async () => {
    const { bytes } = await api.post(TEXT_PATH, undefined, { raw: form({ prompt: 'calm', duration: '5' }) });
    expect(events(bytes).at(-1)).toMatchObject({ type: 'complete' });
  });

  it('takes a video that only the absent decoder can read for none', async () => {
    const content = Buffer.concat([Buffer.from('RIFF\0\0\0\0AVI '), Buffer.alloc(1_000)]);
    const raw = form({ prompt: 'calm', video: { content, name: 'old.avi' } });
    expect(await api.post(VIDEO_PATH, undefined, { raw })).toMatchObject({
      status: 422,
      body: { error: 'not_a_video', message: expect.stringContaining('no decoder of others is installed') },
    });
  });
});
