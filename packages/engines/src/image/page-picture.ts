import sharp, { type Metadata } from 'sharp';
import { ImageTooLarge, UndecodableImage } from './image-engine.errors.js';
import { sniffImage } from './image-format.js';
import type { ImageOutput, PagePictureInput } from './image-job.js';
import { shapeProblem } from './image-limits.js';

/** What pages of strangers use beside the formats of the engine. An SVG is drawn: no script of it runs, and it loads nothing. */
export const PAGE_LOADERS: readonly string[] = ['VipsForeignLoadNsgif', 'VipsForeignLoadSvg'];

const GIF = /^GIF8[79]a/;
const SVG =
  /^\uFEFF?\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)*(?:<!DOCTYPE svg[^>[]{0,300}>\s*)?<svg[\s>]/i;
const SNIFFED_BYTES = 4_096;
/** An SVG packs well, and its drawing takes time rather than memory. */
const SVG_MAX_BYTES = 1024 * 1024;
/** Most pixels that are unpacked: enough for any screenshot. */
const PIXELS_MAX = 40_000_000;
/** How many times its width a picture may be high. */
const HEIGHT_RATIO = 4;
const TIMEOUT_SECONDS = 15;
const QUALITY = 82;

/** @throws UndecodableImage, ImageTooLarge */
export async function drawPagePicture({ image, width }: PagePictureInput): Promise<ImageOutput> {
  const head = Buffer.from(image.subarray(0, SNIFFED_BYTES)).toString('utf8');
  const isSvg = SVG.test(head);
  if (!isSvg && !GIF.test(head) && !isPicture(image))
    throw new UndecodableImage('The file is not a PNG, JPEG, WebP, AVIF, GIF or SVG picture.');
  if (isSvg && image.length > SVG_MAX_BYTES) throw new ImageTooLarge('The SVG has more than 1 MB.');
  refuseLarge(await decodable(() => sharp(image, { limitInputPixels: false }).metadata()));
  const { data, info } = await decodable(() =>
    sharp(image, { limitInputPixels: PIXELS_MAX, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width, height: width * HEIGHT_RATIO, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: QUALITY, effort: 3 })
      .toBuffer({ resolveWithObject: true }),
  );
  return { bytes: data, contentType: 'image/webp', width: info.width, height: info.height };
}

function isPicture(image: Uint8Array): boolean {
  const format = sniffImage(image);
  return format !== undefined && format !== 'tiff';
}

/** Asked before anything is unpacked: a few kilobytes can claim gigapixels. */
function refuseLarge({ width, height }: Metadata): void {
  const problem = shapeProblem(width, height);
  if (problem) throw new ImageTooLarge(`The picture ${problem}.`);
  if (width * height > PIXELS_MAX) throw new ImageTooLarge('The picture has more than 40 megapixels.');
}

async function decodable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new UndecodableImage('The picture is damaged or incomplete and cannot be decoded.', { cause });
  }
}
