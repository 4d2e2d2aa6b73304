import { boxBlur } from '../../image/index.js';
import type { CutOut } from './cut-out.js';
import type { YuvPicture } from './yuv-picture.js';

/** A cut-out with its shadow, ready to be drawn into frames. All planes have the same size. */
export type Sprite = {
  width: number;
  height: number;
  /** Room around the cut-out for its shadow. */
  margin: number;
  y: Uint8Array;
  u: Uint8Array;
  v: Uint8Array;
  /** 0 nothing, 255 all of it. */
  alpha: Uint8Array;
  /** 0 light, 255 black. */
  shadow: Uint8Array;
};

/** Means and spread of a picture's light and colour. */
export type Light = { luma: number; spread: number; cb: number; cr: number };

const MARGIN = 0.12;
/** The soft shadow on what lies behind: how dark, how wide, how far down, as shares of the height. */
const CAST_DARKNESS = 0.32;
const CAST_REACH = 0.025;
/** The shadow where it stands: how dark, how high an ellipse, and how much of the lower end stands on the ground. */
const GROUND_DARKNESS = 0.6;
const GROUND_HEIGHT = 0.035;
const STANDING = 0.06;
/** How far a subject takes on the light of where it is now, and the most that it changes. */
const LIGHT_SHARE = 0.35;
const MOST_LIGHT = 26;
const COLOUR_SHARE = 0.3;
const MOST_COLOUR = 7;

/** Puts a cut-out into the light of its new surroundings and gives it a shadow. */
export function spriteOf(cut: CutOut, around: Light): Sprite {
  const margin = Math.round(MARGIN * cut.height);
  const width = cut.width + 2 * margin;
  const height = cut.height + 2 * margin;
  const area = width * height;
  const sprite = {
    width,
    height,
    margin,
    y: new Uint8Array(area),
    u: new Uint8Array(area),
    v: new Uint8Array(area),
    alpha: new Uint8Array(area),
    shadow: new Uint8Array(area),
  };
  for (let row = 0, i = 0; row < cut.height; row++) {
    let o = (row + margin) * width + margin;
    for (let column = 0; column < cut.width; column++, i++, o++) {
      const [red, green, blue] = [cut.rgb[i * 3]!, cut.rgb[i * 3 + 1]!, cut.rgb[i * 3 + 2]!];
      sprite.y[o] = 16 + 0.18259 * red + 0.61423 * green + 0.06201 * blue;
      sprite.u[o] = 128 - 0.10064 * red - 0.33857 * green + 0.43922 * blue;
      sprite.v[o] = 128 + 0.43922 * red - 0.39894 * green - 0.04027 * blue;
      sprite.alpha[o] = 255 * cut.alpha[i]!;
    }
  }
  relight(sprite, around);
  castShadow(sprite, cut.isBust);
  return sprite;
}

/** @param weights How much each place counts; absent for all alike. */
export function lightOf(y: Uint8Array, u: Uint8Array, v: Uint8Array, weights?: Uint8Array): Light {
  const mean = (plane: Uint8Array) => {
    let sum = 0;
    let total = 1e-9;
    for (let i = 0; i < plane.length; i++) {
      const weight = weights ? weights[i]! : 1;
      sum += weight * plane[i]!;
      total += weight;
    }
    return sum / total;
  };
  const luma = mean(y);
  const spread = mean(y.map((value) => Math.min(255, Math.abs(value - luma))));
  return { luma, spread, cb: mean(u), cr: mean(v) };
}

function relight(sprite: Sprite, around: Light): void {
  const own = lightOf(sprite.y, sprite.u, sprite.v, sprite.alpha);
  const lift = limited(LIGHT_SHARE * (around.luma - own.luma), MOST_LIGHT);
  const contrast = Math.max(0.88, Math.min(1.1, (around.spread / Math.max(1, own.spread)) ** 0.25));
  // Warmer or cooler only: towards green or purple, skin looks ill.
  const warmth = limited((COLOUR_SHARE * (around.cr - own.cr - around.cb + own.cb)) / 2, MOST_COLOUR);
  for (let i = 0; i < sprite.y.length; i++) {
    const light = (sprite.y[i]! - 16) / 219;
    // Black and white stay: only what lies between is lit differently.
    const value =
      sprite.y[i]! + 4 * light * (1 - light) * (lift + (sprite.y[i]! - own.luma) * (contrast - 1));
    sprite.y[i] = Math.max(16, Math.min(235, value));
    sprite.u[i] = Math.max(16, Math.min(240, sprite.u[i]! - warmth));
    sprite.v[i] = Math.max(16, Math.min(240, sprite.v[i]! + 0.7 * warmth));
  }
}

function limited(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function castShadow(sprite: Sprite, isBust: boolean): void {
  const { width, height, margin, alpha, shadow } = sprite;
  const inner = height - 2 * margin;
  const reach = Math.max(1, Math.round(CAST_REACH * inner));
  const opaque = { data: Float32Array.from(alpha, (value) => value / 255), width, height };
  const soft = boxBlur(boxBlur(opaque, reach), reach).data;
  const ground = isBust ? undefined : standingOn(sprite);
  for (let row = 0, i = 0; row < height; row++) {
    const above = Math.max(0, row - reach) * width;
    for (let column = 0; column < width; column++, i++) {
      let dark = CAST_DARKNESS * soft[above + column]!;
      if (ground) {
        const x = (column - ground.x) / ground.reach;
        const y = (row - ground.y) / (GROUND_HEIGHT * inner);
        dark = Math.max(dark, GROUND_DARKNESS * Math.exp(-x * x - y * y));
      }
      shadow[i] = 255 * dark;
    }
  }
}

/** Where a subject meets the ground: the middle and half the width of its lower end. */
function standingOn({
  width,
  height,
  margin,
  alpha,
}: Sprite): { x: number; y: number; reach: number } | undefined {
  let bottom = height - 1;
  while (bottom > 0 && !alpha.subarray(bottom * width, (bottom + 1) * width).some((value) => value > 128))
    bottom--;
  const from = Math.round(bottom - STANDING * (height - 2 * margin));
  let [left, right] = [width, -1];
  for (let i = Math.max(0, from) * width; i < (bottom + 1) * width; i++) {
    if (alpha[i]! <= 128) continue;
    left = Math.min(left, i % width);
    right = Math.max(right, i % width);
  }
  return right < 0
    ? undefined
    : { x: (left + right) / 2, y: bottom, reach: Math.max(4, 0.6 * (right - left)) };
}

/** Where a sprite is drawn: its corner in pixels of the frame, and how many of them one pixel of the sprite takes. */
export type SpritePlace = { left: number; top: number; scale: number };

/** Draws a sprite over a frame, its shadow first. */
export function drawSprite(sprite: Sprite, place: SpritePlace, frame: YuvPicture): void {
  drawPlane(sprite, sprite.y, place, {
    samples: frame.y,
    width: frame.width,
    height: frame.height,
    step: 1,
    black: 16,
  });
  const half = { width: frame.width / 2, height: frame.height / 2, step: 2, black: 128 };
  drawPlane(sprite, sprite.u, place, { ...half, samples: frame.u });
  drawPlane(sprite, sprite.v, place, { ...half, samples: frame.v });
}

type Target = {
  samples: Uint8Array;
  width: number;
  height: number;
  /** Frame pixels from one sample to the next. */
  step: number;
  /** What a shadow goes towards. */
  black: number;
};

function drawPlane(
  sprite: Sprite,
  values: Uint8Array,
  { left, top, scale }: SpritePlace,
  target: Target,
): void {
  const { width, height, alpha, shadow } = sprite;
  const { samples, step, black } = target;
  const firstRow = Math.max(0, Math.ceil((top + scale) / step));
  const lastRow = Math.min(target.height - 1, Math.floor((top + (height - 1) * scale) / step) - 1);
  const first = Math.max(0, Math.ceil((left + scale) / step));
  const last = Math.min(target.width - 1, Math.floor((left + (width - 1) * scale) / step) - 1);
  for (let row = firstRow; row <= lastRow; row++) {
    const y = ((row + 0.5) * step - top) / scale - 0.5;
    const line = (y | 0) * width;
    const down = y - (y | 0);
    for (let column = first; column <= last; column++) {
      const x = ((column + 0.5) * step - left) / scale - 0.5;
      const i = line + (x | 0);
      const dark = shadow[i]!;
      if (dark === 0 && alpha[i] === 0 && alpha[i + width + 1] === 0) continue;
      const o = row * target.width + column;
      const across = x - (x | 0);
      if (alpha[i] === 255 && alpha[i + width + 1] === 255) {
        samples[o] = between(values, i, width, across, down) + 0.5;
        continue;
      }
      const shaded = black + ((samples[o]! - black) * (255 - dark)) / 255;
      const share = between(alpha, i, width, across, down) / 255;
      samples[o] =
        share === 0
          ? shaded + 0.5
          : shaded + (between(values, i, width, across, down) - shaded) * share + 0.5;
    }
  }
}

function between(plane: Uint8Array, i: number, stride: number, across: number, down: number): number {
  const upper = plane[i]! + (plane[i + 1]! - plane[i]!) * across;
  const lower = plane[i + stride]! + (plane[i + stride + 1]! - plane[i + stride]!) * across;
  return upper + (lower - upper) * down;
}
