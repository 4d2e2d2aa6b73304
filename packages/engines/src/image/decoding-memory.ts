import type { Metadata } from 'sharp';
import type { ImageFormat } from './image-format.js';

const MEGABYTE = 1024 * 1024;
/** A child at work without a picture. */
const CHILD_MEGABYTES = 100;
/** Bytes a pixel that some decoders keep of the whole picture beside its pixels; measured. */
const WEBP_BYTES = 5;
const AVIF_BYTES = 15;
/** Coefficients of a progressive JPEG: two bytes for each sample. */
const JPEG_BYTES: Readonly<Record<string, number>> = { '4:2:0': 3, '4:2:2': 4, '4:4:4': 6, '4:4:4:4': 8 };
const JPEG_BYTES_MOST = 8;
/** Tags beyond this one lay the picture on its side: it is decoded as a whole before it is turned. */
const LAST_UPRIGHT_TAG = 1;

/** What a child takes to decode a picture, in MB: a safe guess from its header. */
export function decodingMegabytes(format: ImageFormat, metadata: Metadata): number {
  const channels = metadata.hasAlpha ? 4 : 3;
  const turned = (metadata.orientation ?? 1) > LAST_UPRIGHT_TAG ? channels : 0;
  const isDeep = metadata.depth === 'ushort' && (format === 'png' || format === 'tiff');
  const deep = isDeep ? 2 * channels : 0;
  const bytes = channels + deep + turned + wholeBytes(format, metadata);
  return CHILD_MEGABYTES + (metadata.width * metadata.height * bytes) / MEGABYTE;
}

function wholeBytes(format: ImageFormat, metadata: Metadata): number {
  switch (format) {
    case 'webp':
      return WEBP_BYTES;
    case 'avif':
      return AVIF_BYTES;
    case 'jpeg':
      return metadata.isProgressive ? (JPEG_BYTES[metadata.chromaSubsampling ?? ''] ?? JPEG_BYTES_MOST) : 0;
    case 'png': {
      const sampleBytes = metadata.depth === 'ushort' ? 2 : 1;
      return metadata.isProgressive ? metadata.channels * sampleBytes : 0;
    }
    case 'tiff':
      return 0;
  }
}
