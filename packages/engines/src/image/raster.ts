/** An upright 8-bit sRGB picture in memory. Colour is not premultiplied. The engines change `data` in place. */
export type Raster = {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  /** 4 when there is an alpha channel, which no engine touches. */
  readonly channels: 3 | 4;
};

/** Side lengths of a smaller grid of the same shape: longest side at most `longestSide`, never below 1, never enlarged. */
export function gridWithin(
  { width, height }: { width: number; height: number },
  longestSide: number,
): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
