import sharp from 'sharp';
import { meanLab } from '../../../packages/engines/src/image/__fixtures__/measures.js';
import {
  evenReference,
  FACE_PARTS,
  portrait,
  SKIN_TONES,
  stillLife,
} from '../../../packages/engines/src/image/__fixtures__/scenes.js';
import { endedTask } from '../../support/ended-task.js';
import { type ApiClient, TestApp } from '../../support/test-app.js';

const BASE = '/proxy/imgprov/v1/ai';

type Picture = ReturnType<typeof portrait>;

async function base64Of({ data, width, height, channels }: Picture): Promise<string> {
  const png = await sharp(data, { raw: { width, height, channels } }).png().toBuffer();
  return png.toString('base64');
}

describe('pictures of people', () => {
  let app: TestApp;
  let ada: ApiClient;

  beforeAll(async () => {
    app = await TestApp.start();
    ada = app.api.as(await app.caller());
  });
  afterAll(() => app.stop());

  async function made(path: string, request: object): Promise<{ picture: Picture; details: object }> {
    const reply = await ada.post(`${BASE}/${path}`, request);
    const task = await endedTask(ada, (reply.body.data ?? reply.body).task_id);
    expect(task).toMatchObject({ status: 'succeeded' });
    const { bytes } = await app.api.get(task.outputs[0].url);
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return {
      picture: { data: new Uint8ClampedArray(data), width, height, channels: 3 },
      details: task.details,
    };
  }

  it.each(Object.keys(SKIN_TONES) as (keyof typeof SKIN_TONES)[])(
    'keep the lightness of %s skin and its hair in the style of a light and of a dark picture',
    async (tone) => {
      const face = portrait(160, 200, 1, SKIN_TONES[tone]);
      const image = await base64Of(face);
      for (const colour of [
        [0.86, 0.83, 0.76],
        [0.008, 0.007, 0.011],
      ] as const) {
        const reference_image = await base64Of(evenReference([...colour]));
        const { picture } = await made('image-style-transfer', { image, reference_image });
        for (const part of ['skin', 'hair'] as const) {
          const [before, after] = [face, picture].map((one) => meanLab(one, FACE_PARTS[part]));
          expect(Math.abs(after![0] - before![0])).toBeLessThan(6);
          expect(Math.hypot(after![1] - before![1], after![2] - before![2])).toBeLessThan(6);
        }
      }
    },
  );

  it('have a light from behind, which the details name as ignored where there is no person', async () => {
    const prompt = 'Venetian blinds, light from behind';
    const [face, thing] = [portrait(160, 200), stillLife()];
    const ofFace = await made('image-relight', { image: await base64Of(face), prompt });
    expect(ofFace.details).toMatchObject({ ignored_words: ['Venetian', 'blinds'] });
    const ofThing = await made('image-relight', { image: await base64Of(thing), prompt });
    expect(ofThing.details).toMatchObject({ ignored_words: ['Venetian', 'blinds', 'behind'] });
  });
});
