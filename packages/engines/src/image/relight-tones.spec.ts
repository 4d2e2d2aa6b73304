import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brightestOfBlack, highPassEnergy, meanColour, meanLuma, ringLuma } from './__fixtures__/measures.js';
import {
  atNight,
  copyOf,
  discOnWall,
  evening,
  greyRamp,
  lampLightmap,
  plain,
  portrait,
  stillLife,
  texturedDisc,
  withBlackThings,
} from './__fixtures__/scenes.js';
import type { Triple } from './colour.js';
import { decodeReference } from './image-codec.js';
import type { LightGuide } from './light-plan.js';
import type { Raster } from './raster.js';
import { relight } from './relight.js';
import { RELIGHT_DEFAULTS } from './relight-settings.js';

const SAMPLES = join(import.meta.dirname, '../../../samples/files');

const reference = (raster: Raster): LightGuide => ({ kind: 'reference', raster });
const lightmap = (raster: Raster): LightGuide => ({ kind: 'lightmap', raster });

const LIGHTS: Readonly<Record<string, string | LightGuide>> = {
  'a grey ramp': lightmap(greyRamp()),
  'a lamp': lightmap(lampLightmap()),
  'an evening': reference(evening()),
  'a still life': reference(stillLife()),
  'a bright day': '(very bright sunny day:1.4)',
  fog: '(foggy:1.4), bright',
  neon: '(neon:1.4)',
  moonlight: 'moonlight',
};

function relit(picture: Raster, light: string | LightGuide): Raster {
  const copy = copyOf(picture);
  const isPrompt = typeof light === 'string';
  const settings = { ...RELIGHT_DEFAULTS, prompt: isPrompt ? light : '' };
  relight(copy, isPrompt ? undefined : light, settings, () => {});
  return copy;
}

async function sample(name: string): Promise<Raster> {
  return decodeReference(await readFile(join(SAMPLES, name)), 'lightmap');
}

describe('relight of tones', () => {
  let scenes: readonly Raster[];

  beforeAll(async () => {
    const samples = await Promise.all(['room.jpg', 'portrait.jpg', 'painting.jpg', 'start.jpg'].map(sample));
    const rendered = [stillLife(), portrait(), evening(), plain(200, 150, [0.6, 0.6, 0.6])];
    scenes = [...rendered, ...samples].map((scene) => withBlackThings(scene));
  });

  it.each(Object.keys(LIGHTS))('leaves black black under %s', (name) => {
    for (const scene of scenes)
      expect(brightestOfBlack(scene, relit(scene, LIGHTS[name]!))).toBeLessThan(0.06 * 255);
  });

  it.each([
    ['a bright map', lightmap(plain(40, 30, [0.7, 0.7, 0.7]))],
    ['a dark map', lightmap(plain(40, 30, [0.05, 0.05, 0.05]))],
    ['a bright reference', reference(plain(40, 30, [0.7, 0.7, 0.7]))],
    ['a bright word', '(bright:1.4)'],
    ['a night', 'night'],
    ['a red light', '(red light:1.4)'],
  ] as const)('draws no halo round a black thing under %s', (_, light) => {
    const disc = { x: 120, y: 90, radius: 40 };
    for (const wall of [0.4, 0.6, 0.8]) {
      const out = relit(discOnWall(0.01, wall), light);
      const far = ringLuma(out, disc, [30, 45]);
      for (const ring of [
        [1, 4],
        [4, 9],
        [9, 16],
      ] as const)
        expect(Math.abs(ringLuma(out, disc, ring) / far - 1)).toBeLessThan(0.08);
    }
  });

  it.each([
    ['petals', [0.6, 0.03, 0.03]],
    ['an orange', [0.75, 0.25, 0.03]],
    ['a violet', [0.4, 0.03, 0.3]],
    ['skin', [0.55, 0.3, 0.2]],
    ['a lemon', [0.8, 0.65, 0.05]],
  ] as const)('keeps the texture of %s under a strong red light, which shows', (_, colour) => {
    const scene = texturedDisc([...colour] as Triple);
    const out = relit(scene, '(red light:1.4)');
    const inDisc = (pixel: number): boolean =>
      Math.abs((pixel % 160) - 80) < 30 && Math.abs(Math.floor(pixel / 160) - 60) < 30;
    expect(highPassEnergy(out, inDisc)).toBeGreaterThan(0.7 * highPassEnergy(scene, inDisc));
    const redness = (raster: Raster): number => {
      const [red, green, blue] = meanColour(raster, [0.3, 0.3, 0.7, 0.7]);
      return red / (green + blue);
    };
    expect(redness(out)).toBeGreaterThan(1.15 * redness(scene));
  });

  describe('of a night photograph', () => {
    const nights = [atNight(stillLife(), 0.015), atNight(portrait(), 0.012)];

    it('reaches daylight', () => {
      for (const night of nights) {
        expect(meanLuma(night)).toBeLessThan(0.045 * 255);
        expect(meanLuma(relit(night, 'bright sunny day'))).toBeGreaterThan(0.25 * 255);
      }
    });

    it('raises no noise', () => {
      const wall = atNight(plain(160, 120, [0.4, 0.4, 0.4]), 0.008);
      const out = relit(wall, 'bright sunny day');
      expect(meanLuma(out)).toBeGreaterThan(0.25 * 255);
      expect(highPassEnergy(out)).toBeLessThan(2 * highPassEnergy(wall));
    });

    it('is brighter by a stronger word', () => {
      for (const night of nights)
        expect(meanLuma(relit(night, 'very bright'))).toBeGreaterThan(meanLuma(relit(night, 'bright')) + 2);
    });
  });
});
