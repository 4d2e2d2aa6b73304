import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { randomFrom } from '../image/index.js';
import { fixture, scratchFolder, writeSource } from './__fixtures__/test-media.js';
import { watchVideo, probeVideo, VideoEngine } from './index.js';

const VARIANTS = 12;

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
const engine = new VideoEngine({ maxConcurrent: 2 });
const place = (name: string) => path.join(scratch.path, name);

beforeAll(async () => {
  scratch = await scratchFolder();
});
afterAll(async () => {
  await engine.close();
  await scratch.remove();
});

/** The file with some bits turned: in its index for every other number, anywhere for the rest. */
function flipped(good: Buffer, number: number): Buffer {
  const random = randomFrom(number);
  const bytes = Buffer.from(good);
  const from = number % 2 ? 0 : good.indexOf('moov');
  for (let flips = 1 + Math.floor(random() * 30); flips > 0; flips -= 1)
    bytes[from + Math.floor(random() * (good.length - from))]! ^= 1 << Math.floor(random() * 8);
  return bytes;
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'made',
    (error: { code?: string }) => error.code ?? String(error),
  );

describe('a damaged video', () => {
  it('is named as what is wrong, and not taken for a crash', async () => {
    const good = await readFile(await writeSource(place('good.mp4'), { seconds: 1, framesPerSecond: 12 }));
    const files = Array.from({ length: VARIANTS }, (_, number) => place(`${number}.mp4`));
    await Promise.all(files.map((file, number) => writeFile(file, flipped(good, number))));
    const extend = (sourcePath: string) =>
      engine.extend(
        { sourcePath, durationSeconds: 1, resolution: '540p', seed: 5 },
        { outputFolder: `${sourcePath}.out` },
      );
    const outcomes = await Promise.all(files.map((file) => codeOf(extend(file))));
    for (const file of files.slice(0, 4)) outcomes.push(await codeOf(watchVideo(file)));
    for (const outcome of outcomes)
      expect(outcome).toMatch(/^(made|source_unreadable|source_too_(short|long|large)|no_video)$/);
    expect(new Set(outcomes)).toContain('source_unreadable');
  });
});

describe('a look into a video whose process is killed', () => {
  it('is taken again', async () => {
    const file = await writeSource(place('once.avi'), { codec: 'mpeg4', seconds: 1 });
    const facts = await probeVideo(file, { program: fixture('killed-once.child.mjs') });
    expect(facts.durationSeconds).toBe(2);
  });

  it('says that it failed when that goes on, and nothing against the video', async () => {
    const file = await writeSource(place('always.avi'), { codec: 'mpeg4', seconds: 1 });
    const looking = probeVideo(file, { program: fixture('always-killed.child.mjs'), timeoutMs: 1_000 });
    expect(await codeOf(looking)).toBe('engine_crashed');
  });
});
