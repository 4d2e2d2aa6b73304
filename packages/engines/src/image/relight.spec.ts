import {
  correlation,
  difference,
  highPass,
  highPassEnergy,
  lightDistance,
  lumaAt,
  lumaDeviation,
  meanChroma,
  meanColour,
  meanLuma,
  psnr,
} from './__fixtures__/measures.js';
import {
  copyOf,
  evening,
  lampLightmap,
  plain,
  portrait,
  stillLife,
  withAlpha,
} from './__fixtures__/scenes.js';
import type { LightGuide } from './light-plan.js';
import type { Raster } from './raster.js';
import { relight } from './relight.js';
import {
  RELIGHT_DEFAULTS,
  RELIGHT_ENGINES,
  RELIGHT_STYLES,
  type RelightSettings,
  TRANSFER_LIGHT_A,
  TRANSFER_LIGHT_B,
} from './relight-settings.js';

const reference: LightGuide = { kind: 'reference', raster: evening() };
const lightmap: LightGuide = { kind: 'lightmap', raster: lampLightmap() };

function relit(picture: Raster, settings: Partial<RelightSettings> = {}, guide?: LightGuide): Raster {
  const copy = copyOf(picture);
  relight(copy, guide, { ...RELIGHT_DEFAULTS, ...settings }, () => {});
  return copy;
}

/** Every two pictures differ by more than dithering could. */
function expectAllDistinct(pictures: Raster[]): void {
  for (const [index, picture] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) expect(difference(picture, other)).toBeGreaterThan(0.7);
  }
}

describe('relight', () => {
  const picture = stillLife(160, 120);

  describe('strength', () => {
    it('0 with neutral settings leaves the picture as it is', () => {
      for (const guide of [reference, lightmap, undefined]) {
        expect(psnr(picture, relit(picture, { lightTransferStrength: 0 }, guide))).toBeGreaterThan(45);
      }
    });

    it.each([
      ['still life', stillLife()],
      ['portrait', portrait()],
    ])('100 takes away more than 60 %% of the %s light distance to reference and lightmap', (_, scene) => {
      for (const guide of [reference, lightmap]) {
        const before = lightDistance(scene, guide.raster);
        const after = lightDistance(relit(scene, {}, guide), guide.raster);
        expect(after).toBeLessThan(before * 0.4);
      }
    });

    it('between them comes nearer with every step', () => {
      const distances = [0, 25, 50, 75, 100].map((lightTransferStrength) =>
        lightDistance(relit(picture, { lightTransferStrength }, reference), reference.raster),
      );
      expect(distances).toEqual(distances.toSorted((one, other) => other - one));
    });

    it('blends the finished picture with the original when interpolating', () => {
      const full = relit(
        picture,
        { interpolateFromOriginal: true, lightTransferStrength: 100, whites: 80 },
        reference,
      );
      const half = relit(
        picture,
        { interpolateFromOriginal: true, lightTransferStrength: 50, whites: 80 },
        reference,
      );
      const none = relit(
        picture,
        { interpolateFromOriginal: true, lightTransferStrength: 0, whites: 80 },
        reference,
      );
      expect(psnr(none, picture)).toBeGreaterThan(45);
      const middle = { ...full, data: full.data.map((value, at) => (value + picture.data[at]!) / 2) };
      expect(difference(half, middle)).toBeLessThan(1);
      expect(
        difference(half, relit(picture, { lightTransferStrength: 50, whites: 80 }, reference)),
      ).toBeGreaterThan(1);
    });
  });

  describe('advanced settings', () => {
    const at = (settings: Partial<RelightSettings>): Raster =>
      relit(picture, { lightTransferStrength: 0, ...settings }, reference);
    const neutral = at({});

    it.each([
      ['brightness', meanLuma],
      ['contrast', lumaDeviation],
      ['saturation', meanChroma],
      ['whites', (raster: Raster) => lumaAt(raster, 0.97)],
      ['blacks', (raster: Raster) => lumaAt(raster, 0.03)],
    ] as const)('%s moves its own statistic up above 50 and down below', (setting, statistic) => {
      const values = [0, 25, 50, 75, 100].map((value) => statistic(at({ [setting]: value })));
      expect(values).toEqual(values.toSorted((one, other) => one - other));
      expect(new Set(values).size).toBe(5);
    });

    it('whites leave the dark end alone, blacks the bright end', () => {
      expect(Math.abs(lumaAt(at({ whites: 100 }), 0.03) - lumaAt(neutral, 0.03))).toBeLessThan(2);
      expect(Math.abs(lumaAt(at({ blacks: 100 }), 0.97) - lumaAt(neutral, 0.97))).toBeLessThan(6);
    });

    it('saturation 0 is grey', () => {
      expect(meanChroma(at({ saturation: 0 }))).toBeLessThan(1.5);
    });

    it.each([
      ['style', RELIGHT_STYLES],
      ['engine', RELIGHT_ENGINES],
      ['transferLightA', TRANSFER_LIGHT_A],
      ['transferLightB', TRANSFER_LIGHT_B],
    ] as const)('every %s gives another picture', (setting, values) => {
      const scene = portrait(120, 150);
      expectAllDistinct(values.map((value) => relit(scene, { [setting]: value }, reference)));
    });

    it('styles do what they are called', () => {
      const [standard, darker, brighter, hdr] = (
        ['standard', 'darker_but_realistic', 'brighter', 'contrasted_n_hdr'] as const
      ).map((style) => relit(picture, { style }, reference));
      expect(meanLuma(darker!)).toBeLessThan(meanLuma(standard!) - 8);
      expect(meanLuma(brighter!)).toBeGreaterThan(meanLuma(standard!) + 8);
      expect(highPassEnergy(hdr!)).toBeGreaterThan(highPassEnergy(standard!) * 1.3);
    });

    it('more transfer_light_a comes nearer to the reference', () => {
      const distances = (['low', 'medium', 'normal'] as const).map((transferLightA) =>
        lightDistance(relit(picture, { transferLightA }, reference), reference.raster),
      );
      expect(distances).toEqual(distances.toSorted((one, other) => other - one));
    });
  });

  describe('details and background', () => {
    it('keeps the high-pass band when asked to', () => {
      const own = highPassEnergy(picture);
      const kept = relit(picture, { preserveDetails: true }, reference);
      const lost = relit(picture, { preserveDetails: false }, reference);
      expect(highPassEnergy(kept) / own).toBeGreaterThan(0.8);
      expect(highPassEnergy(kept) / own).toBeLessThan(1.25);
      expect(highPassEnergy(lost)).toBeLessThan(highPassEnergy(kept) * 0.85);
      expect(correlation(highPass(kept), highPass(picture))).toBeGreaterThan(0.9);
    });

    it('leaves what is behind the subject alone when told to', () => {
      const scene = portrait();
      const wall = (raster: Raster): number => meanColour(raster, [0, 0, 0.12, 0.4])[2];
      const face = (raster: Raster): number => meanColour(raster, [0.4, 0.45, 0.6, 0.55])[2];
      const all = relit(scene, { changeBackground: true }, reference);
      const subjectOnly = relit(scene, { changeBackground: false }, reference);
      expect(Math.abs(wall(subjectOnly) - wall(scene))).toBeLessThan(
        0.25 * Math.abs(wall(all) - wall(scene)),
      );
      expect(Math.abs(face(subjectOnly) - face(scene))).toBeGreaterThan(
        0.6 * Math.abs(face(all) - face(scene)),
      );
    });
  });

  describe('prompt', () => {
    const warmth = (raster: Raster): number => {
      const [red, , blue] = meanColour(raster);
      return red / blue;
    };
    const lean = (raster: Raster): number =>
      meanColour(raster, [0.7, 0, 1, 1])[1] / meanColour(raster, [0, 0, 0.3, 1])[1];

    it('warm and cold shift the colour of the light', () => {
      expect(warmth(relit(picture, { prompt: 'warm light' }))).toBeGreaterThan(warmth(picture) * 1.2);
      expect(warmth(relit(picture, { prompt: 'cold light' }))).toBeLessThan(warmth(picture) / 1.2);
    });

    it('left and right move the light', () => {
      expect(lean(relit(picture, { prompt: 'light from the left' }))).toBeLessThan(lean(picture) * 0.8);
      expect(lean(relit(picture, { prompt: 'light from the right' }))).toBeGreaterThan(lean(picture) * 1.25);
    });

    it('a weight stresses its part', () => {
      const [plainly, stressed] = ['warm', '(warm:1.4)'].map((prompt) => warmth(relit(picture, { prompt })));
      expect(stressed).toBeGreaterThan(plainly! * 1.05);
    });

    it('guides a reference too', () => {
      const bare = relit(picture, {}, reference);
      const guided = relit(picture, { prompt: 'sunset' }, reference);
      expect(warmth(guided)).toBeGreaterThan(warmth(bare) * 1.2);
    });

    it('neon brings two colours from two sides', () => {
      const out = relit(plain(120, 80, [0.3, 0.3, 0.3]), { prompt: 'neon' });
      const ratio = (part: number[]): number => meanColour(out, part)[0] / meanColour(out, part)[1];
      expect(ratio([0, 0, 0.2, 1])).toBeGreaterThan(ratio([0.8, 0, 1, 1]) * 1.5);
    });

    it('every word of a choice gives another picture', () => {
      const prompts = [
        'warm',
        'cold',
        'left',
        'right',
        'top',
        'sunset',
        'neon',
        'night',
        'foggy',
        'noir',
        'spotlight',
      ];
      expectAllDistinct(prompts.map((prompt) => relit(picture, { prompt })));
    });
  });

  it('treats a lightmap as the light itself, a reference as a lit picture', () => {
    const raster = lampLightmap();
    const asMap = relit(picture, {}, { kind: 'lightmap', raster });
    const asReference = relit(picture, {}, { kind: 'reference', raster });
    expect(difference(asMap, asReference)).toBeGreaterThan(1);
  });

  it('repeats itself for equal seeds, varies a little between seeds, and not at all when fixed', () => {
    const run = (seed: number, fixedGeneration = false): Raster =>
      relit(picture, { seed, fixedGeneration }, reference);
    expect(run(5).data).toEqual(run(5).data);
    expect(difference(run(5), run(6))).toBeGreaterThan(0.2);
    expect(difference(run(5), run(6))).toBeLessThan(12);
    expect(run(5, true).data).toEqual(run(6, true).data);
  });

  it('does not touch alpha, and clear pixels do not count', () => {
    const clear = withAlpha(picture);
    const out = relit(clear, {}, reference);
    const alpha = (raster: Raster): Uint8ClampedArray => raster.data.filter((_, at) => at % 4 === 3);
    expect(alpha(out)).toEqual(alpha(clear));
  });

  it.each([
    [1, 1],
    [1, 40],
    [500, 2],
  ])('works on %i×%i pixels', (width, height) => {
    const out = relit(plain(width, height, [0.2, 0.3, 0.4]), { prompt: 'warm' }, reference);
    expect(out.data.some((value) => value > 0)).toBe(true);
  });
});
