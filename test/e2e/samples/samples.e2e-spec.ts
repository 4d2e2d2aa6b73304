import { PublicAddress } from '#libs/platform/http';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { events, form } from '../music-proxy/music-calls.js';

const TYPES = {
  'portrait.jpg': 'image/jpeg',
  'room.jpg': 'image/jpeg',
  'painting.jpg': 'image/jpeg',
  'lightmap.png': 'image/png',
  'start.jpg': 'image/jpeg',
  'end.jpg': 'image/jpeg',
  'clip.mp4': 'video/mp4',
  'node.zip': 'application/zip',
};
const IMAGES = '/proxy/imgprov/v1/ai';
const VIDEOS = '/proxy/vidprov';

describe('GET /samples/{name}', () => {
  let app: TestApp;
  let api: ApiClient;
  let base: string;
  beforeAll(async () => {
    app = await TestApp.start({ ALLOW_PRIVATE_NETWORKS: 'false', VIDEO_ENGINE_CONCURRENCY: '2' });
    api = app.api.as(await app.caller());
    base = `${app.get(PublicAddress).url}/samples`;
  });
  afterAll(() => app.stop());

  it('serves small files to everybody', async () => {
    let total = 0;
    for (const [name, type] of Object.entries(TYPES)) {
      const whole = await app.api.get(`/samples/${name}`);
      expect([name, whole.status, whole.headers.get('content-type')]).toEqual([name, 200, type]);
      total += whole.bytes.length;
    }
    expect(total).toBeLessThan(500_000);
    for (const name of ['nothing.jpg', '..%2f..%2fpackage.json', 'constructor'])
      expect((await app.api.get(`/samples/${name}`)).body.error).toBe('sample_not_found');
  });

  it('gives inputs that every kind of job reads although private addresses are refused', async () => {
    const portrait = `${base}/portrait.jpg`;
    const frames = { model: 'vq2-turbo', duration: 1, resolution: '360p' };
    const jobs: [path: string, body: object][] = [
      [
        `${IMAGES}/image-relight`,
        { image: `${base}/room.jpg`, transfer_light_from_lightmap: `${base}/lightmap.png` },
      ],
      [`${IMAGES}/image-style-transfer`, { image: portrait, reference_image: `${base}/painting.jpg` }],
      // A URL for these must be https, unless it is the service's own.
      [`${IMAGES}/skin-enhancer/faithful`, { image: portrait }],
      [`${VIDEOS}/start-end2video`, { ...frames, images: [`${base}/start.jpg`, `${base}/end.jpg`] }],
      [
        `${VIDEOS}/extend`,
        { model: 'vq2-turbo', duration: 1, video_creation_id: 'any', video_url: `${base}/clip.mp4` },
      ],
    ];
    const tasks = [];
    for (const [path, body] of jobs) {
      const { status, body: reply } = await api.post(path, body);
      expect([path, status, reply.message]).toEqual([path, 200, undefined]);
      tasks.push(reply.task_id ?? reply.data.task_id);
    }
    const music = await api.post('/proxy/musprov/v2m/generate', undefined, {
      raw: form({ video: `${base}/clip.mp4` }),
    });
    expect(events(music.bytes).at(-1)).toMatchObject({ type: 'complete' });
    for (const id of tasks)
      expect(await endedTask(api, id)).toMatchObject({ status: 'succeeded', error_code: null });
  });

  it('gives way to a file that is sent beside it, as a form filled in with an example has it', async () => {
    const clip = await app.api.get('/samples/clip.mp4');
    const file = { content: clip.bytes, name: 'mine.mp4' };
    const raw = form({ video: `${base}/clip.mp4`, '0.video': file, prompt: '' });
    const music = await api.post('/proxy/musprov/v2m/generate', undefined, { raw });
    expect(events(music.bytes).at(-1)).toMatchObject({ type: 'complete' });
  });

  it('refuses other addresses of its own, and names that are no samples, as before', async () => {
    for (const image of [
      `${base}/nothing.jpg`,
      `${base}/../tasks`,
      base.replace('/samples', '/health/live'),
      'http://localhost:1/samples/room.jpg',
    ]) {
      const reply = await api.post(`${IMAGES}/image-relight`, { image });
      expect([image, reply.status, reply.body.error]).toEqual([image, 400, 'invalid_request']);
      expect(reply.body.message).toContain('image must be');
    }
  });
});
