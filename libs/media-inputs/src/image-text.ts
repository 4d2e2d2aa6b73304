import { IMAGE_MAX_BYTES, SNIFF_BYTES, sniffImage } from '#libs/engines/image';
import { checkCallerUrl, type UrlScheme } from '#libs/platform/outbound';

const DATA_URI = /^data:[^,]{0,200}?;base64,/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const URL_LIKE = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Looks like a link of ours, which is taken whatever its scheme; whether it is one is known when the task is made. */
const OWN_LINK_SHAPE =
  /^https?:\/\/[^/?#]+\/(?:assets\/[0-9a-f-]{36}\.[a-z0-9]+\?|samples\/[a-z0-9-]+\.[a-z0-9]+$)/i;
const MEGABYTE = 1024 * 1024;
/** A multiple of four, so that the parts of a Base64 text are Base64. */
const LONG_CHARS = 256 * 1024;
const scratch = Buffer.allocUnsafeSlow(LONG_CHARS);

/** How an image arrives in a JSON field. */
export type ImageText = { kind: 'url'; url: string } | { kind: 'base64'; base64: string };

/** Whether the text is taken for a URL; anything else is taken for Base64. */
export function isUrlText(text: string): boolean {
  return URL_LIKE.test(text);
}

/** Tells a URL from Base64, bare or as a `data:` URI. */
export function readImageText(text: string): ImageText {
  if (isUrlText(text)) return { kind: 'url', url: text };
  const base64 = text.replace(DATA_URI, '').replaceAll(/[\r\n]+/g, '');
  return { kind: 'base64', base64 };
}

/**
 * Why the text cannot be an image, as a predicate after the field's name; undefined when it may be one.
 * @param schemes Of URLs; both when absent. Their hosts are not looked at.
 */
export function imageTextProblem(value: unknown, schemes?: readonly UrlScheme[]): string | undefined {
  if (typeof value !== 'string' || value === '') return 'must be Base64 of an image or a URL';
  const image = readImageText(value);
  if (image.kind === 'url') return urlFormProblem(image.url, schemes);
  if (decodedBytes(image.base64) > IMAGE_MAX_BYTES) {
    return `must be at most ${IMAGE_MAX_BYTES / MEGABYTE} MB once decoded`;
  }
  if (image.base64.length % 4 === 1 || !isBase64(image.base64)) return 'must be valid Base64 or a URL';
  const head = Buffer.from(image.base64.slice(0, Math.ceil(SNIFF_BYTES / 3) * 4), 'base64');
  return sniffImage(head) ? undefined : 'must be Base64 of a PNG, JPEG, WebP, AVIF or TIFF image';
}

/**
 * Long texts are decoded bit by bit into the same place, which is several times faster than the pattern: the decoder leaves
 * out what is no Base64, and takes the two characters of the other alphabet.
 */
function isBase64(text: string): boolean {
  if (text.length < LONG_CHARS) return BASE64.test(text);
  if (text.includes('-') || text.includes('_')) return false;
  for (let at = 0; at < text.length; at += LONG_CHARS) {
    const part = text.slice(at, at + LONG_CHARS);
    if (scratch.write(part, 'base64') !== decodedBytes(part)) return false;
  }
  return true;
}

/** Without decoding: four characters are three bytes, and the padding none. */
function decodedBytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='));
  return Math.floor(((base64.length - padding) * 3) / 4);
}

function urlFormProblem(url: string, schemes?: readonly UrlScheme[]): string | undefined {
  if (OWN_LINK_SHAPE.test(url)) return undefined;
  return checkCallerUrl(url, { allowPrivateNetworks: true, ...(schemes ? { schemes } : {}) });
}
