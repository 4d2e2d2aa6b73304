import sharp, { type Metadata, type Sharp } from 'sharp';
import { decodingMegabytes } from './decoding-memory.js';
import { ImageTooLarge, NEEDS_TOO_MUCH, UndecodableImage } from './image-engine.errors.js';
import { type ImageFormat, sniffImage } from './image-format.js';
import type { ImageOutput } from './image-job.js';
import { IMAGE_MAX_PIXELS, shapeProblem } from './image-limits.js';
import type { Raster } from './raster.js';

/** Most references only give light and colour: this is plenty, and keeps their memory small. */
const REFERENCE_SIDE = 256;
const DECODE_TIMEOUT_SECONDS = 60;
/** High enough, with full colour resolution, that an unchanged picture stays within 40 dB of itself. */
const JPEG_QUALITY = 95;
/** Above, the encoder does not look for the best codes: it would keep the coefficients of the whole picture, 6 bytes a pixel. */
const OPTIMISED_MAX_PIXELS = 4_000_000;
/** Photographs hardly shrink beyond this level, only slower. */
const PNG_COMPRESSION_LEVEL = 3;

const READABLE = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadTiff',
];

/**
 * Leaves libvips of this process only the loaders the engine reads: no SVG, PDF, GIF, ImageMagick and the like,
 * whatever a file claims to be.
 * @param mostMegabytes What this process may take; pictures that need more are refused by their header.
 */
export function prepareDecoder(mostMegabytes: number): void {
  memoryMb = mostMegabytes;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READABLE });
  sharp.cache(false);
  // Other jobs use the other cores.
  sharp.concurrency(1);
}

let memoryMb = Infinity;

/** A picture and the format its file had. */
export type DecodedImage = {
  readonly raster: Raster;
  readonly format: ImageFormat;
};

/**
 * Reads a whole picture: upright, sRGB, 8 bits, alpha kept.
 * @throws UndecodableImage, ImageTooLarge
 */
export async function decodeImage(source: Uint8Array): Promise<DecodedImage> {
  const { format, metadata } = await openImage(source);
  return { raster: await rasterOf(decoder(source).autoOrient(), metadata), format };
}

/**
 * Reads a picture of which only light and colour matter, small.
 * @param side Pixels of its longer side at most.
 * @throws UndecodableImage, ImageTooLarge
 */
export async function decodeReference(source: Uint8Array, side = REFERENCE_SIDE): Promise<Raster> {
  const { metadata } = await openImage(source);
  const pipeline = decoder(source)
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return rasterOf(pipeline, metadata);
}

/** PNG for a PNG or where there is transparency to keep, JPEG for the rest. */
export async function encodeImage({ raster, format }: DecodedImage): Promise<ImageOutput> {
  const { data, width, height, channels } = raster;
  const pipeline = sharp(data, { raw: { width, height, channels }, limitInputPixels: IMAGE_MAX_PIXELS });
  const isPng = format === 'png' || channels === 4;
  const encoded = isPng
    ? pipeline.png({ compressionLevel: PNG_COMPRESSION_LEVEL, adaptiveFiltering: true })
    : pipeline.jpeg({
        quality: JPEG_QUALITY,
        chromaSubsampling: '4:4:4',
        optimiseCoding: width * height <= OPTIMISED_MAX_PIXELS,
      });
  const bytes = await encoded.toBuffer();
  return { bytes, contentType: isPng ? 'image/png' : 'image/jpeg', width, height };
}

function decoder(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).timeout({
    seconds: DECODE_TIMEOUT_SECONDS,
  });
}

async function openImage(bytes: Uint8Array): Promise<{ format: ImageFormat; metadata: Metadata }> {
  const format = sniffImage(bytes);
  if (!format) throw new UndecodableImage('The image is not a PNG, JPEG, WebP, AVIF or TIFF file.');
  const metadata = await decodable(() => sharp(bytes, { limitInputPixels: false }).metadata());
  // Asked before anything is unpacked: a few kilobytes can claim gigapixels.
  const problem = shapeProblem(metadata.width, metadata.height);
  if (problem) throw new ImageTooLarge(`The image ${problem}.`);
  if (decodingMegabytes(format, metadata) > memoryMb) throw new ImageTooLarge(NEEDS_TOO_MUCH);
  return { format, metadata };
}

async function rasterOf(pipeline: Sharp, { hasAlpha }: Metadata): Promise<Raster> {
  const upright = pipeline.toColourspace('srgb');
  const { data, info } = await decodable(() =>
    (hasAlpha ? upright.ensureAlpha() : upright.removeAlpha())
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  if (info.channels !== 3 && info.channels !== 4) {
    throw new UndecodableImage(
      `The image has ${info.channels} colour channels, which the engine cannot read.`,
    );
  }
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength);
  return { data: pixels, width: info.width, height: info.height, channels: info.channels };
}

async function decodable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new UndecodableImage('The image is damaged or incomplete and cannot be decoded.', { cause });
  }
}
