import { findSubject, type Subject } from '../sight/index.js';
import { lumas, meanLab } from './__fixtures__/measures.js';
import {
  copyOf,
  curls,
  evenReference,
  FACE_PARTS,
  portrait,
  SKIN_TONES,
  tiles,
} from './__fixtures__/scenes.js';
import type { Raster } from './raster.js';
import { transferStyle } from './style-transfer.js';
import {
  STYLE_ENGINES,
  STYLE_TRANSFER_DEFAULTS,
  type StyleTransferSettings,
} from './style-transfer-settings.js';

const REFERENCES = {
  light: evenReference([0.86, 0.83, 0.76]),
  dark: evenReference([0.008, 0.007, 0.011]),
  green: evenReference([0.1, 0.36, 0.06]),
  tiled: tiles(256, 6),
};

function styled(
  picture: Raster,
  people: Subject,
  reference: Raster,
  settings: Partial<StyleTransferSettings>,
): Raster {
  const copy = copyOf(picture);
  transferStyle(copy, reference, { ...STYLE_TRANSFER_DEFAULTS, ...settings }, () => {}, people);
  return copy;
}

/** How far a part of a face moved: its L*, and the angle and the distance in a*b*. */
function shifts(before: Raster, after: Raster, part: keyof typeof FACE_PARTS) {
  const [from, to] = [before, after].map((picture) => meanLab(picture, FACE_PARTS[part]));
  const turn = Math.atan2(to![2], to![1]) - Math.atan2(from![2], from![1]);
  return {
    lightness: Math.abs(to![0] - from![0]),
    hue: (Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) * 180) / Math.PI,
    colour: Math.hypot(to![1] - from![1], to![2] - from![2]),
  };
}

describe.each(Object.keys(SKIN_TONES) as (keyof typeof SKIN_TONES)[])('a face of %s skin', (tone) => {
  const picture = portrait(160, 200, 1, SKIN_TONES[tone]);
  let people: Subject;

  beforeAll(async () => {
    people = await findSubject(picture);
    expect(people.faces).toHaveLength(1);
  });

  it.each(
    (['light', 'dark', 'green'] as const).flatMap((name) =>
      [false, true].map((isPortrait) => ({ name, isPortrait })),
    ),
  )(
    'keeps its lightness and hue, and so does its hair, under a $name reference ($isPortrait)',
    ({ name, isPortrait }) => {
      const out = styled(picture, people, REFERENCES[name], { isPortrait });
      const skin = shifts(picture, out, 'skin');
      expect(skin.lightness).toBeLessThan(6);
      expect(skin.hue).toBeLessThan(12);
      const hair = shifts(picture, out, 'hair');
      expect(hair.lightness).toBeLessThan(6);
      expect(hair.colour).toBeLessThan(6);
      // The style is there all the same, around it.
      expect(shifts(picture, out, 'wall').lightness + shifts(picture, out, 'wall').colour).toBeGreaterThan(
        15,
      );
    },
  );

  it.each(STYLE_ENGINES)('keeps its lightness and hue under its references with the engine %s', (engine) => {
    const curly = portrait(160, 200, 1, SKIN_TONES[tone], curls);
    // Two of the four: each engine meets all of them, and each tone does.
    const turn = Object.keys(SKIN_TONES).indexOf(tone) + STYLE_ENGINES.indexOf(engine);
    const chosen = Object.values(REFERENCES).filter((_, at) => (at + turn) % 2 === 0);
    const moved = chosen.flatMap((reference) => {
      const out = styled(curly, people, reference, { engine });
      return [shifts(curly, out, 'skin'), shifts(curly, out, 'hair')];
    });
    expect(Math.max(...moved.map(({ lightness }) => lightness))).toBeLessThan(6);
    expect(Math.max(...moved.map(({ hue }) => hue))).toBeLessThan(12);
  });

  it('is found where it fills a larger picture', async () => {
    const { faces } = await findSubject(portrait(400, 500, 1, SKIN_TONES[tone]));
    expect(faces).toHaveLength(1);
  });

  it('moves less at less strength', () => {
    const [half, whole] = [50, 100].map(
      (styleStrength) =>
        shifts(picture, styled(picture, people, REFERENCES.light, { styleStrength }), 'skin').lightness,
    );
    expect(half).toBeLessThan(0.7 * whole!);
  });

  it('becomes lighter where a portrait is asked to', () => {
    const [plain, pop] = (['standard', 'super_pop'] as const).map(
      (portraitStyle) =>
        meanLab(
          styled(picture, people, REFERENCES.light, { isPortrait: true, portraitStyle }),
          FACE_PARTS.skin,
        )[0],
    );
    expect(Math.abs(pop! - plain!)).toBeGreaterThan(0.5);
  });
});

describe('a caricature', () => {
  it('draws the eyes of a face in ink', async () => {
    const picture = portrait(160, 200);
    const people = await findSubject(picture);
    const [plain, drawn] = (['balanced', 'caricature'] as const).map((engine) => {
      const { data, width } = lumas(styled(picture, people, REFERENCES.light, { engine }));
      const isEye = (x: number, y: number) => x > 0.35 && x < 0.65 && y > 0.34 && y < 0.44;
      return data.filter((luma, pixel) => luma < 25 && isEye((pixel % width) / 160, pixel / width / 200))
        .length;
    });
    expect(drawn).toBeGreaterThan(1.5 * plain!);
  });
});
