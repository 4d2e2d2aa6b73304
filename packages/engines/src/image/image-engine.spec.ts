import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { engineProcesses } from '../../../../test/support/engine-processes.js';
import { pngOfSize } from '../../../../test/support/png-of-size.js';
import { portrait, stillLife } from './__fixtures__/scenes.js';
import {
  ImageEngine,
  ImageEngineBusy,
  ImageEngineCrashed,
  ImageInterrupted,
  ImageTooLarge,
  UndecodableImage,
} from './index.js';
import type { Raster } from './raster.js';

const scene = stillLife();

function file({ data, width, height, channels }: Raster): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

describe('ImageEngine', () => {
  const engine = new ImageEngine({ processes: 1, maxQueue: 8 });

  afterAll(async () => {
    await engine.close();
  });

  it('gives equal bytes for equal jobs', async () => {
    const image = await file(scene).jpeg().toBuffer();
    const reference = await file(portrait()).png().toBuffer();
    const run = async (): Promise<Uint8Array> =>
      (await engine.transferStyle({ image, reference, seed: 9 })).bytes;
    expect(await run()).toEqual(await run());
  });

  it('takes an absent setting for its default', async () => {
    const image = await file(scene).png().toBuffer();
    const absent = await engine.relight({ image, prompt: undefined, whites: undefined, engine: undefined });
    expect(absent.bytes).toEqual((await engine.relight({ image })).bytes);
  });

  it('makes a picture small, in its own shape', async () => {
    const image = await file(scene).resize(600, 300, { fit: 'fill' }).png().toBuffer();
    const small = await engine.thumbnail({ image, side: 100 });
    expect(small).toMatchObject({ contentType: 'image/webp', width: 100, height: 50 });
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'webp', width: 100, height: 50 });
  });

  describe('bad pictures', () => {
    const expectUndecodable = async (image: Uint8Array): Promise<void> => {
      await expect(engine.relight({ image })).rejects.toThrow(UndecodableImage);
    };

    it.each([
      ['empty', Buffer.alloc(0)],
      ['text', Buffer.from('hello')],
      ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      [
        'SVG after a PNG signature',
        Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.from('<svg/>')]),
      ],
      [
        'noise after a JPEG signature',
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(500, 7)]),
      ],
    ])('%s is undecodable', async (_, image) => {
      await expectUndecodable(image);
    });

    it('a GIF is undecodable', async () => {
      await expectUndecodable(Buffer.from('R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==', 'base64'));
    });

    it.each([
      ['png', file(portrait(300, 300)).png()],
      ['jpeg', file(portrait(300, 300)).jpeg()],
      ['progressive jpeg', file(portrait(300, 300)).jpeg({ progressive: true })],
      ['webp', file(portrait(300, 300)).webp()],
      ['avif', file(portrait(300, 300)).avif()],
      ['tiff', file(portrait(300, 300)).tiff()],
    ])('a %s cut in half fails rather than coming out half grey', async (_, encoder) => {
      const whole = await encoder.toBuffer();
      await expectUndecodable(whole.subarray(0, whole.length >> 1));
      await expect(
        engine.relight({
          image: await file(scene).png().toBuffer(),
          reference: whole.subarray(0, whole.length >> 1),
        }),
      ).rejects.toThrow(UndecodableImage);
    });

    it('too many pixels are refused by the header alone', async () => {
      for (const [width, height] of [
        [60_000, 60_000],
        [7_072, 7_072],
        [50_000_000, 1],
        [1, 16_385],
        [1_001, 1],
      ] as const) {
        await expect(engine.relight({ image: await pngOfSize(width, height, 1) })).rejects.toThrow(
          ImageTooLarge,
        );
      }
    });

    it('too many bytes are refused, given or on disk', async () => {
      const huge = Buffer.alloc(20 * 1024 * 1024 + 1, 0xff);
      await expect(engine.relight({ image: huge })).rejects.toThrow(ImageTooLarge);
    });

    it('an error tells a code and a sentence for the caller', async () => {
      await expect(engine.relight({ image: Buffer.from('hello') })).rejects.toMatchObject({
        code: 'undecodable_image',
        message: 'The image is not a PNG, JPEG, WebP, AVIF or TIFF file.',
      });
    });
  });

  describe('jobs', () => {
    it('tell their progress, rising to 1', async () => {
      const shares: number[] = [];
      const image = await file(portrait(600, 600)).png().toBuffer();
      await engine.enhanceSkin({ image, mode: 'creative' }, { onProgress: (share) => shares.push(share) });
      expect(shares.length).toBeGreaterThan(4);
      expect(shares).toEqual(shares.toSorted((one, other) => one - other));
      expect(shares.at(-1)).toBe(1);
    });

    it('stop when aborted, before and while they run, and the engine goes on', async () => {
      const image = await file(portrait(900, 900)).png().toBuffer();
      const reason = new Error('cancelled');
      await expect(engine.relight({ image }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const controller = new AbortController();
      const running = engine.relight(
        { image },
        { signal: controller.signal, onProgress: () => controller.abort(reason) },
      );
      await expect(running).rejects.toBe(reason);
      await expect(engine.relight({ image })).resolves.toMatchObject({ width: 900 });
    });

    it('are refused when too many wait', async () => {
      const small = new ImageEngine({ processes: 1, maxQueue: 1 });
      const image = await file(portrait(300, 300)).png().toBuffer();
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => small.relight({ image })));
      const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.every(({ reason }) => reason instanceof ImageEngineBusy)).toBe(true);
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
      await small.close();
    });

    it.each([
      ['SIGKILL', ImageInterrupted],
      ['SIGSEGV', ImageEngineCrashed],
    ] as const)(
      'fail when their process gets %s, and the next one is done in another',
      async (signal, error) => {
        const image = await file(portrait(900, 900)).png().toBuffer();
        const pids = engineProcesses('image');
        expect(pids).toHaveLength(1);
        const onProgress = () => process.kill(pids[0]!, signal);
        await expect(engine.relight({ image }, { onProgress })).rejects.toBeInstanceOf(error);
        await expect(engine.relight({ image })).resolves.toMatchObject({ width: 900 });
        expect(engineProcesses('image')).not.toEqual(pids);
      },
    );

    it('share a process, which the system would end first for want of memory', async () => {
      const image = await file(scene).png().toBuffer();
      await engine.relight({ image });
      const pids = engineProcesses('image');
      await engine.relight({ image });
      expect(engineProcesses('image')).toEqual(pids);
      expect(Number(await readFile(`/proc/${pids[0]}/oom_score_adj`, 'utf8'))).toBeGreaterThan(0);
    });

    it('that need more memory than they may take are too large, and the next one is done', async () => {
      const narrow = new ImageEngine({ memoryMb: 150 });
      const image = await sharp({
        create: { width: 7_000, height: 7_000, channels: 3, background: '#a06040' },
      })
        .jpeg()
        .toBuffer();
      await expect(narrow.relight({ image })).rejects.toThrow(/needs more memory/);
      await expect(narrow.relight({ image: await file(scene).png().toBuffer() })).resolves.toBeDefined();
      await narrow.close();
    });

    it('are refused after closing', async () => {
      const closed = new ImageEngine();
      await closed.close();
      const image = await file(scene).png().toBuffer();
      await expect(closed.relight({ image })).rejects.toThrow(ImageEngineBusy);
    });
  });
});
