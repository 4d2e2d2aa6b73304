import { readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { scratchFolder, writeSource } from '../__fixtures__/test-media.js';
import { probeSound, probeVideo } from '../index.js';

let scratch: Awaited<ReturnType<typeof scratchFolder>>;
let good: Buffer;
const place = (name: string) => path.join(scratch.path, name);

beforeAll(async () => {
  scratch = await scratchFolder();
  good = await readFile(await writeSource(place('good.mp4'), { seconds: 2 }));
});
afterAll(() => scratch.remove());

async function refusal(bytes: Buffer | string): Promise<string> {
  await writeFile(place('bad.mp4'), bytes);
  return probeVideo(place('bad.mp4')).then(
    (facts) => `accepted as ${JSON.stringify(facts)}`,
    (error: { code: string }) => error.code,
  );
}

/** The good file with the number after a box's name changed. */
function forged(box: string, offset: number, value: number): Buffer {
  const bytes = Buffer.from(good);
  for (let at = bytes.indexOf(box); at >= 0; at = bytes.indexOf(box, at + 1))
    bytes.writeUInt32BE(value, at + 4 + offset);
  return bytes;
}

describe('probing a video', () => {
  it.each([
    ['two.mp4', 'mp4', 'h264', 'avc'],
    ['two.mov', 'mov', 'h264', 'avc'],
    ['two.webm', 'webm', 'vp9', 'vp9'],
    ['two.mkv', 'mkv', 'h264', 'avc'],
    ['two.ts', 'mpegts', 'h264', 'avc'],
    ['two.avi', 'avi', 'mpeg4', 'mpeg4'],
    ['two.flv', 'flv', 'h264', 'avc'],
  ] as const)('tells container, length and size of %s', async (name, container, codec, videoCodec) => {
    const facts = await probeVideo(await writeSource(place(name), { codec, seconds: 2 }));
    expect(facts).toMatchObject({ container, width: 320, height: 180, videoCodec });
    expect(facts.audioCodec).toBeDefined();
    expect(Math.abs(facts.durationSeconds - 2)).toBeLessThan(0.15);
  });

  it('tells how long the sound of a file lasts', async () => {
    expect(Math.abs((await probeSound(place('good.mp4'))) - 2)).toBeLessThan(0.15);
    await writeFile(place('text.mp3'), 'a text');
    await expect(probeSound(place('text.mp3'))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('reads no more than it may', async () => {
    const budgetBytes = 2 * good.length;
    expect((await probeVideo(place('good.mp4'), { budgetBytes })).durationSeconds).toBeCloseTo(2, 1);
  });

  it('is not ended by an error of the thread after its answer', async () => {
    const end = Worker.prototype.terminate;
    const ended = jest.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
      this.emit('error', new Error('late'));
      return end.call(this);
    });
    try {
      expect((await probeVideo(place('good.mp4'))).durationSeconds).toBeCloseTo(2, 1);
      expect(ended).toHaveBeenCalledTimes(1);
    } finally {
      ended.mockRestore();
    }
  });

  it('is not fooled by a header that claims a tenth of the length', async () => {
    await writeFile(place('liar.mp4'), forged('mvhd', 16, 200));
    expect((await probeVideo(place('liar.mp4'))).durationSeconds).toBeCloseTo(2, 1);
  });
});

describe('refusing to probe', () => {
  it('an empty file', async () => expect(await refusal('')).toBe('empty'));
  it('text', async () => expect(await refusal('just words\n'.repeat(2_000))).toBe('unsupported_container'));
  it('a picture', async () =>
    expect(await refusal('\x89PNG\r\n\x1a\n'.repeat(99))).toBe('unsupported_container'));
  it('noise after a true first box', async () => {
    const noise = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255));
    expect(await refusal(Buffer.concat([good.subarray(0, 32), noise]))).toMatch(
      /no_video|corrupt|too_complex/,
    );
  });
  it('a file whose end with the index is missing', async () => {
    expect(await refusal(good.subarray(0, good.indexOf('moov') - 10))).toMatch(/no_video|corrupt/);
  });
  it('a missing file', async () => {
    await expect(probeVideo(place('absent.mp4'))).rejects.toMatchObject({ code: 'unreadable' });
  });

  it('a gigabyte box, without taking memory for it', async () => {
    const box = Buffer.alloc(16);
    box.writeUInt32BE(2 ** 30);
    box.write('moov', 4);
    box.writeUInt32BE(2 ** 30 - 8, 8);
    box.write('trak', 12);
    await writeFile(place('giant.mp4'), Buffer.concat([good.subarray(0, 32), box]));
    await truncate(place('giant.mp4'), 1_100_000_000);
    const before = process.memoryUsage().rss;
    await expect(probeVideo(place('giant.mp4'))).rejects.toMatchObject({ code: 'too_complex' });
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  it('a folder', async () => {
    await expect(probeVideo(scratch.path)).rejects.toMatchObject({ code: 'unreadable' });
  });
  it('what takes too long, and what is no longer wanted', async () => {
    const late = probeVideo(place('good.mp4'), { timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({ code: 'timed_out' });
    const stop = new AbortController();
    const unwanted = probeVideo(place('good.mp4'), { signal: stop.signal });
    setTimeout(() => stop.abort(), 5);
    await expect(unwanted).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('tables that claim billions of entries, within the time limit', async () => {
    const outcome = await refusal(forged('stts', 8, 0xfffffff0));
    expect(outcome).toMatch(/accepted as|corrupt|too_complex|timed_out/);
  });
});
