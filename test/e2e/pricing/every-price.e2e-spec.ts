import { readFile } from 'node:fs/promises';
import { TestApp } from '../../support/test-app.js';
import { TINY_PNG } from '../rights/tiny-png.js';

type Sizes = Record<string, { sizes: { from: number; to: number; resolutions: string[] }[] }>;
type Run = { model: string; resolution: string; duration: number };
type Priced = { kind: string; body: object; credits: number };

/** The price list of docs/spec/completions.md, §4, in its own words: by model and resolution, for `s` seconds. */
const GENERATION: Record<string, (resolution: string, s: number) => number> = {
  'vq3-pro': (resolution, s) => ({ '540p': 14, '720p': 30, '1080p': 32, '2K': 40 })[resolution]! * s,
  'vq2-pro-fast': (resolution, s) => (resolution === '720p' ? 8 + 2 * (s - 1) : 16 + 4 * (s - 1)),
  'vq2-pro': (resolution, s) =>
    ({ '720p': 15 + 10 * (s - 1), '1080p': 55 + 15 * (s - 1) })[resolution] ?? 10 + 2 * (s - 1),
  'vq2-turbo': (resolution, s) =>
    ({ '720p': s === 1 ? 8 : 10 + 10 * (s - 2), '1080p': 35 + 10 * (s - 1) })[resolution] ?? 10 + 2 * (s - 1),
  vq1: () => 80,
  'vq1-classic': () => 80,
  'v2.0': (resolution) => ({ '360p': 20, '720p': 40, '1080p': 100 })[resolution]!,
};
const EXTENSION: Record<string, (resolution: string, s: number) => number> = {
  'vq2-pro': (resolution, s) => (resolution === '1080p' ? 60 + 15 * (s - 1) : 30 + 10 * (s - 1)),
  'vq2-turbo': (resolution, s) => (resolution === '1080p' ? 40 + 10 * (s - 1) : 15 + 5 * (s - 1)),
};
const IMAGES: Record<string, number> = {
  'image-relight': 22,
  'image-style-transfer': 22,
  'skin-enhancer-creative': 58,
  'skin-enhancer-faithful': 74,
  'skin-enhancer-flexible': 90,
};

describe('POST /quotes, for all that the document offers', () => {
  let app: TestApp;
  let fieldsOf: (schema: string) => Record<string, any>;
  beforeAll(async () => {
    app = await TestApp.start({ RUN_JOBS: 'false' });
    const { components } = JSON.parse(await readFile('openapi.json', 'utf8'));
    fieldsOf = (schema) => components.schemas[schema].properties;
  });
  afterAll(() => app.stop());

  it.each([
    ['video-start-end', 'StartEndVideoRequest'],
    ['video-reference', 'ReferenceVideoRequest'],
  ])('prices every model, resolution, length and flag of %s', async (kind, schema) => {
    const { model } = fieldsOf(schema);
    expect(Object.keys(model['x-sizes']).sort()).toEqual([...model.enum].sort());
    const all = runsOf(model['x-sizes']).flatMap((run) => {
      const full = GENERATION[run.model]!(run.resolution, run.duration);
      const body = { ...run, prompt: 'a kite', images: [TINY_PNG] };
      return [
        { kind, body, credits: full },
        { kind, body: { ...body, is_rec: true }, credits: full + 10 },
        { kind, body: { ...body, off_peak: true }, credits: Math.ceil(full / 2) },
        { kind, body: { ...body, is_rec: true, off_peak: true }, credits: Math.ceil((full + 10) / 2) },
      ];
    });
    expect(all).toHaveLength(154 * 4);
    await expectPrices(all);
  });

  it('prices every model, resolution and length of an extension', async () => {
    const { model, resolution, duration } = fieldsOf('ExtendVideoRequest');
    const sizes = { sizes: [{ from: duration.minimum, to: duration.maximum, resolutions: resolution.enum }] };
    const runs = runsOf(Object.fromEntries(model.enum.map((name: string) => [name, sizes])));
    expect(runs).toHaveLength(2 * 3 * 7);
    await expectPrices(
      runs.map((run) => ({
        kind: 'video-extend',
        body: { ...run, video_creation_id: 'a', video_url: 'https://example.com/a.mp4' },
        credits: EXTENSION[run.model]!(run.resolution, run.duration),
      })),
    );
  });

  it('prices every kind of image, and music of every length', async () => {
    const seconds = Array.from({ length: 360 }, (_, index) => index + 1);
    const body = { image: TINY_PNG, reference_image: TINY_PNG };
    await expectPrices([
      ...Object.entries(IMAGES).map(([kind, credits]) => ({ kind, body, credits })),
      ...seconds.flatMap((duration) => [
        { kind: 'music-from-text', body: { prompt: 'a', duration }, credits: Math.ceil(duration / 2) },
        { kind: 'music-from-video', body: { duration }, credits: 2 * duration },
      ]),
    ]);
  });

  async function expectPrices(all: readonly Priced[]): Promise<void> {
    const replies = await Promise.all(
      all.map(async ({ kind, body }) => (await app.api.post('/quotes', { kind, body })).body.credits),
    );
    expect(replies.map((credits, index) => ({ ...all[index], credits }))).toEqual(all);
  }
});

function runsOf(models: Sizes): Run[] {
  return Object.entries(models).flatMap(([model, { sizes }]) =>
    sizes.flatMap(({ from, to, resolutions }) =>
      resolutions.flatMap((resolution) =>
        Array.from({ length: to - from + 1 }, (_, index) => ({ model, resolution, duration: from + index })),
      ),
    ),
  );
}
