import type { AspectRatio, Resolution } from '../video-request.js';

/** Width and height in pixels, both even. */
export type FrameSize = {
  width: number;
  height: number;
};

const SHORT_SIDE: Record<Resolution, number> = {
  '360p': 360,
  '540p': 540,
  '720p': 720,
  '1080p': 1080,
  '2K': 1440,
};
/** The encoder's level would exceed what browsers decode in hardware. */
const MAX_LONG_SIDE = 4096;

/** The frame of a generated video: the shorter side is the resolution's number. */
export function frameSize(resolution: Resolution, aspectRatio: AspectRatio): FrameSize {
  const [across, down] = aspectRatio.split(':').map(Number) as [number, number];
  return frameSizeLike(resolution, across / down);
}

/** The frame of an extended video: its own aspect ratio, width to height, at the asked resolution. */
export function frameSizeLike(resolution: Resolution, aspect: number): FrameSize {
  const shortSide = SHORT_SIDE[resolution];
  const longSide = Math.min(MAX_LONG_SIDE, even(shortSide * Math.max(aspect, 1 / aspect)));
  return aspect >= 1 ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide };
}

function even(value: number): number {
  return Math.max(2, Math.round(value / 2) * 2);
}
