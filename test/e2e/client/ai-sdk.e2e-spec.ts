import { createAtelier } from '@atelier/client/ai-sdk';
import { experimental_generateVideo as generateVideo, generateImage, generateSpeech } from 'ai';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { CLIP, EDIT, FLUX } from '../../support/fal-recipes.js';
import { startStrictVendor } from '../../support/strict-vendor.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';
import { vendorsFile } from '../../support/vendors-file.js';

const VOICE = '21m00Tcm4TlvDq8ikWAM';
const SPEECH = { input: {}, fields: { voice: { enum: [VOICE] }, text: { maxLength: 10_000 } } };

describe("models for Vercel's AI SDK", () => {
  let pictures: any;
  let sound: any;
  let app: TestApp;
  let api: ApiClient;
  let atelier: ReturnType<typeof createAtelier>;
  let room: Buffer;
  let end: Buffer;

  beforeAll(async () => {
    pictures = await startStrictVendor('fal', 'fal');
    sound = await startStrictVendor('elevenlabs', 'elevenlabs');
    const common = { keys: ['key-1'], poll_seconds: 0, attempts: 1 };
    const kinds = {
      'text-to-image': { models: { 'flux-dev': FLUX } },
      'image-edit': { models: { 'nano-banana': EDIT } },
      'text-to-video': { models: { kling: CLIP } },
    };
    const spoken = { 'text-to-speech': { models: { eleven_multilingual_v2: SPEECH } } };
    const VENDORS_FILE = vendorsFile([
      { ...common, name: 'pictures', adapter: 'fal', base_url: pictures.url, kinds },
      { ...common, name: 'sound', adapter: 'elevenlabs', base_url: sound.url, kinds: spoken },
    ]);
    app = await TestApp.start({ VENDORS_FILE });
    const caller = await app.caller();
    api = app.api.as(caller);
    atelier = createAtelier({ url: app.api.baseUrl, token: caller.token });
    const read = (name: string) => readFile(`libs/media/work/src/samples/files/${name}`);
    [room, end] = await Promise.all([read('room.jpg'), read('end.jpg')]);
  });
  afterAll(async () => {
    await app.stop();
    await pictures.stop();
    await sound.stop();
  });
  beforeEach(() => {
    pictures.reset();
    sound.reset();
  });

  const newestTask = async () => {
    const { body } = await api.get('/tasks?limit=1');
    return (await api.get(`/tasks/${body.tasks[0].id}`)).body;
  };

  it('relight a picture, with fields of the API and warnings for what it does not have', async () => {
    const { image, warnings, providerMetadata } = await generateImage({
      model: atelier.imageModel('image-relight'),
      prompt: { text: 'sunset from the left', images: [room] },
      seed: 4,
      providerOptions: { atelier: { style: 'brighter' } },
    });
    const [made, given] = await Promise.all([sharp(image.uint8Array).metadata(), sharp(room).metadata()]);
    expect([made.width, made.height]).toEqual([given.width, given.height]);
    expect(warnings).toEqual([{ type: 'unsupported', feature: 'seed' }]);
    const task = await newestTask();
    expect(task.request).toMatchObject({ prompt: 'sunset from the left', style: 'brighter' });
    expect(providerMetadata.atelier?.images).toEqual([{ taskId: task.id, credits: task.credits }]);
  });

  it('transfer a style from the second picture, and enhance skin', async () => {
    const style = { model: atelier.imageModel('image-style-transfer'), prompt: { images: [room, end] } };
    expect((await generateImage(style)).image.mediaType).toMatch(/^image\//);
    expect((await newestTask()).kind).toBe('image-style-transfer');
    const skin = { model: atelier.imageModel('skin-enhancer-faithful'), prompt: { images: [room] } };
    expect((await generateImage(skin)).warnings).toEqual([]);
    expect((await newestTask()).kind).toBe('skin-enhancer-faithful');
  });

  it('draw and edit by the models of vendors', async () => {
    const drawn = await generateImage({
      model: atelier.imageModel('flux-dev'),
      prompt: 'a lighthouse',
      size: '512x768',
      aspectRatio: '2:3',
      n: 2,
    });
    expect(drawn.images).toHaveLength(2);
    expect(drawn.warnings[0]).toEqual({ type: 'unsupported', feature: 'aspect_ratio' });
    expect(pictures.orders.map(({ request }: any) => request)).toEqual(
      Array(2).fill({ prompt: 'a lighthouse', image_size: { width: 512, height: 768 } }),
    );
    const prompt = { text: 'make it night', images: [room, end] };
    const edited = await generateImage({ model: atelier.imageModel('nano-banana'), prompt });
    expect(edited.image.uint8Array.length).toBeGreaterThan(0);
    expect(pictures.orders[2].request).toMatchObject({ prompt: 'make it night' });
    expect(pictures.orders[2].request.image_urls).toHaveLength(2);
    expect(pictures.problems).toEqual([]);
    const unknown = generateImage({ model: atelier.imageModel('kling'), prompt: 'a lighthouse' });
    await expect(unknown).rejects.toThrow('no model kling for text-to-image');
  });

  it('make videos from frames, from words, and from references', async () => {
    const { video } = await generateVideo({
      model: atelier.videoModel('vq2-turbo'),
      prompt: { text: 'slowly', image: room },
      frameImages: [{ image: end, frameType: 'last_frame' }],
      resolution: '640x360',
      duration: 1,
    });
    expect([video.mediaType, Buffer.from(video.uint8Array).toString('latin1', 4, 8)]).toEqual([
      'video/mp4',
      'ftyp',
    ]);
    expect(await newestTask()).toMatchObject({
      kind: 'video-start-end',
      request: { resolution: '360p', duration: 1, prompt: 'slowly' },
    });
    const referred = await generateVideo({
      model: atelier.videoModel('vq2-turbo'),
      prompt: 'a walk',
      inputReferences: [room],
      resolution: '640x360',
      duration: 1,
      fps: 30,
    });
    expect(referred.warnings).toContainEqual({ type: 'unsupported', feature: 'fps' });
    expect((await newestTask()).kind).toBe('video-reference');
    const worded = await generateVideo({
      model: atelier.videoModel('kling'),
      prompt: 'waves',
      providerOptions: { atelier: { duration: '10' } },
    });
    expect(worded.video.uint8Array.length).toBeGreaterThan(0);
    expect(pictures.orders[0].request).toEqual({ prompt: 'waves', duration: '10' });
  });

  it('speak', async () => {
    const { audio, warnings } = await generateSpeech({
      model: atelier.speechModel('eleven_multilingual_v2'),
      text: 'Good evening.',
      voice: VOICE,
      outputFormat: 'wav',
    });
    expect(audio.mediaType).toMatch(/^audio\//);
    expect(audio.uint8Array.length).toBeGreaterThan(100);
    expect(warnings).toEqual([{ type: 'unsupported', feature: 'outputFormat' }]);
    expect(sound.problems).toEqual([]);
  });

  it('end with the error of the service, and try nothing twice', async () => {
    const call = {
      model: atelier.imageModel('image-relight'),
      prompt: { images: ['http://127.0.0.1:9/a.jpg'] },
    };
    await expect(
      generateImage({ ...call, prompt: { text: 'x'.repeat(10_000), images: [room] } }),
    ).rejects.toMatchObject({
      code: 'invalid_request',
      fields: ['prompt'],
    });
    const left = generateImage({
      ...call,
      prompt: { images: [room] },
      abortSignal: AbortSignal.abort(new Error('no')),
    });
    await expect(left).rejects.toThrow('no');
    expect(() => atelier.languageModel('gpt')).toThrow('no language models');
  });
});
