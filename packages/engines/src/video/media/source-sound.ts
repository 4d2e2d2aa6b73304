import { Decoder, FilterAPI } from 'node-av/api';
import { SAMPLE_RATE, type StereoSound } from '../sound/stereo-sound.js';
import type { MediaInput } from './media-input.js';

/**
 * The sound of a video as one piece, aligned to its first picture: earlier sound is cut, a late start is silence, and
 * packets that cannot be decoded are left out.
 *
 * @returns undefined when there is no sound track, or none that decodes.
 */
export async function sourceSound(input: MediaInput, maxSeconds: number): Promise<StereoSound | undefined> {
  const { demuxer, audio } = input;
  if (!audio) return undefined;
  // Torn packets at the ends are common in files that were cut out of others, and players go on without them.
  const decoder = await Decoder.create(audio, { exitOnError: false });
  const filter = FilterAPI.create(
    `aresample=${SAMPLE_RATE}:async=1,aformat=sample_fmts=flt:sample_rates=${SAMPLE_RATE}:channel_layouts=stereo`,
  );
  const blocks: Buffer[] = [];
  let first: number | undefined;
  let bytes = 0;
  try {
    for await (const frame of filter.frames(decoder.frames(demuxer.packets(audio.index)))) {
      if (!frame) continue;
      first ??= Number(frame.pts) * (frame.timeBase.num / frame.timeBase.den);
      const block = frame.toBuffer();
      frame.free();
      blocks.push(block);
      bytes += block.length;
      if (bytes > maxSeconds * SAMPLE_RATE * 8) break;
    }
  } finally {
    filter.close();
    decoder.close();
  }
  if (first === undefined) return undefined;
  return aligned(Buffer.concat(blocks), first - pictureStart(input));
}

function pictureStart({ video }: MediaInput): number {
  const { startTime, timeBase } = video;
  const seconds = Number(startTime) * (timeBase.num / timeBase.den);
  // An unknown start is the smallest 64-bit number.
  return Math.abs(seconds) < 1e6 ? seconds : 0;
}

function aligned(bytes: Buffer, lateSeconds: number): StereoSound {
  const count = Math.floor(bytes.length / 8) * 2;
  const late = Math.round(lateSeconds * SAMPLE_RATE) * 2;
  const sound = new Float32Array(Math.max(0, count + late));
  for (let i = Math.max(0, -late); i < count; i++) sound[i + late] = bytes.readFloatLE(i * 4);
  return sound;
}
