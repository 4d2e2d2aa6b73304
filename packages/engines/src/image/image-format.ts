export type ImageFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'tiff';

/** How many leading bytes {@link sniffImage} wants; with fewer it may miss a format. */
export const SNIFF_BYTES = 64;

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG_SIGNATURE = [0xff, 0xd8, 0xff];
/** Classic and big TIFF, each in both byte orders. */
const TIFF_SIGNATURES = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x49, 0x49, 0x2b, 0x00],
  [0x4d, 0x4d, 0x00, 0x2b],
];
const AVIF_BRANDS = ['avif', 'avis'];

/**
 * Detects a picture's format by its first bytes, whatever its name.
 * @param head At least {@link SNIFF_BYTES} bytes, or the whole file if it is shorter.
 * @returns undefined for anything the engine does not read, such as SVG, GIF, BMP and HEIC.
 */
export function sniffImage(head: Uint8Array): ImageFormat | undefined {
  if (startsWith(head, PNG_SIGNATURE)) return 'png';
  if (startsWith(head, JPEG_SIGNATURE)) return 'jpeg';
  if (textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP') return 'webp';
  if (TIFF_SIGNATURES.some((signature) => startsWith(head, signature))) return 'tiff';
  return isAvif(head) ? 'avif' : undefined;
}

/** ISO 14496-12: a `ftyp` box of a major brand, a version and compatible brands. */
function isAvif(head: Uint8Array): boolean {
  if (textAt(head, 4) !== 'ftyp') return false;
  const boxBytes = new DataView(head.buffer, head.byteOffset).getUint32(0);
  if (AVIF_BRANDS.includes(textAt(head, 8))) return true;
  for (let at = 16; at + 4 <= Math.min(boxBytes, head.length); at += 4) {
    if (AVIF_BRANDS.includes(textAt(head, at))) return true;
  }
  return false;
}

function startsWith(head: Uint8Array, signature: number[]): boolean {
  return signature.every((byte, index) => head[index] === byte);
}

function textAt(head: Uint8Array, at: number): string {
  return String.fromCharCode(...head.subarray(at, at + 4));
}
