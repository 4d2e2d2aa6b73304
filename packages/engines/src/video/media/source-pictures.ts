import { Decoder, FilterAPI } from 'node-av/api';
import type { FrameSize } from '../picture/frame-size.js';
import { yuvPicture, type YuvPicture } from '../picture/yuv-picture.js';
import type { FrameRate } from './frame-rate.js';
import { displayOf, type MediaInput } from './media-input.js';

const DECODER_THREADS = 2;
const TURNS = ['', 'transpose=clock,', 'hflip,vflip,', 'transpose=cclock,'];

/**
 * All pictures of a video, upright, at a constant rate and of one size, in BT.709 4:2:0.
 * A picture is repeated until the next one's time has come; of several within one frame's time the first is kept.
 */
export async function* sourcePictures(
  input: MediaInput,
  rate: FrameRate,
  size: FrameSize,
): AsyncGenerator<YuvPicture> {
  const perSecond = rate.num / rate.den;
  let start: number | undefined;
  let held: { picture: YuvPicture; seconds: number } | undefined;
  let written = 0;
  for await (const { picture, time, seconds } of decoded(input, size)) {
    start ??= time;
    // Ties go down, or halving a rate would add a frame at the end.
    const slot = Math.max(0, Math.ceil((time - start) * perSecond - 0.5));
    if (held && slot <= written) continue;
    for (; held && written < slot; written++) yield held.picture;
    held = { picture, seconds };
  }
  if (!held) return;
  const repeats = Math.max(1, Math.round(held.seconds * perSecond));
  for (let i = 0; i < repeats; i++) yield held.picture;
}

type Decoded = {
  picture: YuvPicture;
  /** Seconds on the stream's own clock. */
  time: number;
  /** How long it is to be shown; 0 where the container does not say. */
  seconds: number;
};

async function* decoded(
  { demuxer, video }: MediaInput,
  { width, height }: FrameSize,
): AsyncGenerator<Decoded> {
  const decoder = await Decoder.create(video, { context: { threadCount: DECODER_THREADS } });
  const filter = FilterAPI.create(
    TURNS[displayOf(video).quarterTurns] +
      `scale=${width}:${height}:flags=bicubic:out_color_matrix=bt709:out_range=tv,setsar=1,format=yuv420p`,
  );
  try {
    for await (const frame of filter.frames(decoder.frames(demuxer.packets(video.index)))) {
      if (!frame) continue;
      const unit = frame.timeBase.num / frame.timeBase.den;
      const picture = yuvPicture(width, height, frame.toBuffer());
      yield { picture, time: Number(frame.pts) * unit, seconds: Number(frame.duration) * unit };
      frame.free();
    }
  } finally {
    filter.close();
    decoder.close();
  }
}
