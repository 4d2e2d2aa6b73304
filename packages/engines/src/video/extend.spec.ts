import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { watchVideo, VideoEngine } from './index.js';
import {
  expectedLuma,
  loudness,
  paint,
  psnr,
  scratchFolder,
  seeVideo,
  waves,
  writeSource,
} from './__fixtures__/test-media.js';

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

const wanted = { durationSeconds: 1, resolution: '540p', seed: 5 } as const;

describe('extending a video', () => {
  it.each([
    ['source.mp4', 'h264'],
    ['source.mov', 'h264'],
    ['source.webm', 'vp9'],
    ['source.mkv', 'h264'],
  ] as const)('keeps the pictures and the sound of %s and adds the asked seconds', async (name, codec) => {
    const sourcePath = await writeSource(place(name), { codec });
    const made = await engine.extend({ ...wanted, sourcePath }, { outputFolder: place(`from-${name}`) });
    expect(made).toMatchObject({ width: 960, height: 540, frames: 50, framesPerSecond: 25, hasSound: true });
    const seen = await seeVideo(made.videoPath, [0, 12, 24, 26, -1]);
    const source = await seeVideo(sourcePath, [0, 12, 24]);
    for (const frame of [0, 12, 24]) {
      expect(
        psnr(thinned(seen.frames[frame]!), source.frames[frame]!.subarray(0, 320 * 180)),
      ).toBeGreaterThan(30);
    }
    expect(psnr(seen.frames[24]!, seen.frames[26]!)).toBeGreaterThan(30);
    expect(psnr(seen.frames[24]!, seen.frames[-1]!)).toBeLessThan(40);
    expect(loudness(seen.sound, 0.1, 0.9)).toBeCloseTo(loudness(source.sound, 0.1, 0.9), 1);
    expect(loudness(seen.sound, 1.2, 1.8)).toBeGreaterThan(0.005);
    expect(Math.abs(seen.durationSeconds - 2)).toBeLessThan(1 / 25 + 0.03);
  });

  it('goes on with the motion of its source, which eases, over a join that nothing shows', async () => {
    const sourcePath = await writeSource(place('pan.mp4'), { options: ['pan', 'silent'] });
    const made = await engine.extend(
      { ...wanted, sourcePath, durationSeconds: 2 },
      { outputFolder: place('panned') },
    );
    const numbers = [...Array.from({ length: 12 }, (_, i) => 19 + i), 73, 74];
    const { frames } = await seeVideo(made.videoPath, numbers);
    const luma = (frame: number) => frames[frame]!.subarray(0, 960 * 540);
    const change = (frame: number) => meanChange(luma(frame - 1), luma(frame));
    // Frame 24 is the source's last one.
    for (const before of [22, 23, 24]) expect(change(25) / change(before)).toBeGreaterThan(1 / 1.5);
    for (const before of [22, 23, 24]) expect(change(25) / change(before)).toBeLessThan(1.5);
    for (const frame of [26, 27, 28]) expect(change(frame) / change(25)).toBeGreaterThan(1 / 1.5);
    expect(change(74)).toBeLessThan(0.4 * change(24));
    expect(Math.abs(steepness(luma(25)) / steepness(luma(24)) - 1)).toBeLessThan(0.08);
    expect(meanOf(luma(25)) - meanOf(luma(24))).toBeCloseTo(0, 0);
  });

  it('ends on the end picture and stays silent when the source is', async () => {
    const sourcePath = await writeSource(place('silent.mp4'), { options: ['silent'] });
    const endImagePath = await paint(place('end.png'), waves(3));
    const made = await engine.extend(
      { ...wanted, sourcePath, endImagePath },
      { outputFolder: place('to-end') },
    );
    const seen = await seeVideo(made.videoPath, [-1]);
    expect(psnr(await expectedLuma(endImagePath, 960, 540), seen.frames[-1]!)).toBeGreaterThan(28);
    expect(seen.audioCodec).toBeUndefined();
  });

  it.each([
    ['half a second', { seconds: 0.5 }, 'source_too_short'],
    ['0.92 seconds', { seconds: 0.92 }, 'source_too_short'],
    ['60.1 seconds', { seconds: 60.1, framesPerSecond: 10, options: ['dim', 'silent'] }, 'source_too_long'],
    ['62 seconds', { seconds: 62, framesPerSecond: 2, options: ['silent'] }, 'source_too_long'],
  ] as const)('refuses a source of %s', async (name, plan, code) => {
    const sourcePath = await writeSource(place(`${name}.mp4`), {
      ...plan,
      options: [...(('options' in plan && plan.options) || [])],
    });
    const outcome = engine.extend({ ...wanted, sourcePath }, { outputFolder: place('refused') });
    await expect(outcome).rejects.toMatchObject({ code });
  });

  it.each([
    ['text', 'WEBVTT\n\nhello\n'.repeat(500)],
    [
      'a playlist naming a local file',
      '#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n',
    ],
    ['nothing', ''],
  ])('refuses %s under the name of a video', async (_, content) => {
    await writeFile(place('fake.mp4'), content);
    const outcome = engine.extend(
      { ...wanted, sourcePath: place('fake.mp4') },
      { outputFolder: place('fake') },
    );
    await expect(outcome).rejects.toMatchObject({ code: 'source_unreadable' });
  });
});

describe('watching a video', () => {
  it('finds the moment at which the picture changes at once', async () => {
    const cut = await writeSource(place('cut.mp4'), { seconds: 2, options: ['cut', 'silent'] });
    const { cuts } = await watchVideo(cut);
    expect(cuts).toHaveLength(1);
    expect(Math.abs(cuts[0]! - 1)).toBeLessThanOrEqual(0.1);
  });

  it('finds none in a steady video', async () => {
    const steady = await writeSource(place('steady.mp4'), { seconds: 2, options: ['silent'] });
    expect((await watchVideo(steady)).cuts).toEqual([]);
  });

  it('tells a dim still one from a bright lively one', async () => {
    const dim = await watchVideo(
      await writeSource(place('dim.mp4'), { seconds: 2, options: ['dim', 'silent'] }),
    );
    const lively = await watchVideo(
      await writeSource(place('lively.mp4'), { seconds: 2, options: ['lively', 'silent'] }),
    );
    expect(dim.pictures.brightness).toBeLessThan(0.2);
    expect(dim.pictures.motion).toBeLessThan(0.005);
    expect(dim.pictures.warmth).toBeLessThan(0);
    expect(lively.pictures.brightness).toBeGreaterThan(0.5);
    expect(lively.pictures.motion).toBeGreaterThan(0.03);
    expect(lively.pictures.saturation).toBeGreaterThan(dim.pictures.saturation + 0.15);
    expect(lively.pictures.warmth).toBeGreaterThan(0.1);
  });
});

function meanOf(luma: Uint8Array): number {
  return luma.reduce((sum, value) => sum + value, 0) / luma.length;
}

function meanChange(a: Uint8Array, b: Uint8Array): number {
  return a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
}

/** Energy of the steps from one pixel to the next. */
function steepness(luma: Uint8Array): number {
  return luma.reduce((sum, value, i) => sum + (i === 0 ? 0 : (value - luma[i - 1]!) ** 2), 0);
}

/** Every third pixel of a 960×540 brightness plane: the 320×180 it was enlarged from. */
function thinned(luma: Uint8Array): Uint8Array {
  return Uint8Array.from(
    { length: 320 * 180 },
    (_, i) => luma[(Math.floor(i / 320) * 3 + 1) * 960 + (i % 320) * 3 + 1]!,
  );
}
