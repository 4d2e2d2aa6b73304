import type { Demuxer } from 'node-av/api';
import { avGetCodecName, type Stream } from 'node-av/lib';
import { displayOf, openMedia } from '../media/media-input.js';
import type { VideoFacts } from '../probe/probe-message.js';
import { VideoEngineError } from '../video.errors.js';

/** What a container says of itself, and of its packets where the header is silent; runs in the child. */
export async function readContainer(path: string): Promise<VideoFacts> {
  const { demuxer, video, audio } = await openMedia(path);
  try {
    const durationSeconds = Math.max(
      positive(demuxer.duration),
      await lastMoment(demuxer, video.index).catch(unreadable),
    );
    if (durationSeconds === 0) {
      throw new VideoEngineError('source_unreadable', 'The duration of the video cannot be found.');
    }
    const { quarterTurns } = displayOf(video);
    const { width, height } = video.codecpar;
    return {
      container: containerName(demuxer.formatName),
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

function unreadable(cause: unknown): never {
  throw new VideoEngineError('source_unreadable', 'The packets of the video could not be read.', { cause });
}

function positive(value: number): number {
  return Number.isFinite(value) && value > 0 ? value : 0;
}

/** One name per codec, whichever library read the file. */
function codecName({ codecpar }: Stream): string {
  const name = avGetCodecName(codecpar.codecId) ?? 'unknown';
  return name === 'h264' ? 'avc' : name;
}

function containerName(name: string): VideoFacts['container'] {
  if (name.includes('matroska')) return 'mkv';
  if (name.includes('mp4')) return 'mp4';
  return name.includes('mpegts') ? 'mpegts' : name.includes('flv') ? 'flv' : 'avi';
}
