import { claimedPixels, IMAGE_MAX_BYTES, isAnimated, SNIFF_BYTES, sniffImage } from '@atelier/engines/image';
import { type Base64Content, LongText, readBase64 } from '#libs/platform/http';
import { checkCallerUrl, isUrlLike, urlFormProblem, type UrlScheme } from '#libs/platform/outbound';

const DATA_URI = /^\s*data:/i;
/** Looks like a link of ours, which is taken whatever its scheme; whether it is one is known when the task is made. */
const OWN_LINK_SHAPE =
  /^https?:\/\/[^/?#]+\/(?:assets\/[0-9a-f-]{36}\.[a-z0-9]+\?|samples\/[a-z0-9-]+\.[a-z0-9]+$)/i;
const MEGABYTE = 1024 * 1024;

/** How an image arrives in a JSON field: as a URL, or as Base64, bare or as a `data:` URI. */
export type ImageText = string | LongText;

/** A request as a task keeps it, with a reference in place of each image. */
export type WithReferences<Request> = { [Name in keyof Request]: Exclude<Request[Name], LongText> };

/** Whether a value of a request is a text, of any length. */
export function isImageText(value: unknown): value is ImageText {
  return typeof value === 'string' || value instanceof LongText;
}

/** The text where it is taken for a URL; anything else is taken for Base64. */
export function urlOf(text: ImageText): string | undefined {
  const url = typeof text === 'string' ? text : text.head;
  return isUrlLike(url) && !DATA_URI.test(url) ? url : undefined;
}

/** What the text holds when it is taken for Base64. */
export function contentOf(text: ImageText): Base64Content {
  return typeof text === 'string' ? readBase64(text) : text.base64;
}

/**
 * Why the text cannot be an image, as a predicate after the field's name; undefined when it may be one.
 * @param schemes Of URLs; both when absent. Their hosts are not looked at.
 */
export function imageTextProblem(value: unknown, schemes?: readonly UrlScheme[]): string | undefined {
  if (!isImageText(value) || value === '') return 'must be Base64 of an image or a URL';
  const url = urlOf(value);
  if (url !== undefined) return urlProblem(url, schemes);
  const { byteLength, bytes, fault } = contentOf(value);
  if (byteLength > IMAGE_MAX_BYTES) return `must be at most ${IMAGE_MAX_BYTES / MEGABYTE} MB once decoded`;
  if (!bytes) return `must be valid Base64 or a URL${fault ? aboutFault(fault) : ''}`;
  if (!sniffImage(bytes.subarray(0, SNIFF_BYTES)))
    return 'must be Base64 of a PNG, JPEG, WebP, AVIF or TIFF image';
  return isAnimated(bytes) ? 'must be a single picture, not an animated one' : undefined;
}

function aboutFault({ character, place }: NonNullable<Base64Content['fault']>): string {
  return ` (character ${place} of the Base64 is ${JSON.stringify(character)})`;
}

/** Width times height of an image in Base64, as its header claims; undefined for a URL. */
export function claimedPixelsOf(text: ImageText): number | undefined {
  const { bytes } = urlOf(text) === undefined ? contentOf(text) : {};
  return bytes && claimedPixels(bytes);
}

function urlProblem(url: string, schemes?: readonly UrlScheme[]): string | undefined {
  if (OWN_LINK_SHAPE.test(url)) return urlFormProblem(url);
  return checkCallerUrl(url, { allowPrivateNetworks: true, ...(schemes ? { schemes } : {}) });
}
