import { fromRgb, type YuvPicture } from '../picture/yuv-picture.js';
import { motionAt } from './motion-field.js';
import { motionBetween } from './motion-search.js';

const width = 320;
const height = 180;

/** A textured picture; `shift` moves it to the right by pixels. */
function texture(shift: number, tune = 1): YuvPicture {
  const rgb = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const x = (i % width) - shift;
    const y = Math.floor(i / width);
    const value = 60 * Math.sin(x * 0.11 * tune) + 50 * Math.sin(y * 0.13 + x * 0.037 * tune * tune);
    rgb.set([128 + value, 128 + 0.8 * value, 128 - 40 * Math.sin((x + 2 * y) * 0.05 * tune)], i * 3);
  }
  return fromRgb(rgb, width, height);
}

describe('the motion between two pictures', () => {
  it.each([0, 6, -14])('of one scene moved by %i pixels is that move', (shift) => {
    const field = motionBetween(texture(0), texture(shift));
    const motion = { x: 0, y: 0, trust: 0 };
    for (const [u, v] of [
      [0.3, 0.3],
      [0.5, 0.5],
      [0.7, 0.6],
    ] as const) {
      motionAt(field, u, v, motion);
      expect(Math.abs(2 * motion.x * width - shift)).toBeLessThan(1.5);
      expect(Math.abs(2 * motion.y * height)).toBeLessThan(1.5);
      expect(motion.trust).toBeGreaterThan(0.8);
    }
  });

  it('of unrelated pictures is small, smooth and not believed', () => {
    const field = motionBetween(texture(0), texture(5, 2.7));
    const mean = field.trust.reduce((sum, value) => sum + value, 0) / field.trust.length;
    expect(mean).toBeLessThan(0.3);
    expect(Math.max(...field.dx, ...field.dy)).toBeLessThan(0.1);
  });
});
