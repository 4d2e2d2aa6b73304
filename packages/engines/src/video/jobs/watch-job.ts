import { Decoder, FilterAPI } from 'node-av/api';
import type { ReportProgress } from '../../child/index.js';
import { type MediaInput, openMedia } from '../media/media-input.js';
import { CutDetector, LOOK } from '../media/cut-detector.js';
import { PictureMeter, type PictureMood } from '../media/picture-mood.js';
import { VideoEngineError } from '../video.errors.js';

/** Cuts fall on music beats, so a tenth of a second is near enough; it saves most of the work. */
const LOOKS_PER_SECOND = 12;
const DECODER_THREADS = 2;
const LONGEST_SECONDS = 400;

/** When a video's picture changes at once, in seconds, and what its pictures are like. */
export type Watched = { cuts: number[]; pictures: PictureMood };

/** Watches a video from its first to its last picture; runs in the child. */
export async function watch(path: string, report: ReportProgress): Promise<Watched> {
  const input = await openMedia(path);
  try {
    return await lookThrough(input, report);
  } catch (cause) {
    throw new VideoEngineError('source_unreadable', 'The video could not be decoded.', { cause });
  } finally {
    await input.demuxer.close();
  }
}

async function lookThrough({ demuxer, video }: MediaInput, report: ReportProgress): Promise<Watched> {
  // Pictures nothing else depends on can be skipped unseen, and block edges do not matter at this size.
  const decoder = await Decoder.create(video, {
    context: { threadCount: DECODER_THREADS },
    options: { skip_loop_filter: 'all', flags2: '+fast' },
  });
  const filter = FilterAPI.create(
    `fps=${LOOKS_PER_SECOND},scale=${LOOK.width}:${LOOK.height}:flags=fast_bilinear,format=yuv444p`,
  );
  const detector = new CutDetector(LOOKS_PER_SECOND);
  const meter = new PictureMeter();
  try {
    for await (const frame of filter.frames(decoder.frames(demuxer.packets(video.index)))) {
      if (!frame) continue;
      const pixels = frame.toBuffer();
      detector.look(pixels);
      meter.look(pixels);
      frame.free();
      report((100 * detector.seconds) / (demuxer.duration || LONGEST_SECONDS));
      if (detector.seconds > LONGEST_SECONDS) break;
    }
  } finally {
    filter.close();
    decoder.close();
  }
  return { cuts: detector.cuts(), pictures: meter.mood() };
}
