import { type ImageFormat, sniffImage } from './image-format.js';

/** JPEG markers that begin a frame, whose header has the size: SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const TIFF_TAG = { width: 256, height: 257 } as const;
const TIFF_SHORT = 3;
/** An AVIF's properties are in its first boxes. */
const AVIF_HEADER_BYTES = 16_384;

/**
 * Width times height as the header of a picture claims, to estimate the work; undefined when the header is not understood.
 * Nothing is decoded.
 */
export function claimedPixels(file: Uint8Array): number | undefined {
  const format = sniffImage(file);
  try {
    return format && PIXELS[format](new DataView(file.buffer, file.byteOffset, file.byteLength));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Whether a picture claims to be animated: APNG, animated WebP, a sequence of AVIF pictures. */
export function isAnimated(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  switch (sniffImage(file)) {
    case 'png':
      return hasChunkBeforePixels(view, 'acTL');
    case 'webp':
      return textAt(view, 12) === 'VP8X' && file.length > 20 && (file[20]! & 2) !== 0;
    case 'avif':
      return textAt(view, 8) === 'avis';
    default:
      return false;
  }
}

const PIXELS: Record<ImageFormat, (view: DataView) => number | undefined> = {
  png: (view) => view.getUint32(16) * view.getUint32(20),
  jpeg: jpegPixels,
  webp: webpPixels,
  avif: avifPixels,
  tiff: tiffPixels,
};

function hasChunkBeforePixels(view: DataView, name: string): boolean {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const chunk = textAt(view, at + 4);
    if (chunk === name) return true;
    if (chunk === 'IDAT') return false;
  }
  return false;
}

function jpegPixels(view: DataView): number | undefined {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7);
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

function webpPixels(view: DataView): number | undefined {
  const uint24 = (at: number): number => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (textAt(view, 12)) {
    case 'VP8X':
      return (uint24(24) + 1) * (uint24(27) + 1);
    case 'VP8L': {
      const sizes = view.getUint32(21, true);
      return ((sizes & 0x3fff) + 1) * (((sizes >>> 14) & 0x3fff) + 1);
    }
    case 'VP8 ':
      return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
    default:
      return undefined;
  }
}

/** The largest `ispe` property: others are of tiles and thumbnails. */
function avifPixels(view: DataView): number | undefined {
  const pixels: number[] = [];
  for (let at = 4; at + 16 <= Math.min(view.byteLength, AVIF_HEADER_BYTES); at++) {
    if (textAt(view, at) === 'ispe') pixels.push(view.getUint32(at + 8) * view.getUint32(at + 12));
  }
  return pixels.length > 0 ? Math.max(...pixels) : undefined;
}

/** The first picture of a classic TIFF. */
function tiffPixels(view: DataView): number | undefined {
  const isLittle = view.getUint8(0) === 0x49;
  if (view.getUint16(2, isLittle) !== 42) return undefined;
  const start = view.getUint32(4, isLittle);
  const sides: number[] = [];
  for (let entry = 0; entry < view.getUint16(start, isLittle); entry++) {
    const at = start + 2 + 12 * entry;
    const tag = view.getUint16(at, isLittle);
    if (tag !== TIFF_TAG.width && tag !== TIFF_TAG.height) continue;
    const isShort = view.getUint16(at + 2, isLittle) === TIFF_SHORT;
    sides.push(isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle));
  }
  return sides.length === 2 ? sides[0]! * sides[1]! : undefined;
}

function textAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(
    view.getUint8(at),
    view.getUint8(at + 1),
    view.getUint8(at + 2),
    view.getUint8(at + 3),
  );
}
