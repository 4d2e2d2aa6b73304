import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { type GenerateRequest, VideoEngine, type VideoResult } from './index.js';
import {
  disc,
  expectedLuma,
  loudness,
  paint,
  psnr,
  scratchFolder,
  seeVideo,
  waves,
} from './__fixtures__/test-media.js';
import { WatermarkLayer } from './picture/watermark-layer.js';
import { fromRgb } from './picture/yuv-picture.js';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let first: string;
let second: string;
const engine = new VideoEngine({ maxConcurrent: 2 });
const small = { resolution: '360p', aspectRatio: '4:3', durationSeconds: 1, seed: 11 } as const;
const pixels = 480 * 360;

beforeAll(async () => {
  scratch = await scratchFolder();
  first = await paint(path.join(scratch.path, 'first.png'), waves(1));
  second = await paint(path.join(scratch.path, 'second.png'), waves(2.5));
});
afterAll(async () => {
  await engine.close();
  await scratch.remove();
});

function make(
  name: string,
  request: GenerateRequest,
  onProgress?: (percent: number) => void,
): Promise<VideoResult> {
  return engine.generate(request, { outputFolder: path.join(scratch.path, name), onProgress });
}

describe('a video between two pictures', () => {
  it('is a browser-ready MP4 of the asked size and length that begins and ends on the given pictures', async () => {
    const progress: number[] = [];
    const made = await make(
      'morph',
      { ...small, kind: 'start-end', imagePaths: [first, second] },
      (percent) => progress.push(percent),
    );
    const seen = await seeVideo(made.videoPath, [0, 12, -1]);
    expect(seen).toMatchObject({ codec: 'h264', width: 480, height: 360, frameCount: 24, pixelFormat: 0 });
    expect(seen.colours).toEqual([1, 1, 1, 1]);
    expect(Math.abs(seen.durationSeconds - 1)).toBeLessThan(1 / 24);
    expect(seen.audioCodec).toBeUndefined();
    const start = await expectedLuma(first, 480, 360);
    const end = await expectedLuma(second, 480, 360);
    expect(psnr(start, seen.frames[0]!)).toBeGreaterThan(30);
    expect(psnr(end, seen.frames[-1]!)).toBeGreaterThan(30);
    const crossFade = start.map((value, i) => (value + end[i]!) / 2);
    expect(psnr(crossFade, seen.frames[12]!)).toBeLessThan(25);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([0, 100]);
    expect(progress.length).toBeGreaterThan(10);
    expect(await boxOrder(made.videoPath)).toEqual(['ftyp', 'moov', 'free', 'mdat', 'uuid']);
    // FFmpeg's own encoder of AAC names itself in its first packet.
    expect((await readFile(made.videoPath)).includes('Lavc')).toBe(false);

    const cover = await readFile(made.coverPath);
    expect([cover[0], cover[1]]).toEqual([0xff, 0xd8]);
    expect(psnr(start, await expectedLuma(made.coverPath, 480, 360))).toBeGreaterThan(30);
  });

  it('moves what both pictures show along its way', async () => {
    const left = await paint(path.join(scratch.path, 'left.png'), disc(0.4, 0.5));
    const right = await paint(path.join(scratch.path, 'right.png'), disc(0.6, 0.5));
    const still = 'static camera';
    const made = await make('moved', {
      ...small,
      kind: 'start-end',
      imagePaths: [left, right],
      prompt: still,
    });
    const seen = await seeVideo(made.videoPath, [12]);
    const between = await paint(path.join(scratch.path, 'between.png'), disc(0.51, 0.5));
    const expected = await expectedLuma(between, 480, 360);
    const [a, b] = [await expectedLuma(left, 480, 360), await expectedLuma(right, 480, 360)];
    const crossFade = a.map((value, i) => (value + b[i]!) / 2);
    expect(psnr(expected, seen.frames[12]!)).toBeGreaterThan(psnr(crossFade, seen.frames[12]!) + 3);
  });

  it('is the same bytes for the same seed and other pictures for another', async () => {
    const request: GenerateRequest = {
      ...small,
      kind: 'start-end',
      imagePaths: [first, second],
      audio: true,
    };
    const [one, two, other] = await Promise.all([
      make('same-1', request),
      make('same-2', request),
      make('other', { ...request, seed: 12 }),
    ]);
    const bytes = await readFile(one.videoPath);
    expect(bytes.equals(await readFile(two.videoPath))).toBe(true);
    expect(bytes.equals(await readFile(other.videoPath))).toBe(false);
    expect(other.seed).toBe(12);
  });
});

describe('a video from one picture', () => {
  it('starts on the picture and moves farther with a larger amplitude', async () => {
    const start = await expectedLuma(first, 480, 360);
    const likeness: number[] = [];
    for (const movementAmplitude of ['small', 'large'] as const) {
      const name = `still-${movementAmplitude}`;
      const made = await make(name, { ...small, kind: 'start-end', imagePaths: [first], movementAmplitude });
      const seen = await seeVideo(made.videoPath, [0, -1]);
      expect(psnr(start, seen.frames[0]!)).toBeGreaterThan(30);
      likeness.push(psnr(start, seen.frames[-1]!));
    }
    expect(likeness[1]!).toBeLessThan(likeness[0]! - 2);
  });

  it('looks drawn in anime style, but not in its first frame', async () => {
    const request: GenerateRequest = { ...small, kind: 'start-end', imagePaths: [first], prompt: 'static' };
    const made = await make('anime', { ...request, style: 'anime' });
    const seen = await seeVideo(made.videoPath, [0, -1]);
    const start = await expectedLuma(first, 480, 360);
    expect(psnr(start, seen.frames[0]!)).toBeGreaterThan(30);
    const general = await make('general', request);
    const undrawn = await seeVideo(general.videoPath, [-1]);
    expect(psnr(undrawn.frames[-1]!, seen.frames[-1]!)).toBeLessThan(30);
    expect(psnr(start, undrawn.frames[-1]!)).toBeGreaterThan(35);
  });
});

describe('a video from references', () => {
  it('shows each picture in its turn', async () => {
    const third = await paint(path.join(scratch.path, 'third.png'), waves(4));
    const imagePaths = [first, second, third];
    const made = await make('references', {
      ...small,
      aspectRatio: '1:1',
      kind: 'references',
      imagePaths,
      durationSeconds: 2,
      prompt: 'static',
    });
    const seen = await seeVideo(made.videoPath, [2, 24, 46]);
    for (const [i, frame] of [2, 24, 46].entries()) {
      const likeness = await Promise.all(
        imagePaths.map(async (file) => psnr(await expectedLuma(file, 360, 360), seen.frames[frame]!)),
      );
      expect(likeness.indexOf(Math.max(...likeness))).toBe(i);
    }
  });
});

describe('sound', () => {
  const prompt = 'a robot wakes in the rain';

  async function soundOf(name: string, request: Partial<GenerateRequest>): Promise<Buffer> {
    const made = await make(name, {
      ...small,
      kind: 'start-end',
      imagePaths: [first],
      prompt,
      ...request,
    } as GenerateRequest);
    const seen = await seeVideo(made.videoPath);
    expect(seen.audioCodec).toBe('aac');
    expect(loudness(seen.sound)).toBeGreaterThan(0.01);
    expect(Math.abs(seen.durationSeconds - 1)).toBeLessThan(1 / 24);
    // The licence of the other encoder of AAC, libfdk_aac, is not the GPL's.
    expect((await readFile(made.videoPath)).includes('Lavc')).toBe(true);
    return Buffer.from(seen.sound!);
  }

  it('is there when asked for, as long as the video, differs by type, and speaks only where the prompt asks for it', async () => {
    const [speech, effects, music, all, talking, quiet] = await Promise.all([
      soundOf('speech', { audio: true, audioType: 'speech_only' }),
      soundOf('effects', { audio: true, audioType: 'sound_effect_only' }),
      soundOf('music', { bgm: true }),
      soundOf('all', { audio: true }),
      soundOf('talking', { audio: true, prompt: `${prompt} and says "good morning"` }),
      soundOf('quiet', { audio: true, prompt: `${prompt}, nobody speaks` }),
    ]);
    expect(speech.equals(effects)).toBe(false);
    expect(effects.equals(music)).toBe(false);
    expect(all.equals(effects)).toBe(true);
    expect(quiet.equals(effects)).toBe(true);
    expect(loudness(talking)).toBeGreaterThan(1.2 * loudness(effects));
  });
});

describe('a watermark', () => {
  it('changes its corner only, in a second file that is hardly larger', async () => {
    const request: GenerateRequest = { ...small, kind: 'start-end', imagePaths: [first] };
    const made = await make('mark', { ...request, watermark: { position: 3 } });
    const plain = await seeVideo(made.videoPath, [0]);
    const marked = await seeVideo(made.watermarkedPath!, [0]);
    expect(changedQuarters(plain.frames[0]!, marked.frames[0]!)).toEqual(['bottom right']);
    const [plainFile, markedFile] = await Promise.all(
      [made.videoPath, made.watermarkedPath!].map((file) => stat(file)),
    );
    expect(markedFile!.size).toBeLessThan(1.1 * plainFile!.size);
  });

  it.each([
    [1, 'top left'],
    [2, 'top right'],
    [3, 'bottom right'],
    [4, 'bottom left'],
  ] as const)('at position %i is in the %s', async (position, corner) => {
    const size = { width: 480, height: 360 };
    const grey = fromRgb(Buffer.alloc(pixels * 3, 128), size.width, size.height);
    const before = Uint8Array.from(grey.y);
    (await WatermarkLayer.prepare({ position }, size)).stamp(grey);
    expect(changedQuarters(before, grey.y)).toEqual([corner]);
  });

  it('can be a given picture', async () => {
    const imagePath = await paint(path.join(scratch.path, 'mark.png'), () => [255, 0, 255], 64);
    const request: GenerateRequest = { ...small, kind: 'start-end', imagePaths: [first] };
    const made = await make('own-mark', { ...request, watermark: { position: 3, imagePath } });
    const { frames } = await seeVideo(made.watermarkedPath!, [0]);
    // 50×50 at 10 from the corner; magenta is far from neutral in both colours
    const middle = pixels + ((360 - 36) / 2) * 240 + (480 - 36) / 2;
    expect(Math.abs(frames[0]![middle]! - 128)).toBeGreaterThan(60);
    expect(Math.abs(frames[0]![middle + pixels / 4]! - 128)).toBeGreaterThan(60);
  });
});

describe('wrong requests', () => {
  it.each([
    ['no image', { imagePaths: [] }],
    ['three images', { imagePaths: ['a', 'b', 'c'] }],
    ['half a second', { durationSeconds: 0.5 }],
    ['17 seconds', { durationSeconds: 17 }],
    ['a seed beyond int32', { seed: 2 ** 31 }],
  ])('%s is refused', async (_, wrong) => {
    const request: GenerateRequest = { ...small, kind: 'start-end', imagePaths: [first], ...wrong };
    await expect(make('wrong', request)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it.each([
    ['frame', 'imagePaths', 10_001, 5_000, 'more than 50 megapixels'],
    ['watermark', 'watermark', 10_001, 5_000, 'more than 50 megapixels'],
    ['long frame', 'imagePaths', 16_385, 20, 'more than 16,384 pixels a side'],
    ['thin watermark', 'watermark', 1, 1_001, 'more than 1,000 times as long'],
  ])('a %s that is too large is called so', async (name, use, width, height, rule) => {
    const large = path.join(scratch.path, `${name}.png`);
    await sharp({ create: { width, height, channels: 3, background: '#246' } })
      .png()
      .toFile(large);
    const request: GenerateRequest = {
      ...small,
      kind: 'start-end',
      imagePaths: [use === 'imagePaths' ? large : first],
      ...(use === 'watermark' ? { watermark: { position: 3, imagePath: large } } : {}),
    };
    await expect(make(`large ${name}`, request)).rejects.toMatchObject({
      code: 'image_too_large',
      message: expect.stringContaining(rule),
    });
  });

  it('a picture that does not decode fails the job and leaves no file', async () => {
    const outputFolder = path.join(scratch.path, 'unreadable');
    const request: GenerateRequest = { ...small, kind: 'start-end', imagePaths: [import.meta.filename] };
    await expect(engine.generate(request, { outputFolder })).rejects.toMatchObject({
      code: 'image_unreadable',
    });
    expect(await readdir(outputFolder)).toEqual([]);
  });
});

/** Quarters of the frame in which the brightness changes by more than the encoder does it. */
function changedQuarters(a: Uint8Array, b: Uint8Array): string[] {
  return ['top left', 'top right', 'bottom right', 'bottom left'].filter(
    (name) => quarterChange(a, b, name) > 12,
  );
}

/** Largest change of brightness in a quarter of the frame's corner regions. */
function quarterChange(a: Uint8Array, b: Uint8Array, corner: string): number {
  let most = 0;
  for (let row = 0; row < 360; row++) {
    for (let column = 0; column < 480; column++) {
      const isHere = corner === `${row < 180 ? 'top' : 'bottom'} ${column < 240 ? 'left' : 'right'}`;
      if (isHere) most = Math.max(most, Math.abs(a[row * 480 + column]! - b[row * 480 + column]!));
    }
  }
  return most;
}

async function boxOrder(file: string): Promise<string[]> {
  const bytes = await readFile(file);
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += bytes.readUInt32BE(at))
    names.push(bytes.toString('latin1', at + 4, at + 8));
  return names;
}
