import { Demuxer } from 'node-av/api';
import { AV_PKT_DATA_DISPLAYMATRIX } from 'node-av/constants';
import type { Stream } from 'node-av/lib';
import { IMAGE_MAX_SIDE } from '../../image/index.js';
import { VideoEngineError } from '../video.errors.js';

/** Nothing that could name other files or hosts, such as a playlist under the name of a video. */
const FORMATS = 'mov,mp4,matroska,webm,mpegts,avi,flv';
const MAX_PIXELS = 8192 * 4320;

/** A video file open for reading, with its one picture stream. */
export type MediaInput = {
  demuxer: Demuxer;
  video: Stream;
  audio?: Stream;
};

/**
 * Opens a local video file.
 *
 * @throws VideoEngineError `source_unreadable` for anything that is not a known container, `no_video`,
 * `source_too_large` above the pixels of 8192×4320, or 16,384 a side.
 */
export async function openMedia(path: string): Promise<MediaInput> {
  const demuxer = await openContainer(path);
  const video = demuxer.video();
  if (!video) {
    await demuxer.close();
    throw new VideoEngineError('no_video', 'The file contains no video.');
  }
  const { width, height } = video.codecpar;
  const isTooLarge = width * height > MAX_PIXELS || Math.max(width, height) > IMAGE_MAX_SIDE;
  if (isTooLarge || width < 2 || height < 2) {
    await demuxer.close();
    throw new VideoEngineError('source_too_large', 'The video has an unsupported picture size.');
  }
  return { demuxer, video, audio: demuxer.audio() };
}

async function openContainer(path: string): Promise<Demuxer> {
  try {
    return await Demuxer.open(path, { options: { protocol_whitelist: 'file', format_whitelist: FORMATS } });
  } catch (cause) {
    throw new VideoEngineError('source_unreadable', 'The file is not a readable video.', { cause });
  }
}

/** How a stream wants to be shown: clockwise quarter turns, then width to height. */
export function displayOf(video: Stream): { quarterTurns: 0 | 1 | 2 | 3; aspect: number } {
  const quarterTurns = quarterTurnsOf(video.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX));
  const isKnown = video.sampleAspectRatio.num > 0 && video.sampleAspectRatio.den > 0;
  const { num, den } = isKnown ? video.sampleAspectRatio : { num: 1, den: 1 };
  const stored = (video.codecpar.width / video.codecpar.height) * (num / den);
  return { quarterTurns, aspect: quarterTurns % 2 === 1 ? 1 / stored : stored };
}

/** The angle in a 3×3 matrix of 16.16 fixed-point numbers, as phones write it. */
function quarterTurnsOf(matrix: Buffer | null): 0 | 1 | 2 | 3 {
  if (!matrix || matrix.length < 36) return 0;
  const angle = Math.atan2(matrix.readInt32LE(4), matrix.readInt32LE(0));
  return ((Math.round(angle / (Math.PI / 2)) + 4) % 4) as 0 | 1 | 2 | 3;
}
