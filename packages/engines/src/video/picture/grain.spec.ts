import { randomFrom } from '../../image/index.js';
import { Grain, grainBetween } from './grain.js';
import { copyOf, yuvPicture, type YuvPicture } from './yuv-picture.js';

/** A slope of brightness with a striped square in it, with different noise each time. */
function seen(strength: number, seed: number, squareAt = 100): YuvPicture {
  const picture = yuvPicture(320, 192);
  const random = randomFrom(seed);
  picture.data.fill(128);
  for (let i = 0; i < picture.y.length; i++) {
    const [x, y] = [i % 320, Math.floor(i / 320)];
    const isSquare = x > squareAt && x < squareAt + 60 && y > 60 && y < 120;
    const noise = (random() + random() + random() + random() - 2) * Math.sqrt(3) * strength;
    picture.y[i] = Math.round((isSquare ? 60 + 8 * (x % 9) : 80 + x / 4) + noise);
  }
  return picture;
}

describe('the grain of a video', () => {
  it.each([2, 4, 6])('of strength %i is measured beside what moves', (strength) => {
    const grain = grainBetween(seen(strength, 1), seen(strength, 2, 110))!;
    expect(grain.strength / strength).toBeGreaterThan(0.8);
    expect(grain.strength / strength).toBeLessThan(1.2);
  });

  it('is none in a clean one', () => {
    expect(grainBetween(seen(0, 1), seen(0, 2, 110))).toBeUndefined();
  });

  it('goes on about as strong, and anew in each picture', () => {
    const grain = new Grain({ strength: 4, likeness: 0.3 }, randomFrom(3));
    const plain = seen(0, 1);
    const [one, other] = [copyOf(plain), copyOf(plain)];
    grain.addTo(one);
    grain.addTo(other);
    const { strength, likeness } = grainBetween(one, other)!;
    expect(strength / 4).toBeGreaterThan(0.6);
    expect(strength / 4).toBeLessThan(1);
    expect(likeness).toBeGreaterThan(0.15);
  });
});
