import { difference, highPassEnergy, lumas, meanChroma, meanColour } from './__fixtures__/measures.js';
import { board, copyOf, fur, plain, portrait, stillLife } from './__fixtures__/scenes.js';
import { UNIT_OF_BYTE, labFromLinear } from './colour.js';
import type { Raster } from './raster.js';
import { shrink } from './shrink.js';
import { enhanceSkin } from './skin.js';
import { NOBODY, type People } from './skin-area.js';
import { skinMask } from './skin-mask.js';
import { SKIN_DEFAULTS, SKIN_OPTIMIZATIONS, type SkinMode, type SkinSettings } from './skin-settings.js';

const picture = portrait(200, 250);
/** The face of the portrait, as a detector gives it, on a person that fills the picture. */
const PEOPLE: People = {
  faces: [{ box: { x: 0.32, y: 0.26, width: 0.36, height: 0.44 }, score: 1 }],
  mask: { data: new Float32Array(1).fill(1), width: 1, height: 1 },
  trust: 1,
};
const CHEEKS = [0.36, 0.46, 0.64, 0.56] as const;
const WALL = [0, 0, 0.15, 0.7] as const;

function enhanced(
  mode: SkinMode,
  settings: Partial<SkinSettings> = {},
  from = picture,
  people = PEOPLE,
): Raster {
  const copy = copyOf(from);
  enhanceSkin(copy, mode, { ...SKIN_DEFAULTS, smartGrain: 0, ...settings }, () => {}, people);
  return copy;
}

/** Picks the pixels of a part of the picture, given in shares of its sides. */
function within([left, top, right, bottom]: readonly [number, number, number, number]): (
  pixel: number,
) => boolean {
  return (pixel) => {
    const x = (pixel % picture.width) / picture.width;
    const y = Math.floor(pixel / picture.width) / picture.height;
    return x >= left && x < right && y >= top && y < bottom;
  };
}

describe('skinMask', () => {
  const mask = skinMask(shrink(picture, picture, UNIT_OF_BYTE));
  const meanIn = (part: readonly [number, number, number, number]): number => {
    const values = mask.data.filter((_, pixel) => within(part)(pixel));
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

  it('finds the face and nothing of wall and shirt', () => {
    expect(meanIn([0.45, 0.45, 0.55, 0.55])).toBeGreaterThan(0.8);
    expect(meanIn(WALL)).toBeLessThan(0.02);
    expect(meanIn([0, 0.85, 1, 1])).toBeLessThan(0.05);
  });

  it.each([
    ['light', [0.75, 0.5, 0.4]],
    ['olive', [0.45, 0.27, 0.17]],
    ['brown', [0.2, 0.1, 0.06]],
    ['dark', [0.075, 0.037, 0.023]],
  ] as const)('finds %s skin', (_, [red, green, blue]) => {
    const tone = shrink(plain(40, 40, [red, green, blue]), { width: 40, height: 40 }, UNIT_OF_BYTE);
    expect(Math.min(...skinMask(tone).data)).toBeGreaterThan(0.7);
  });

  it('takes neither a grey wall nor a red, blue or yellow ball for skin', () => {
    const mask = skinMask(shrink(stillLife(), { width: 240, height: 180 }, UNIT_OF_BYTE));
    const upper = mask.data.subarray(0, 240 * 72);
    expect(upper.reduce((sum, value) => sum + value, 0) / upper.length).toBeLessThan(0.03);
    for (const [x, y] of [
      [0.28, 0.55],
      [0.58, 0.62],
      [0.8, 0.5],
    ] as const) {
      expect(mask.data[Math.floor(y * 180) * 240 + Math.floor(x * 240)]).toBeLessThan(0.2);
    }
  });
});

describe('enhanceSkin', () => {
  it('smooths skin and leaves everything else byte for byte', () => {
    const out = enhanced({ mode: 'faithful', skinDetail: 0 });
    expect(highPassEnergy(out, within(CHEEKS))).toBeLessThan(highPassEnergy(picture, within(CHEEKS)) * 0.6);
    const before = lumas(picture).data;
    const changed = lumas(out).data.map((value, pixel) => value - before[pixel]!);
    expect(changed.filter((value, pixel) => within(WALL)(pixel) && value !== 0)).toHaveLength(0);
  });

  it.each([
    ['very light', [0.82, 0.62, 0.52]],
    ['light', [0.68, 0.42, 0.31]],
    ['olive', [0.42, 0.26, 0.16]],
    ['brown', [0.2, 0.105, 0.062]],
    ['dark', [0.085, 0.042, 0.026]],
    ['very dark', [0.04, 0.022, 0.015]],
  ] as const)('smooths %s skin, by default already', (_, tone) => {
    const face = portrait(200, 250, 1, [...tone]);
    const out = enhanced({ mode: 'faithful' }, {}, face);
    expect(highPassEnergy(out, within(CHEEKS))).toBeLessThan(highPassEnergy(face, within(CHEEKS)) * 0.85);
  });

  it('is visible when faithful, on the cheeks of anybody', () => {
    const out = enhanced({ mode: 'faithful' });
    const before = lumas(picture).data;
    const changes = lumas(out).data.map((value, pixel) => Math.abs(value - before[pixel]!));
    const cheeks = changes.filter((_, pixel) => within(CHEEKS)(pixel));
    expect(cheeks.reduce((sum, value) => sum + value, 0) / cheeks.length).toBeGreaterThan(2);
  });

  it.each([
    ['fur', fur()],
    ['wood', board()],
  ])('leaves %s alone', (_, scene) => {
    const out = enhanced({ mode: 'faithful', skinDetail: 0 }, {}, scene, NOBODY);
    const isChanged = (value: number, at: number): boolean => Math.abs(value - scene.data[at]!) > 2;
    expect(out.data.filter(isChanged).length / scene.data.length).toBeLessThan(0.01);
  });

  it('never darkens a well-lit face with improve_lighting', () => {
    const bright = portrait(200, 250, 1, [0.95, 0.72, 0.6]);
    const out = enhanced({ mode: 'flexible', optimizedFor: 'improve_lighting' }, {}, bright);
    const face = [0.35, 0.3, 0.65, 0.68] as const;
    expect(meanColour(out, face)[1]).toBeGreaterThan(meanColour(bright, face)[1]);
    expect(meanColour(out, [0.32, 0.44, 0.42, 0.54])[1]).toBeGreaterThan(
      0.98 * meanColour(bright, [0.32, 0.44, 0.42, 0.54])[1],
    );
  });

  it('gives no yellow cast when creative', () => {
    const yellow = (raster: Raster): number => {
      const colour = meanColour(raster, CHEEKS);
      labFromLinear(colour);
      return colour[2];
    };
    const rise = yellow(enhanced({ mode: 'creative' })) - yellow(picture);
    expect(rise).toBeLessThan(1);
    expect(rise).toBeGreaterThan(-2);
  });

  it('keeps eyes, lips and hair crisp', () => {
    const out = enhanced({ mode: 'creative' });
    for (const part of [
      [0.37, 0.385, 0.47, 0.435],
      [0.43, 0.57, 0.57, 0.63],
      [0.3, 0.08, 0.7, 0.16],
    ] as const) {
      expect(highPassEnergy(out, within(part))).toBeGreaterThan(highPassEnergy(picture, within(part)) * 0.9);
    }
  });

  it('keeps more of the skin with more skin detail', () => {
    const energies = [0, 40, 80, 100].map((skinDetail) =>
      highPassEnergy(enhanced({ mode: 'faithful', skinDetail }), within(CHEEKS)),
    );
    expect(energies).toEqual(energies.toSorted((one, other) => one - other));
    expect(energies[3]!).toBeGreaterThan(energies[0]! * 1.4);
  });

  it('changes less when faithful than when creative', () => {
    expect(difference(enhanced({ mode: 'faithful' }), picture)).toBeLessThan(
      difference(enhanced({ mode: 'creative' }), picture) * 0.7,
    );
  });

  it('gives another picture for every optimization and mode', () => {
    const pictures = [
      enhanced({ mode: 'faithful' }),
      enhanced({ mode: 'creative' }),
      ...SKIN_OPTIMIZATIONS.map((optimizedFor) => enhanced({ mode: 'flexible', optimizedFor })),
    ];
    for (const [index, one] of pictures.entries()) {
      for (const other of pictures.slice(index + 1)) expect(difference(one, other)).toBeGreaterThan(0.15);
    }
  });

  it('optimizations do what they are called', () => {
    const flexible = (optimizedFor: (typeof SKIN_OPTIMIZATIONS)[number]): Raster =>
      enhanced({ mode: 'flexible', optimizedFor });
    const light = (raster: Raster, left: number, right: number): number =>
      meanColour(raster, [left, 0.46, right, 0.54])[1];
    const unevenness = (raster: Raster): number => light(raster, 0.34, 0.42) / light(raster, 0.58, 0.66);
    expect(unevenness(flexible('improve_lighting'))).toBeLessThan(unevenness(picture) * 0.92);
    expect(highPassEnergy(flexible('transform_to_real'), within(CHEEKS))).toBeGreaterThan(
      highPassEnergy(picture, within(CHEEKS)),
    );
    const lips = (raster: Raster): number => {
      const [red, green] = meanColour(raster, [0.46, 0.59, 0.54, 0.61]);
      return red / green;
    };
    expect(lips(flexible('no_make_up'))).toBeLessThan(lips(picture) * 0.9);
    expect(meanChroma(flexible('enhance_everything'))).toBeGreaterThan(meanChroma(picture));
  });

  it('raises high-frequency energy with sharpen', () => {
    const energies = [0, 30, 60, 100].map((sharpen) =>
      highPassEnergy(enhanced({ mode: 'faithful' }, { sharpen })),
    );
    expect(energies).toEqual(energies.toSorted((one, other) => one - other));
    expect(energies[3]!).toBeGreaterThan(energies[0]! * 1.3);
  });

  it('adds grain with smart grain, least in black and white', () => {
    const roughness = (level: number, smartGrain: number): number => {
      const flat = plain(80, 80, [level, level, level]);
      return highPassEnergy(enhanced({ mode: 'faithful' }, { smartGrain }, flat, NOBODY));
    };
    const energies = [0, 20, 50, 100].map((smartGrain) => roughness(0.2, smartGrain));
    expect(energies).toEqual(energies.toSorted((one, other) => one - other));
    expect(energies[0]).toBe(0);
    expect(roughness(0.2, 50)).toBeGreaterThan(roughness(0.001, 50) * 1.5);
  });

  it('repeats itself for equal seeds and rolls other grain for another', () => {
    const run = (seed: number): Raster => enhanced({ mode: 'creative' }, { seed, smartGrain: 40 });
    expect(run(3).data).toEqual(run(3).data);
    expect(run(3).data).not.toEqual(run(4).data);
  });

  it('leaves a picture without skin alone', () => {
    const grey = plain(50, 50, [0.3, 0.4, 0.6]);
    expect(enhanced({ mode: 'faithful' }, {}, grey, NOBODY).data).toEqual(grey.data);
  });

  it.each([
    [1, 1],
    [1, 40],
    [500, 2],
  ])('works on %i×%i pixels', (width, height) => {
    const out = enhanced({ mode: 'creative' }, { sharpen: 50 }, plain(width, height, [0.5, 0.3, 0.2]));
    expect(out.data.some((value) => value > 0)).toBe(true);
  });
});
