import type { Watermark, WatermarkPosition } from '../video-request.js';
import { defaultMark } from './default-mark.js';
import type { FrameSize } from './frame-size.js';
import { openPicture, unreadable } from './open-picture.js';
import { fromRgb, type YuvPicture } from './yuv-picture.js';

/** Share of the frame that a mark may take, and its distance from the edges. */
const MAX_WIDTH_SHARE = 0.22;
const MAX_HEIGHT_SHARE = 0.14;
const MARGIN_SHARE = 0.03;
const LETTER_SHARE = 0.035;
const NAME = 'The watermark image';

type Mark = {
  rgba: Buffer;
  width: number;
  height: number;
};

/** A mark ready to be laid over frames of one size. */
export class WatermarkLayer {
  private constructor(
    private readonly mark: YuvPicture,
    private readonly alpha: Uint8Array,
    private readonly halfAlpha: Uint8Array,
    private readonly left: number,
    private readonly top: number,
  ) {}

  /** @throws VideoEngineError `image_unreadable` when the given image does not decode. */
  static async prepare({ position, imagePath }: Watermark, frame: FrameSize): Promise<WatermarkLayer> {
    const mark = evenSized(imagePath ? await readMark(imagePath, frame) : drawnMark(frame));
    const { left, top } = corner(position, mark, frame);
    const rgb = Buffer.allocUnsafe(mark.width * mark.height * 3);
    const alpha = new Uint8Array(mark.width * mark.height);
    for (let i = 0; i < alpha.length; i++) {
      mark.rgba.copy(rgb, i * 3, i * 4, i * 4 + 3);
      alpha[i] = mark.rgba[i * 4 + 3]!;
    }
    const picture = fromRgb(rgb, mark.width, mark.height);
    return new WatermarkLayer(picture, alpha, halved(alpha, mark.width, mark.height), left, top);
  }

  /** Lays the mark over `target`, in place. */
  stamp(target: YuvPicture): void {
    const { mark, left, top } = this;
    mix(mark.y, this.alpha, mark.width, target.y, target.width, left, top);
    mix(mark.u, this.halfAlpha, mark.width / 2, target.u, target.width / 2, left / 2, top / 2);
    mix(mark.v, this.halfAlpha, mark.width / 2, target.v, target.width / 2, left / 2, top / 2);
  }
}

function drawnMark(frame: FrameSize): Mark {
  return defaultMark(Math.max(10, Math.round(Math.min(frame.width, frame.height) * LETTER_SHARE)));
}

async function readMark(path: string, frame: FrameSize): Promise<Mark> {
  try {
    const { data, info } = await (
      await openPicture(path, NAME)
    )
      .toColourspace('srgb')
      .resize(Math.round(frame.width * MAX_WIDTH_SHARE), Math.round(frame.height * MAX_HEIGHT_SHARE), {
        fit: 'inside',
      })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { rgba: info.channels === 4 ? data : greyToRgba(data), width: info.width, height: info.height };
  } catch (cause) {
    throw unreadable(cause, NAME);
  }
}

function greyToRgba(data: Buffer): Buffer {
  const rgba = Buffer.allocUnsafe(data.length * 2);
  for (let i = 0; i < data.length; i += 2) {
    rgba.fill(data[i]!, i * 2, i * 2 + 3);
    rgba[i * 2 + 3] = data[i + 1]!;
  }
  return rgba;
}

/** Colour is stored for 2×2 squares: an odd mark gets a transparent last column or row. */
function evenSized({ rgba, width, height }: Mark): Mark {
  const evenWidth = width + (width % 2);
  const evenHeight = height + (height % 2);
  const out = Buffer.alloc(evenWidth * evenHeight * 4);
  for (let row = 0; row < height; row++)
    rgba.copy(out, row * evenWidth * 4, row * width * 4, (row + 1) * width * 4);
  return { rgba: out, width: evenWidth, height: evenHeight };
}

function corner(
  position: WatermarkPosition,
  mark: FrameSize,
  frame: FrameSize,
): { left: number; top: number } {
  const margin = Math.round((Math.min(frame.width, frame.height) * MARGIN_SHARE) / 2) * 2;
  const isRight = position === 2 || position === 3;
  const isBottom = position === 3 || position === 4;
  return {
    left: isRight ? frame.width - mark.width - margin : margin,
    top: isBottom ? frame.height - mark.height - margin : margin,
  };
}

function halved(alpha: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(alpha.length / 4);
  for (let row = 0, o = 0; row < height; row += 2) {
    for (let column = 0; column < width; column += 2, o++) {
      const i = row * width + column;
      out[o] = (alpha[i]! + alpha[i + 1]! + alpha[i + width]! + alpha[i + width + 1]! + 2) >> 2;
    }
  }
  return out;
}

function mix(
  mark: Uint8Array,
  alpha: Uint8Array,
  width: number,
  target: Uint8Array,
  stride: number,
  left: number,
  top: number,
): void {
  for (let i = 0; i < mark.length; i++) {
    const o = (top + ((i / width) | 0)) * stride + left + (i % width);
    target[o] = target[o]! + Math.round(((mark[i]! - target[o]!) * alpha[i]!) / 255);
  }
}
