import { boards } from '../__fixtures__/boards.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import { MorphScene } from './morph-scene.js';
import { StyledSource } from './styled-source.js';

const FACE = { width: 0.18, height: 0.36 };

/** A room with a face at a place: light skin, two dark eyes and a mouth. */
function withFace(
  x: number,
  y: number,
): { picture: YuvPicture; box: { x: number; y: number } & typeof FACE } {
  const picture = boards(1);
  const { width, height } = picture;
  for (let i = 0; i < width * height; i++) {
    const u = ((i % width) / width - x) / FACE.width;
    const v = (Math.floor(i / width) / height - y) / FACE.height;
    if (Math.hypot(u, v) > 0.5) continue;
    const isEye = Math.hypot(Math.abs(u) - 0.2, v + 0.1) < 0.08;
    const isMouth = Math.abs(u) < 0.2 && Math.abs(v - 0.25) < 0.04;
    picture.y[i] = isEye || isMouth ? 30 : 200;
  }
  return { picture, box: { x: x - FACE.width / 2, y: y - FACE.height / 2, ...FACE } };
}

/** The largest share of a frame's face places that are neither as in one picture nor as in the other, nor in shadow. */
function mostBlended(a: ReturnType<typeof withFace>, b: ReturnType<typeof withFace>): number {
  const [start, end] = [a, b].map(
    ({ picture, box }) => new StyledSource(picture, picture, undefined, { faces: [box] }),
  );
  const frames = 49;
  const travel = { amplitude: 'small', pace: 1, seconds: 2, random: () => 0.5 } as const;
  const scene = new MorphScene(start!, end!, { frames, framesPerSecond: 24 }, ['static'], travel);
  let most = 0;
  for (let index = 0; index < frames; index++) {
    const { y, width, height } = scene.frame(index);
    let [blended, places] = [0, 0];
    for (let i = 0; i < width * height; i++) {
      const [one, other] = [a.picture.y[i]!, b.picture.y[i]!];
      const isInFace = [a.box, b.box].some(
        (box) =>
          Math.abs((i % width) / width - box.x - box.width / 2) < box.width / 2 &&
          Math.abs(Math.floor(i / width) / height - box.y - box.height / 2) < box.height / 2,
      );
      if (!isInFace || Math.abs(one - other) < 60) continue;
      places++;
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      if (y[i]! > low + 25 && y[i]! < high - 25) blended++;
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
});
