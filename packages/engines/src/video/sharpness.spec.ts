import path from 'node:path';
import { VideoEngine } from './index.js';
import { paint, scratchFolder, seeVideo } from './__fixtures__/test-media.js';

const width = 480;
const height = 360;
let scratch: Awaited<ReturnType<typeof scratchFolder>>;
const engine = new VideoEngine();

beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(async () => {
  await engine.close();
  await scratch.remove();
});

/** Tiles of every size down to a pixel of the frame: edges everywhere, and each about as fine as a photograph has them. */
function tiles(u: number, v: number): [number, number, number] {
  const mixed = [6, 23, 67, 181].map((across, i) => {
    const cell = Math.floor(u * across) * 53 + Math.floor(v * across * 0.75) * 97 + i * 29;
    return (((cell * 2654435761) >>> 8) % 256) / 2 ** i;
  });
  const sum = mixed.reduce((total, value) => total + value, 0) / 1.875;
  return [sum, 0.8 * sum + 20, 0.6 * sum + 50];
}

/** Mean steepness of the brightness: falls when a picture loses its fine detail. */
function steepness(luma: Uint8Array): number {
  let sum = 0;
  for (let row = 1; row < height - 1; row++) {
    for (let i = row * width + 1; i < (row + 1) * width - 1; i++) {
      sum += Math.hypot(luma[i + 1]! - luma[i - 1]!, luma[i + width]! - luma[i - width]!);
    }
  }
  return sum / ((width - 2) * (height - 2));
}

describe('a camera that moves', () => {
  it('keeps the picture as sharp as it was while it stood, without a pulse', async () => {
    const picture = await paint(path.join(scratch.path, 'tiles.png'), tiles, 960);
    const made = await engine.generate(
      {
        kind: 'start-end',
        imagePaths: [picture],
        resolution: '360p',
        aspectRatio: '4:3',
        durationSeconds: 4,
        prompt: 'pan right',
        movementAmplitude: 'small',
        seed: 5,
      },
      { outputFolder: path.join(scratch.path, 'pan') },
    );
    const { frames } = await seeVideo(
      made.videoPath,
      Array.from({ length: 96 }, (_, i) => i),
    );
    const sharp = Array.from({ length: 96 }, (_, i) => steepness(frames[i]!));
    for (const [i, value] of sharp.entries()) {
      expect(Math.abs(value / sharp[0]! - 1)).toBeLessThan(0.05);
      if (i > 0) expect(Math.abs(value / sharp[i - 1]! - 1)).toBeLessThan(0.03);
    }
  });
});
