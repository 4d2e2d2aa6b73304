import type { Demuxer } from 'node-av/api';
import { avGetCodecName, type Stream } from 'node-av/lib';
import type { ContainerFacts } from '../child/job.js';
import { displayOf, openMedia } from '../media/media-input.js';
import { VideoEngineError } from '../video.errors.js';

/** What a container says of itself, and of its packets where the header is silent; runs in the child. */
export async function readContainer(path: string): Promise<ContainerFacts> {
  const { demuxer, video, audio } = await openMedia(path);
  try {
    const durationSeconds = Math.max(positive(demuxer.duration), await lastMoment(demuxer, video.index));
    if (durationSeconds === 0) {
      throw new VideoEngineError('source_unreadable', 'The duration of the video cannot be found.');
    }
    const { quarterTurns } = displayOf(video);
    const { width, height } = video.codecpar;
    return {
      container: demuxer.formatName,
      durationSeconds,
      width: quarterTurns % 2 === 1 ? height : width,
      height: quarterTurns % 2 === 1 ? width : height,
      videoCodec: codecName(video),
      audioCodec: audio && codecName(audio),
    };
  } finally {
    await demuxer.close();
  }
}

/** Beyond this no caller accepts a video, so there is no need to read on. */
const LONG_ENOUGH_SECONDS = 3_600;

/** The end of the last packet: the header's duration may be missing or made up. */
async function lastMoment(demuxer: Demuxer, stream: number): Promise<number> {
  try {
    return await lastMomentOf(demuxer, stream);
  } catch (cause) {
    throw new VideoEngineError('source_unreadable', 'The packets of the video could not be read.', { cause });
  }
}

async function lastMomentOf(demuxer: Demuxer, stream: number): Promise<number> {
  let first: number | undefined;
  let last = 0;
  for await (const packet of demuxer.packets(stream)) {
    if (!packet) continue;
    const { num, den } = packet.timeBase;
    const moment = Number(packet.pts) * (num / den);
    const length = Number(packet.duration) * (num / den);
    packet.free();
    // A packet without a time carries the smallest 64-bit number.
    if (Math.abs(moment) > 1e9) continue;
    first = Math.min(first ?? moment, moment);
    last = Math.max(last, moment + length - first);
    if (last > LONG_ENOUGH_SECONDS) break;
  }
  return last;
}

function positive(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** One name per codec, whichever library read the file. */
function codecName({ codecpar }: Stream): string {
  const name = avGetCodecName(codecpar.codecId) ?? 'unknown';
  return name === 'h264' ? 'avc' : name;
}
