import {
  difference,
  highPassEnergy,
  lumaDeviation,
  meanColour,
  psnr,
  statisticsDistance,
} from './__fixtures__/measures.js';
import { copyOf, evening, plain, portrait, stillLife } from './__fixtures__/scenes.js';
import type { Raster } from './raster.js';
import { transferStyle } from './style-transfer.js';
import {
  PORTRAIT_STYLES,
  STYLE_ENGINES,
  STYLE_FLAVORS,
  STYLE_TRANSFER_DEFAULTS,
  type StyleTransferSettings,
} from './style-transfer-settings.js';

const reference = stillLife(120, 90);

function styled(
  picture: Raster,
  settings: Partial<StyleTransferSettings> = {},
  from: Raster = reference,
): Raster {
  const copy = copyOf(picture);
  transferStyle(copy, from, { ...STYLE_TRANSFER_DEFAULTS, ...settings }, () => {});
  return copy;
}

function expectAllDistinct(pictures: Raster[]): void {
  for (const [index, picture] of pictures.entries()) {
    for (const other of pictures.slice(index + 1)) expect(difference(picture, other)).toBeGreaterThan(0.4);
  }
}

describe('transferStyle', () => {
  const picture = portrait(160, 200);

  it.each([
    ['still life', stillLife(), 0.5],
    // Blue light would not leave skin its hue, which is most of this picture.
    ['evening', evening(), 0.65],
  ])('moves the L*a*b* statistics on the way to those of the %s', (_, from, left) => {
    const before = statisticsDistance(picture, from);
    expect(statisticsDistance(styled(picture, {}, from), from)).toBeLessThan(before * left);
  });

  it('moves them further with every step of strength', () => {
    const distances = [0, 25, 50, 75, 100].map((styleStrength) =>
      statisticsDistance(styled(picture, { styleStrength }), reference),
    );
    expect(distances).toEqual(distances.toSorted((one, other) => other - one));
  });

  it('leaves the picture as it is at strength 0 and middle structure', () => {
    expect(psnr(styled(picture, { styleStrength: 0 }), picture)).toBeGreaterThan(45);
  });

  it('strengthens edges and texture with structure', () => {
    const energies = [0, 25, 50, 75, 100].map((structureStrength) =>
      highPassEnergy(styled(picture, { structureStrength })),
    );
    expect(energies).toEqual(energies.toSorted((one, other) => one - other));
    expect(energies[4]!).toBeGreaterThan(energies[0]! * 1.3);
  });

  it.each([
    ['engine', STYLE_ENGINES],
    ['flavor', STYLE_FLAVORS],
  ] as const)('every %s gives another picture', (setting, values) => {
    expectAllDistinct(values.map((value) => styled(picture, { [setting]: value })));
  });

  it('engines and flavors do what they are called', () => {
    const balanced = styled(picture);
    expect(highPassEnergy(styled(picture, { engine: 'definio' }))).toBeGreaterThan(highPassEnergy(balanced));
    expect(lumaDeviation(styled(picture, { engine: 'softy' }))).toBeLessThan(lumaDeviation(balanced));
    expect(difference(styled(picture, { flavor: 'donotstyle' }), picture)).toBeLessThan(
      difference(balanced, picture) * 0.7,
    );
    expect(highPassEnergy(styled(picture, { flavor: 'donotstyle_sharp' }))).toBeGreaterThan(
      highPassEnergy(styled(picture, { flavor: 'donotstyle' })),
    );
  });

  describe('portraits', () => {
    const face = [0.42, 0.45, 0.58, 0.55];
    const shift = (out: Raster): number =>
      Math.hypot(
        ...meanColour(out, face).map((value, channel) => value - meanColour(picture, face)[channel]!),
      );

    it('hold skin nearer to its own colour', () => {
      expect(shift(styled(picture, { isPortrait: true }, evening()))).toBeLessThan(
        shift(styled(picture, {}, evening())),
      );
    });

    it('differ by portrait style and beautifier', () => {
      const cheek = (out: Raster): Raster => crop(out, 0.35, 0.4, 0.65, 0.58);
      expectAllDistinct([
        cheek(styled(picture)),
        ...PORTRAIT_STYLES.map((portraitStyle) =>
          cheek(styled(picture, { isPortrait: true, portraitStyle })),
        ),
      ]);
    });

    it('lose skin texture step by step with the beautifiers', () => {
      const texture = (settings: Partial<StyleTransferSettings>): number =>
        highPassEnergy(crop(styled(picture, { isPortrait: true, ...settings }), 0.38, 0.47, 0.62, 0.56));
      const none = texture({});
      const some = texture({ portraitBeautifier: 'beautify_face' });
      const most = texture({ portraitBeautifier: 'beautify_face_max' });
      expect(some).toBeLessThan(none * 0.9);
      expect(most).toBeLessThan(some * 0.9);
    });

    it('settings have no effect unless it is a portrait', () => {
      const settings = { portraitStyle: 'super_pop', portraitBeautifier: 'beautify_face_max' } as const;
      expect(styled(picture, settings).data).toEqual(styled(picture).data);
    });
  });

  it('follows the words of a prompt', () => {
    const redness = (out: Raster): number => meanColour(out)[0] / meanColour(out)[2];
    expect(redness(styled(picture, { prompt: 'warm sunset' }))).toBeGreaterThan(
      redness(styled(picture)) * 1.15,
    );
    expect(redness(styled(picture, { prompt: 'cold' }))).toBeLessThan(redness(styled(picture)) / 1.1);
  });

  it('repeats itself for equal seeds, varies a little between seeds, and not at all when fixed', () => {
    const run = (seed: number, fixedGeneration = false): Raster => styled(picture, { seed, fixedGeneration });
    expect(run(5).data).toEqual(run(5).data);
    expect(run(5).data).not.toEqual(run(6).data);
    expect(difference(run(5), run(6))).toBeLessThan(10);
    expect(run(5, true).data).toEqual(run(6, true).data);
  });

  it('does not blow the noise of a grey picture up into colour', () => {
    const grey = plain(60, 60, [0.2, 0.2, 0.2]);
    const out = styled(grey);
    expect(new Set(out.data).size).toBeLessThan(12);
  });

  it.each([
    [1, 1],
    [1, 40],
    [500, 2],
  ])('works on %i×%i pixels', (width, height) => {
    const out = styled(plain(width, height, [0.2, 0.3, 0.4]), { engine: 'colorful_anime', isPortrait: true });
    expect(out.data.some((value) => value > 0)).toBe(true);
  });
});

function crop(
  { data, width, height, channels }: Raster,
  left: number,
  top: number,
  right: number,
  bottom: number,
): Raster {
  const [x0, y0, x1, y1] = [left * width, top * height, right * width, bottom * height].map(Math.floor) as [
    number,
    number,
    number,
    number,
  ];
  const out = new Uint8ClampedArray((x1 - x0) * (y1 - y0) * channels);
  for (let y = y0; y < y1; y++) {
    out.set(
      data.subarray((y * width + x0) * channels, (y * width + x1) * channels),
      (y - y0) * (x1 - x0) * channels,
    );
  }
  return { data: out, width: x1 - x0, height: y1 - y0, channels };
}
