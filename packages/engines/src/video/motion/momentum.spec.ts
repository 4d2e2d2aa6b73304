import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import { cameraBetween, type CameraMotion, STILL } from './camera-motion.js';
import { motionAt } from './motion-field.js';
import { momentumOf } from './momentum.js';

const WIDTH = 320;
const HEIGHT = 180;

/** A cloudy texture seen by a camera that has moved; with a separate disc at a place, if given. */
function seen({ x, y, growth, turn }: CameraMotion, tune = 1, disc?: { x: number; y: number }): YuvPicture {
  const picture = yuvPicture(WIDTH, HEIGHT);
  picture.data.fill(128);
  for (let i = 0; i < picture.y.length; i++) {
    const across = (i % WIDTH) - WIDTH / 2 - x * WIDTH;
    const down = Math.floor(i / WIDTH) - HEIGHT / 2 - y * WIDTH;
    const u = (across * Math.cos(turn) + down * Math.sin(turn)) / (1 + growth) / 40;
    const v = (down * Math.cos(turn) - across * Math.sin(turn)) / (1 + growth) / 40;
    const cloud =
      Math.sin(3 * u * tune + 2 * v) + Math.sin(5 * v - 1.7 * u) + Math.sin(7.3 * u + 6.1 * v * tune);
    picture.y[i] = 120 + 30 * cloud;
    if (disc && Math.hypot((i % WIDTH) - disc.x, Math.floor(i / WIDTH) - disc.y) < 22)
      picture.y[i] = 235 - (i % 7) * 8;
  }
  return picture;
}

describe('the motion of a camera', () => {
  it.each<[string, CameraMotion]>([
    ['a pan', { x: -0.03, y: 0.004, growth: 0, turn: 0 }],
    ['coming nearer', { x: 0, y: 0, growth: 0.03, turn: 0 }],
    ['going back while panning', { x: 0.02, y: -0.01, growth: -0.02, turn: 0 }],
    ['a turn', { x: 0, y: 0, growth: 0, turn: 0.03 }],
  ])('is found for %s', (_, motion) => {
    const found = cameraBetween(seen(STILL), seen(motion));
    for (const part of ['x', 'y', 'growth', 'turn'] as const) {
      expect(Math.abs(found[part] - motion[part])).toBeLessThan(0.002);
    }
  });

  it('is none across a cut', () => {
    expect(cameraBetween(seen(STILL), seen(STILL, 2.7))).toEqual(STILL);
  });
});

describe('the momentum of a video', () => {
  it('tells what moves by itself from what the camera moves', () => {
    const before = seen(STILL, 1, { x: 100, y: 90 });
    const last = seen({ ...STILL, x: -0.01 }, 1, { x: 110, y: 90 });
    const { camera, own } = momentumOf(before, last, 0.125);
    expect(camera.x).toBeCloseTo(-0.08, 1);
    const motion = { x: 0, y: 0, trust: 0 };
    const field = { ...own, trust: own.dx };
    motionAt(field, 110 / WIDTH, 0.5, motion);
    // 10 pixels by itself and 3.2 against the camera's, eight times a second
    expect(motion.x).toBeGreaterThan(0.2);
    motionAt(field, 250 / WIDTH, 0.3, motion);
    expect(Math.abs(motion.x)).toBeLessThan(0.02);
  });
});
