import type { ReportProgress } from '../../child/index.js';
import { randomFrom } from '../../image/index.js';
import type { JobOutput } from '../child/job.js';
import { type FrameRate, outputRate } from '../media/frame-rate.js';
import { displayOf, type MediaInput, openMedia } from '../media/media-input.js';
import { sourcePictures } from '../media/source-pictures.js';
import { sourceSound } from '../media/source-sound.js';
import { VideoEnding } from '../motion/video-ending.js';
import { frameSizeLike, type FrameSize } from '../picture/frame-size.js';
import { readPicture } from '../picture/framed-picture.js';
import type { YuvPicture } from '../picture/yuv-picture.js';
import { readCues } from '../prompt-cues.js';
import { ArrivalScene } from '../scene/arrival-scene.js';
import { CarryOnScene } from '../scene/carry-on-scene.js';
import { MorphScene } from '../scene/morph-scene.js';
import type { Scene } from '../scene/scene.js';
import { StyledSource } from '../scene/styled-source.js';
import { prolong } from '../sound/prolong.js';
import type { StereoSound } from '../sound/stereo-sound.js';
import type { ExtendRequest, VideoResult } from '../video-request.js';
import { VideoEngineError } from '../video.errors.js';
import { VideoOutputs } from './video-outputs.js';

const MIN_SOURCE_SECONDS = 1;
const MAX_SOURCE_SECONDS = 60;
/** Containers and rates round: a video of exactly the limit must pass. */
const TOLERANCE_FRAMES = 1;
/** Sound may outlast the pictures a little. */
const HEADER_TOLERANCE_SECONDS = 0.5;
/** Where an end picture is to be reached, the motion comes to rest first. */
const REST_SECONDS = 0.8;
const REST_SHARE = 0.4;
const COPIED_PERCENT = 60;
const DRAWN_PERCENT = 97;

type Seeded = ExtendRequest & { seed: number };

type Source = {
  rate: FrameRate;
  size: FrameSize;
  sound?: StereoSound;
};

/** Copies a video and goes on from its last picture; runs in the child. */
export async function extend(
  request: Seeded,
  output: JobOutput,
  report: ReportProgress,
): Promise<VideoResult> {
  report(0);
  const input = await openMedia(request.sourcePath);
  try {
    const source = await describe(input, request);
    const outputs = await VideoOutputs.open({
      ...output,
      size: source.size,
      frameRate: source.rate,
      sound: source.sound,
      seed: request.seed,
    });
    const copied = await copy(input, source, outputs, (seconds) =>
      report((COPIED_PERCENT * seconds) / (input.demuxer.duration || MAX_SOURCE_SECONDS)),
    );
    await add(request, source, copied, outputs, (share) =>
      report(COPIED_PERCENT + (DRAWN_PERCENT - COPIED_PERCENT) * share),
    );
    const result = await outputs.close();
    report(100);
    return result;
  } finally {
    await input.demuxer.close();
  }
}

async function describe(input: MediaInput, request: Seeded): Promise<Source> {
  // An honest header saves the work; a lying one is found out while copying.
  if (input.demuxer.duration > MAX_SOURCE_SECONDS + HEADER_TOLERANCE_SECONDS) throw tooLong();
  return {
    rate: outputRate(input.video.avgFrameRate),
    size: frameSizeLike(request.resolution, displayOf(input.video).aspect),
    sound: await soundOf(request.sourcePath),
  };
}

/** A second look at the file: pictures and sound are read at different paces. */
async function soundOf(path: string): Promise<StereoSound | undefined> {
  const input = await openMedia(path);
  try {
    return await sourceSound(input, MAX_SOURCE_SECONDS + 1);
  } catch (cause) {
    throw new VideoEngineError('source_unreadable', 'The sound of the video could not be decoded.', {
      cause,
    });
  } finally {
    await input.demuxer.close();
  }
}

/** Counts by decoding, as headers can lie. */
async function copy(
  input: MediaInput,
  { rate, size }: Source,
  outputs: VideoOutputs,
  report: (seconds: number) => void,
): Promise<VideoEnding> {
  const perSecond = rate.num / rate.den;
  const ending = new VideoEnding(perSecond);
  for await (const picture of picturesOf(input, rate, size)) {
    ending.see(picture);
    if (ending.frames > MAX_SOURCE_SECONDS * perSecond + TOLERANCE_FRAMES) throw tooLong();
    await outputs.write(picture);
    report(ending.frames / perSecond);
  }
  if (ending.frames === 0) {
    throw new VideoEngineError('source_unreadable', 'No picture of the video could be decoded.');
  }
  if (ending.frames < MIN_SOURCE_SECONDS * perSecond - TOLERANCE_FRAMES) {
    throw new VideoEngineError('source_too_short', 'The video is shorter than 1 second.');
  }
  return ending;
}

async function add(
  request: Seeded,
  source: Source,
  ending: VideoEnding,
  outputs: VideoOutputs,
  report: (share: number) => void,
): Promise<void> {
  const perSecond = source.rate.num / source.rate.den;
  const added = Math.round(request.durationSeconds * perSecond);
  if (source.sound) {
    const cues = readCues(request.prompt);
    const total = (ending.frames + added) / perSecond;
    outputs.continueSound(prolong(source.sound, ending.frames / perSecond, total, cues, request.seed));
  }
  const scene = await additionTo(ending, source, request, added);
  // The scene's first frame is the source's last one, which is there already.
  for (let index = 1; index <= added; index++) {
    await outputs.write(scene.frame(index));
    report(index / added);
  }
}

function tooLong(): VideoEngineError {
  return new VideoEngineError('source_too_long', 'The video is longer than 60 seconds.');
}

/** Decoder errors become one typed error; ours pass. */
async function* picturesOf(input: MediaInput, rate: FrameRate, size: FrameSize): AsyncGenerator<YuvPicture> {
  try {
    yield* sourcePictures(input, rate, size);
  } catch (cause) {
    throw new VideoEngineError('source_unreadable', 'The video could not be decoded.', { cause });
  }
}

async function additionTo(
  ending: VideoEnding,
  { rate, size }: Source,
  request: Seeded,
  added: number,
): Promise<Scene> {
  const { moves, pace } = readCues(request.prompt);
  const timing = { frames: added + 1, framesPerSecond: rate.num / rate.den };
  const travel = {
    amplitude: 'auto' as const,
    pace,
    seconds: request.durationSeconds,
    random: randomFrom(request.seed),
  };
  const last = ending.last!;
  const carried = {
    momentum: ending.momentum(),
    grain: ending.grain(),
    seenSeconds: ending.heldSeconds,
    timing,
    moves,
    travel,
  };
  if (!request.endImagePath) return new CarryOnScene(last, carried);
  const framed = await readPicture(request.endImagePath, size);
  const end = new StyledSource(framed.frame, framed.detail, undefined, framed);
  const turnFrame = Math.round(
    Math.min(REST_SECONDS, request.durationSeconds * REST_SHARE) * timing.framesPerSecond,
  );
  const resting = new CarryOnScene(last, { ...carried, restSeconds: turnFrame / timing.framesPerSecond });
  const left = { ...timing, frames: timing.frames - turnFrame };
  return new ArrivalScene(
    resting,
    turnFrame,
    (rested) => new MorphScene(new StyledSource(rested, rested), end, left, moves, travel),
  );
}
