import { boards } from '../__fixtures__/boards.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import { MorphScene } from './morph-scene.js';
import { StyledSource } from './styled-source.js';

const FRAMES = 49;
const FACE = { width: 0.18, height: 0.36 };

/** Whether an eye or the mouth covers a place of a face; shares of its sides from its middle. */
const EXPRESSIONS = {
  plain: (u: number, v: number) => isPupil(u, v, 0) || isMouth(u, v, 0.03),
  'closed eyes': (u: number, v: number) => isLash(u, v) || isMouth(u, v, 0.03),
  'a wink': (u: number, v: number) => (u < 0 ? isPupil(u, v, 0) : isLash(u, v)) || isMouth(u, v, 0.03),
  'eyes that look aside': (u: number, v: number) => isPupil(u, v, 0.06) || isMouth(u, v, 0.03),
  'an open mouth': (u: number, v: number) => isPupil(u, v, 0) || isMouth(u, v, 0.07),
};

function isPupil(u: number, v: number, aside: number): boolean {
  return Math.hypot(Math.abs(u - aside) - 0.2, v + 0.1) < 0.05;
}

function isLash(u: number, v: number): boolean {
  return Math.abs(Math.abs(u) - 0.2) < 0.08 && Math.abs(v + 0.1) < 0.02;
}

function isMouth(u: number, v: number, open: number): boolean {
  return Math.abs(u) < 0.15 && Math.abs(v - 0.25) < open;
}

/** A room with a face at a place: light skin, two dark eyes and a mouth. */
function withFace(
  x: number,
  y: number,
  expression: keyof typeof EXPRESSIONS = 'plain',
): { picture: YuvPicture; box: { x: number; y: number } & typeof FACE } {
  const picture = boards(1);
  const { width, height } = picture;
  for (let i = 0; i < width * height; i++) {
    const u = ((i % width) / width - x) / FACE.width;
    const v = (Math.floor(i / width) / height - y) / FACE.height;
    if (Math.hypot(u, v) > 0.5) continue;
    picture.y[i] = EXPRESSIONS[expression](u, v) ? 30 : 200;
  }
  return { picture, box: { x: x - FACE.width / 2, y: y - FACE.height / 2, ...FACE } };
}

function sceneOf(start: StyledSource, end: StyledSource): MorphScene {
  const travel = { amplitude: 'small', pace: 1, seconds: 2, random: () => 0.5 } as const;
  return new MorphScene(start, end, { frames: FRAMES, framesPerSecond: 24 }, ['static'], travel);
}

/** The largest share of a frame's face places, of those that are to become lighter (shadow falls on A and darkens), that are half of both. */
function mostBlended(
  a: ReturnType<typeof withFace>,
  b: ReturnType<typeof withFace>,
  found: [boolean, boolean] = [true, true],
): number {
  const [start, end] = [a, b].map(
    ({ picture, box }, i) => new StyledSource(picture, picture, undefined, { faces: found[i] ? [box] : [] }),
  );
  const scene = sceneOf(start!, end!);
  let most = 0;
  for (let index = 0; index < FRAMES; index++) {
    const { y, width, height } = scene.frame(index);
    let [blended, places] = [0, 0];
    for (let i = 0; i < width * height; i++) {
      const [one, other] = [a.picture.y[i]!, b.picture.y[i]!];
      const isInFace = [a.box, b.box].some(
        (box) =>
          Math.abs((i % width) / width - box.x - box.width / 2) < box.width / 2 &&
          Math.abs(Math.floor(i / width) / height - box.y - box.height / 2) < box.height / 2,
      );
      if (!isInFace || other - one < 60) continue;
      places++;
      if (y[i]! > one + 25 && y[i]! < other - 25) blended++;
    }
    if (places > 0) most = Math.max(most, blended / places);
  }
  return most;
}

describe('a change between two pictures with faces', () => {
  it.each([
    ['far apart', withFace(0.3, 0.45), withFace(0.65, 0.5)],
    ['half over each other', withFace(0.4, 0.5), withFace(0.48, 0.5)],
    ['a little apart', withFace(0.4, 0.5), withFace(0.42, 0.53)],
  ])('shows none that is half of both, where they are %s', (_, a, b) => {
    expect(mostBlended(a, b)).toBeLessThan(0.3);
  });

  const plain = withFace(0.4, 0.5);

  it.each(['closed eyes', 'a wink', 'eyes that look aside', 'an open mouth'] as const)(
    'shows none that is half of both, where only one has %s',
    (expression) => {
      const other = withFace(0.4, 0.5, expression);
      expect(mostBlended(other, plain)).toBeLessThan(0.3);
      expect(mostBlended(other, plain, [false, true])).toBeLessThan(0.3);
    },
  );

  it('has no edge that slides over a face that stays as it is, in another light and with noise', () => {
    const end = withFace(0.4, 0.5);
    end.picture.y.forEach((value, i) => (end.picture.y[i] = 0.9 * value + ((i * 7919) % 13)));
    const [from, to] = [plain, end].map(
      ({ picture, box }) => new StyledSource(picture, picture, undefined, { faces: [box] }),
    );
    const scene = sceneOf(from!, to!);
    const { width } = plain.picture;
    const face = [0.38, 0.42].flatMap((u) =>
      [0.5, 0.53].map((v) => Math.floor(u * width) + width * Math.floor(v * plain.picture.height)),
    );
    for (let index = 0; index < FRAMES; index++) {
      const { y } = scene.frame(index);
      for (const place of face) expect(y[place]).toBeGreaterThan(170);
    }
  });
});
