import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { type DigitalSourceType, xmpPacket } from '../provenance/index.js';
import { decodingMegabytes } from './decoding-memory.js';
import { deepenChange, shallowPixels } from './image-depth.js';
import { ImageTooLarge, NEEDS_TOO_MUCH, UndecodableImage } from './image-engine.errors.js';
import { type ImageFormat, sniffImage } from './image-format.js';
import { isAnimated } from './image-header.js';
import type { ImageOutput } from './image-job.js';
import { IMAGE_MAX_PIXELS, shapeProblem } from './image-limits.js';
import type { Raster } from './raster.js';

/** Most references only give light and colour: this size is enough, and limits their memory. */
const REFERENCE_SIDE = 256;
const DECODE_TIMEOUT_SECONDS = 60;
/** High enough, with full colour resolution where there is a choice, that an unchanged picture stays within 40 dB of itself. */
const QUALITY = { jpeg: 95, webp: 95, avif: 85 } as const;
/** Above, the encoder does not optimise its codes, which would keep the coefficients of the whole picture, 6 bytes a pixel. */
const OPTIMISED_MAX_PIXELS = 4_000_000;
/** Above, an AVIF becomes a JPEG or, with transparency, a PNG: its encoder keeps 20 bytes a pixel. */
const AVIF_MAX_PIXELS = 24_000_000;
/** Beyond this level photographs hardly shrink but take longer. */
const PNG_COMPRESSION_LEVEL = 3;

const READABLE = [
  'VipsForeignLoadPng',
  'VipsForeignLoadJpeg',
  'VipsForeignLoadWebp',
  'VipsForeignLoadHeif',
  'VipsForeignLoadTiff',
];

/**
 * Restricts libvips in this process to the loaders that the engine needs: no SVG, PDF, GIF, ImageMagick and so on, whatever a
 * file claims to be.
 * @param mostMegabytes Memory limit of this process; pictures that need more are refused by their header.
 * @param more Names of further loaders.
 */
export function prepareDecoder(mostMegabytes: number, more: readonly string[] = []): void {
  memoryMb = mostMegabytes;
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...READABLE, ...more] });
  sharp.cache(false);
  // The other cores are for other jobs.
  sharp.concurrency(1);
}

let memoryMb = Infinity;

/** A picture and the properties of its file, so that the result becomes such a file too. */
export type DecodedImage = {
  readonly raster: Raster;
  readonly format: ImageFormat;
  /** The pixels of a PNG or TIFF of 16 bits, in the raster's order. */
  readonly deep?: Uint16Array;
  /** One black pixel in a file with the picture's colour profile. */
  readonly profile?: Uint8Array;
};

/** Which picture of a job it is, for messages. */
type Name = 'image' | 'reference image' | 'lightmap';

/**
 * Reads a whole picture: upright, 8 bits, with alpha. Pixels of a picture with an RGB profile keep their colour space, and are
 * processed as if they were sRGB; everything else becomes sRGB.
 * @throws UndecodableImage, ImageTooLarge
 */
export async function decodeImage(source: Uint8Array): Promise<DecodedImage> {
  const { format, metadata } = await openImage(source, 'image');
  const profile = hasRgbProfile(metadata) ? await profileOf(source, metadata) : undefined;
  const upright = decoder(source).autoOrient();
  const pipeline = profile ? upright.keepIccProfile() : upright;
  const isDeep = metadata.depth === 'ushort' && (format === 'png' || format === 'tiff');
  const decoded = isDeep
    ? await deepPixels(pipeline, metadata)
    : { raster: await rasterOf(pipeline, metadata) };
  return { ...decoded, format, ...(profile && { profile }) };
}

/**
 * Reads a picture of which only light and colour matter, small and in sRGB.
 * @param side Most pixels of its longer side.
 * @throws UndecodableImage, ImageTooLarge
 */
export async function decodeReference(
  source: Uint8Array,
  name: Name,
  side = REFERENCE_SIDE,
): Promise<Raster> {
  const { metadata } = await openImage(source, name);
  const pipeline = decoder(source)
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true });
  return rasterOf(pipeline, metadata);
}

/**
 * Encodes a file like the picture's: same format, depth and colour profile.
 * @param sourceType What the file says about its origin; nothing when absent.
 */
export async function encodeImage(
  { raster, deep, profile, ...picture }: DecodedImage,
  sourceType?: DigitalSourceType,
): Promise<ImageOutput> {
  const { width, height, channels } = raster;
  const format = writableFormat(picture.format, raster);
  if (deep) deepenChange(deep, raster);
  const pixels = deep ?? raster.data;
  const raw = { width, height, channels };
  const pipeline = profile
    ? // sharp keeps a profile only in what started with one.
      sharp(profile)
        .keepIccProfile()
        .resize(width, height, { fit: 'fill', kernel: 'nearest' })
        .boolean(pixels as ArrayBufferView as Buffer, 'or', { raw })
    : sharp(pixels, { raw, limitInputPixels: IMAGE_MAX_PIXELS });
  const deepened = deep ? pipeline.toColourspace('rgb16') : pipeline;
  const named = sourceType ? deepened.withXmp(xmpPacket(sourceType)) : deepened;
  const bytes = await encoded(named, format, width * height).toBuffer();
  return { bytes, contentType: `image/${format}`, width, height };
}

function writableFormat(format: ImageFormat, { width, height, channels }: Raster): ImageFormat {
  if (format !== 'avif' || width * height <= AVIF_MAX_PIXELS) return format;
  return channels === 4 ? 'png' : 'jpeg';
}

function encoded(pipeline: Sharp, format: ImageFormat, pixels: number): Sharp {
  switch (format) {
    case 'png':
      return pipeline.png({ compressionLevel: PNG_COMPRESSION_LEVEL, adaptiveFiltering: true });
    case 'jpeg':
      return pipeline.jpeg({
        quality: QUALITY.jpeg,
        chromaSubsampling: '4:4:4',
        optimiseCoding: pixels <= OPTIMISED_MAX_PIXELS,
      });
    case 'webp':
      return pipeline.webp({ quality: QUALITY.webp, effort: 2 });
    case 'avif':
      return pipeline.avif({ quality: QUALITY.avif, effort: 0, chromaSubsampling: '4:2:0' });
    case 'tiff':
      return pipeline.tiff({ compression: 'lzw', predictor: 'horizontal' });
  }
}

/** A file with one black pixel and the profile, and with alpha where the picture has it. */
async function profileOf(source: Uint8Array, { hasAlpha }: Metadata): Promise<Uint8Array> {
  const pixel = await decodable(() =>
    decoder(source).keepIccProfile().removeAlpha().resize(1, 1).linear(0, 0).png().toBuffer(),
  );
  return hasAlpha ? sharp(pixel).keepIccProfile().ensureAlpha(0).png().toBuffer() : pixel;
}

function hasRgbProfile({ icc, space }: Metadata): boolean {
  return icc !== undefined && (space === 'srgb' || space === 'rgb16');
}

function decoder(bytes: Uint8Array): Sharp {
  return sharp(bytes, { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error' }).timeout({
    seconds: DECODE_TIMEOUT_SECONDS,
  });
}

async function openImage(
  bytes: Uint8Array,
  name: Name,
): Promise<{ format: ImageFormat; metadata: Metadata }> {
  const format = sniffImage(bytes);
  if (!format) throw new UndecodableImage(`The ${name} is not a PNG, JPEG, WebP, AVIF or TIFF file.`);
  if (isAnimated(bytes)) throw new UndecodableImage(`The ${name} is animated. Send a single picture.`);
  const metadata = await decodable(() => sharp(bytes, { limitInputPixels: false }).metadata());
  // Asked before anything is unpacked: a few kilobytes can claim gigapixels.
  const problem = shapeProblem(metadata.width, metadata.height);
  if (problem) throw new ImageTooLarge(`The ${name} ${problem}.`);
  if (decodingMegabytes(format, metadata) > memoryMb) throw new ImageTooLarge(NEEDS_TOO_MUCH);
  return { format, metadata };
}

async function rasterOf(pipeline: Sharp, { hasAlpha }: Metadata): Promise<Raster> {
  const { data, info } = await decodable(() =>
    withAlphaAs(pipeline.toColourspace('srgb'), hasAlpha)
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  return { data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength), ...shapeOf(info) };
}

async function deepPixels(
  pipeline: Sharp,
  { hasAlpha }: Metadata,
): Promise<{ raster: Raster; deep: Uint16Array }> {
  const { data, info } = await decodable(() =>
    withAlphaAs(pipeline.toColourspace('rgb16'), hasAlpha)
      .raw({ depth: 'ushort' })
      .toBuffer({ resolveWithObject: true }),
  );
  const deep = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  const shape = shapeOf(info);
  return { raster: { data: shallowPixels(deep, shape), ...shape }, deep };
}

function withAlphaAs(pipeline: Sharp, hasAlpha: boolean): Sharp {
  return hasAlpha ? pipeline.ensureAlpha() : pipeline.removeAlpha();
}

function shapeOf({ width, height, channels }: OutputInfo): Omit<Raster, 'data'> {
  if (channels === 3 || channels === 4) return { width, height, channels };
  throw new UndecodableImage(`The image has ${channels} colour channels, which the engine cannot read.`);
}

async function decodable<Result>(read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (cause) {
    throw new UndecodableImage('The image is damaged or incomplete and cannot be decoded.', { cause });
  }
}
