import { xmpTag } from '../provenance/index.js';
import { frameCount, MUSIC_SOURCE_TYPE } from './mp3-encoder.js';
import { MusicEngine } from './music-engine.js';
import type { MusicChunk } from './music.worker.js';
import { MusicRenderFailed } from './music.errors.js';
import { planMusic } from './plan/plan-music.js';

/** Walks the frame headers of an MPEG-1 layer III stream of 44.1 kHz; throws where one frame does not follow the other. */
function countFrames(bytes: Buffer): number {
  const kilobits = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  let frames = 0;
  for (let at = 0; at < bytes.length; frames++) {
    const header = bytes.readUInt32BE(at);
    if (header >>> 16 !== 0xfffb) throw new Error(`No frame at byte ${at}`);
    at += Math.floor((144_000 * kilobits[(header >>> 12) & 15]!) / 44_100) + ((header >>> 9) & 1);
    if (at > bytes.length) throw new Error('The last frame is cut off');
  }
  return frames;
}

async function collect(stream: AsyncIterable<MusicChunk>): Promise<MusicChunk[]> {
  const chunks: MusicChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe('MusicEngine', () => {
  const engine = new MusicEngine();
  afterAll(() => engine.close());

  async function chunksOf(durationSeconds: number): Promise<MusicChunk[]> {
    return collect(engine.stream(planMusic({ prompt: 'folk', durationSeconds })));
  }

  it.each([1, 7.3])('streams %s seconds as one MP3 file of that length, equal each time', async (seconds) => {
    const chunks = await chunksOf(seconds);
    const file = Buffer.concat(chunks.map(({ bytes }) => bytes));
    const frames = frameCount(Math.round(seconds * 44_100));
    expect(Math.max(...chunks.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(65_536);
    const music = file.subarray(xmpTag(MUSIC_SOURCE_TYPE).length);
    expect(countFrames(music)).toBe(frames + 1);
    expect(music.toString('latin1', 36, 40)).toBe('Info');
    expect(music.readUInt32BE(44)).toBe(frames);
    const peaks = chunks.flatMap((chunk) => chunk.peaks);
    expect(peaks).toHaveLength(Math.ceil((seconds * 44_100) / 2304));
    expect(Math.max(...peaks)).toBeGreaterThan(0.1);
    expect(await chunksOf(seconds)).toEqual(chunks);
  });

  it('ends with the reason of the signal', async () => {
    const controller = new AbortController();
    const stream = engine.stream(planMusic({ prompt: 'pop', durationSeconds: 360 }), {
      signal: controller.signal,
    });
    await stream.next();
    controller.abort(new Error('caller left'));
    await expect(collect(stream)).rejects.toThrow('caller left');
  });

  it('serves others while one consumer does not read', async () => {
    const stalled = engine.stream(planMusic({ prompt: 'pop', durationSeconds: 300 }));
    await stalled.next();
    expect((await chunksOf(2)).length).toBeGreaterThan(0);
    await stalled.return();
  });

  it('reports a plan it cannot render', async () => {
    const plan = { ...planMusic({ prompt: 'pop', durationSeconds: 2 }), genre: 'polka' as 'pop' };
    await expect(collect(engine.stream(plan))).rejects.toThrow(MusicRenderFailed);
  });

  it('reports the death of its thread', async () => {
    const doomed = new MusicEngine();
    const stream = doomed.stream(planMusic({ prompt: 'pop', durationSeconds: 360 }));
    await stream.next();
    await doomed.close();
    await expect(collect(stream)).rejects.toThrow(MusicRenderFailed);
  });
});
