import { outlineByColour } from '../sight/index.js';
import { meanColour } from './__fixtures__/measures.js';
import { plain } from './__fixtures__/scenes.js';
import { type Triple, luminanceOf } from './colour.js';
import { promptLight } from './light-prompt.js';
import { type Plane, placeOf, planeOf } from './plane.js';
import type { Raster } from './raster.js';
import { relight } from './relight.js';
import { RELIGHT_DEFAULTS } from './relight-settings.js';
import { wordsLight } from './words-light.js';

const LIGHTS = [
  'light',
  'sunset',
  'golden hour',
  'sunrise',
  'sunlight',
  'noon light',
  'moonlight',
  'candle light',
  'lamp light',
  'campfire light',
  'window light',
  'softbox',
  'studio light',
  'Rembrandt light',
  'spotlight',
  'neon',
  'stage light',
  'red light',
  'foggy light',
  'horror light',
  'underwater light',
  'god rays',
];
const NAMED = {
  'from the left': [-1, 0],
  'from the right': [1, 0],
  'from above': [0, -1],
  'from below': [0, 1],
  'from the upper left': [-1, -1],
  'from the top right': [1, -1],
  'from below left': [-1, 1],
  'from the bottom right': [1, 1],
  'from the front': [0, 0],
  'from behind': [0, 0],
} as const;
const ASKED_STOPS = 0.8;
const UNASKED_STOPS = 0.15;

const GREY: Triple = [0.18, 0.18, 0.18];
/** Computed once, because all cards are equally empty. */
const NOTHING_THERE = outlineByColour(plain(32, 32, GREY));

/** Light from the left on a round body in the middle of the picture, or on an empty one. */
function leftLight(bodySize: number): Plane {
  const side = 48;
  const subject = planeOf(side, side, (cell) => (placeOf(cell, side, side).distance < bodySize ? 1 : 0));
  const low = planeOf(side, side, () => 0.18);
  return wordsLight(promptLight('hard light from the left')!, low, subject).level;
}

function relitCard(prompt: string, width = 32, height = 32): Raster {
  const card = plain(width, height, GREY);
  relight(card, undefined, { ...RELIGHT_DEFAULTS, prompt }, () => {}, NOTHING_THERE);
  return card;
}

/** Stops by which the second part of the picture is brighter than the first. */
function stopsBetween(card: Raster, first: readonly number[], second: readonly number[]): number {
  const luminance = (part: readonly number[]): number => luminanceOf(...meanColour(card, part));
  return Math.log2(luminance(second) / luminance(first));
}

const third = (side: number): [from: number, to: number] =>
  side < 0 ? [0, 1 / 3] : side > 0 ? [2 / 3, 1] : [0, 1];

/** The third of a picture that lies at a side, or the ninth at a corner. */
function partAt(x: number, y: number): number[] {
  const [left, right] = third(x);
  const [top, bottom] = third(y);
  return [left, top, right, bottom];
}

describe('the light of a prompt on a grey card', () => {
  describe.each(LIGHTS)('%s', (light) => {
    it.each(Object.entries(NAMED))('%s comes from there and nowhere else', (side, [x, y]) => {
      for (const prompt of [`${light} ${side}`, `(${light}:1.4) ${side}`]) {
        const card = relitCard(prompt);
        const across = stopsBetween(card, partAt(-1, 0), partAt(1, 0));
        const down = stopsBetween(card, partAt(0, -1), partAt(0, 1));
        if (x !== 0 || y !== 0)
          expect(stopsBetween(card, partAt(-x, -y), partAt(x, y))).toBeGreaterThan(ASKED_STOPS);
        if (x === 0) expect(Math.abs(across)).toBeLessThan(UNASKED_STOPS);
        if (y === 0) expect(Math.abs(down)).toBeLessThan(UNASKED_STOPS);
        if (x !== 0 && y !== 0) expect(Math.abs(across * x - down * y)).toBeLessThan(UNASKED_STOPS);
      }
    });
  });

  it.each([
    [24, 60],
    [60, 24],
  ])('comes from the side on a card of %i×%i too', (width, height) => {
    const card = relitCard('sunset from the left', width, height);
    expect(stopsBetween(card, partAt(1, 0), partAt(-1, 0))).toBeGreaterThan(ASKED_STOPS);
    expect(Math.abs(stopsBetween(card, partAt(0, -1), partAt(0, 1)))).toBeLessThan(UNASKED_STOPS);
  });

  it.each([
    '(red light:1.4) from the left, (blue light:1.4) from the right',
    '左からの赤い光、右からの青い光',
  ])('shows both lights of %p', (prompt) => {
    const card = relitCard(prompt);
    const [leftRed, , leftBlue] = meanColour(card, partAt(-1, 0));
    const [rightRed, , rightBlue] = meanColour(card, partAt(1, 0));
    expect(leftRed).toBeGreaterThan(2 * leftBlue);
    expect(rightBlue).toBeGreaterThan(2 * rightRed);
  });

  it('warms the lit side of a sunset and cools its shadows', () => {
    const card = relitCard('sunset from the left');
    const [leftRed, , leftBlue] = meanColour(card, partAt(-1, 0));
    const [rightRed, , rightBlue] = meanColour(card, partAt(1, 0));
    expect(leftRed / leftBlue).toBeGreaterThan((2 * rightRed) / rightBlue);
  });

  it('turns the side of a body that looks away from the light into its shade', () => {
    const [empty, body] = [leftLight(0), leftLight(0.4)];
    const row = 24 * 48;
    expect(body.data[row + 34]! / body.data[row + 14]!).toBeLessThan(
      (0.7 * empty.data[row + 34]!) / empty.data[row + 14]!,
    );
  });

  it('brings a dark picture to the brightness of its scene, and darkens no night', () => {
    const night = (): Raster => plain(32, 32, [0.004, 0.004, 0.004]);
    const lit = (prompt: string): number => {
      const picture = night();
      relight(picture, undefined, { ...RELIGHT_DEFAULTS, prompt }, () => {}, NOTHING_THERE);
      return luminanceOf(...meanColour(picture)) / luminanceOf(...meanColour(night()));
    };
    expect(lit('studio')).toBeGreaterThan(2.5);
    expect(lit('daylight')).toBeGreaterThan(lit('sunset'));
    expect(lit('night')).toBeGreaterThan(0.8);
  });

  it('pools a small lamp more than the sun', () => {
    const fallOff = (prompt: string): number =>
      stopsBetween(relitCard(prompt), [0, 0, 0.2, 0.2], [0, 0.4, 0.2, 0.6]);
    expect(fallOff('candle from the left')).toBeGreaterThan(fallOff('moonlight from the left') + 0.2);
  });

  it('orders brightness', () => {
    const means = ['very bright', 'bright', 'daylight', 'dim', 'very dark'].map((prompt) =>
      luminanceOf(...meanColour(relitCard(prompt))),
    );
    expect(means).toEqual(means.toSorted((one, other) => other - one));
    expect(new Set(means).size).toBe(5);
  });
});
