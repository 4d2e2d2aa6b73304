import { lumas, meanColour } from './__fixtures__/measures.js';
import { brushwork, copyOf, disc, evening, portrait, stillLife, tiles } from './__fixtures__/scenes.js';
import { type Triple, labFromLinear } from './colour.js';
import { flowField } from './flow-field.js';
import type { Raster } from './raster.js';
import { mannerOf } from './style-manner.js';
import { transferStyle } from './style-transfer.js';
import {
  PORTRAIT_STYLES,
  type PortraitStyle,
  STYLE_TRANSFER_DEFAULTS,
  type StyleTransferSettings,
} from './style-transfer-settings.js';

const brushed = brushwork(0.4);

function styled(picture: Raster, from: Raster, settings: Partial<StyleTransferSettings> = {}): Raster {
  const copy = copyOf(picture);
  transferStyle(copy, from, { ...STYLE_TRANSFER_DEFAULTS, ...settings }, () => {});
  return copy;
}

describe('the manner of a reference', () => {
  it.each([3, 5, 7])('finds strokes and that they are %i pixels wide', (width) => {
    const { strokes } = mannerOf(brushwork(0.4, width, 10 * width));
    expect(strokes!.amount).toBe(1);
    expect(strokes!.width * 512).toBeGreaterThan(width * 0.5);
    expect(strokes!.width * 512).toBeLessThan(width * 1.5);
    expect(strokes!.length).toBeGreaterThan(strokes!.width * 3);
  });

  it.each([
    ['portrait', portrait(480, 600)],
    ['evening', evening(640, 512)],
    ['still life', stillLife(640, 480)],
  ])('finds none in a photograph of a %s', (_, photograph) => {
    expect(mannerOf(photograph).strokes).toBeUndefined();
  });
});

describe('strokes', () => {
  it('run round what is in the picture, though those of the reference run one way', () => {
    const picture = disc();
    const agreement = (raster: Raster): number => ringAgreement(raster);
    expect(agreement(styled(picture, brushed))).toBeGreaterThan(0.5);
  });

  it('cover parts that were even, and have a direction there', () => {
    const rough = (raster: Raster): number => {
      const { energy } = flowField(lumas(raster), 6);
      return Math.sqrt(energy.data[20 * raster.width + 20]!);
    };
    const picture = disc();
    expect(rough(picture)).toBeLessThan(0.5);
    expect(rough(styled(picture, brushed))).toBeGreaterThan(3);
    expect(coherence(styled(picture, brushed))).toBeGreaterThan(0.45);
  });

  it('are not invented for a photograph', () => {
    const { energy } = flowField(lumas(styled(disc(), evening(640, 512))), 6);
    expect(Math.sqrt(energy.data[20 * 256 + 20]!)).toBeLessThan(1);
  });

  it('uncover the picture with structure', () => {
    const picture = portrait(240, 300);
    const distance = (structureStrength: number): number =>
      rootMeanSquare(
        styled(picture, brushed, { structureStrength }),
        styled(picture, brushed, { structureStrength, styleStrength: 0 }),
      );
    const [least, middle, most] = [0, 50, 100].map(distance);
    expect(least).toBeGreaterThan(middle!);
    expect(middle).toBeGreaterThan(most!);
  });

  it('change the picture more with every step of strength', () => {
    const picture = portrait(240, 300);
    const distances = [0, 20, 40, 60, 80, 100].map((styleStrength) =>
      rootMeanSquare(styled(picture, brushed, { styleStrength }), picture),
    );
    expect(distances).toEqual(distances.toSorted((one, other) => one - other));
  });

  it('lie elsewhere for another seed, and in the same places for the same', () => {
    const picture = portrait(160, 200);
    expect(styled(picture, brushed, { seed: 4 }).data).toEqual(styled(picture, brushed, { seed: 4 }).data);
    expect(
      rootMeanSquare(styled(picture, brushed, { seed: 4 }), styled(picture, brushed, { seed: 5 })),
    ).toBeGreaterThan(2);
  });
});

describe('tiles', () => {
  it('are short, and do not run', () => {
    const { strokes } = mannerOf(tiles());
    expect(strokes!.direction).toBeLessThan(0.2);
    expect(strokes!.length).toBeLessThan(2 * strokes!.width);
  });
});

describe('a portrait in strokes', () => {
  it('gets the skin of its portrait style', () => {
    const picture = portrait(160, 200);
    const cheek = (portraitStyle: PortraitStyle): number[] =>
      meanColour(styled(picture, brushed, { isPortrait: true, portraitStyle }), [0.4, 0.44, 0.6, 0.56]);
    const [standard, pop, superPop] = PORTRAIT_STYLES.map(cheek);
    expect(pop![0]).toBeGreaterThan(standard![0]! * 1.02);
    expect(superPop![0]).toBeGreaterThan(pop![0]! * 1.02);
  });
});

describe('skin under a blue and green reference', () => {
  it.each([
    ['strokes', brushed],
    ['a photograph', evening(640, 512)],
  ])('turns its hue by 15 degrees at most (%s)', (_, from) => {
    const picture = portrait(240, 300);
    const hue = (raster: Raster): number => {
      const colour: Triple = [...meanColour(raster, [0.42, 0.45, 0.58, 0.55])] as Triple;
      labFromLinear(colour);
      return (Math.atan2(colour[2], colour[1]) * 180) / Math.PI;
    };
    expect(Math.abs(hue(styled(picture, from)) - hue(picture))).toBeLessThan(15);
  });
});

/** Mean cosine of twice the angle between the flow and the circle, just inside and outside the disc: 1 along it, -1 across. */
function ringAgreement(raster: Raster): number {
  const { cosine, sine } = flowField(lumas(raster), 3);
  let sum = 0;
  let count = 0;
  for (let step = 0; step < 360; step++) {
    for (const radius of [0.24, 0.36]) {
      const angle = (step / 180) * Math.PI;
      const x = Math.round((0.5 + radius * Math.cos(angle)) * raster.width);
      const y = Math.round((0.5 + radius * Math.sin(angle)) * raster.height);
      const cell = y * raster.width + x;
      const length = Math.hypot(cosine.data[cell]!, sine.data[cell]!);
      // The circle runs at a right angle to its radius, which turns the doubled angle by half a circle.
      sum -=
        (cosine.data[cell]! * Math.cos(2 * angle) + sine.data[cell]! * Math.sin(2 * angle)) / (length + 1e-9);
      count++;
    }
  }
  return sum / count;
}

function coherence(raster: Raster): number {
  const { cosine, sine, energy } = flowField(lumas(raster), 4);
  let agreeing = 0;
  let total = 0;
  for (let cell = 0; cell < energy.data.length; cell++) {
    agreeing += Math.hypot(cosine.data[cell]!, sine.data[cell]!);
    total += energy.data[cell]!;
  }
  return agreeing / total;
}

function rootMeanSquare(one: Raster, other: Raster): number {
  let sum = 0;
  for (let at = 0; at < one.data.length; at++) sum += (one.data[at]! - other.data[at]!) ** 2;
  return Math.sqrt(sum / one.data.length);
}
