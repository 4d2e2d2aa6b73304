import { claimedPixels, IMAGE_MAX_BYTES, isAnimated, SNIFF_BYTES, sniffImage } from '@atelier/engines/image';
import { type Base64Content, kindOf, LongText, readBase64 } from '#libs/platform/http';
import { checkCallerUrl, isUrlLike, urlFormProblem, type UrlScheme } from '#libs/platform/outbound';

const DATA_URI = /^\s*data:/i;
/** Looks like a link of ours, which is accepted with any scheme. Whether it really is one is checked when the task is created. */
const OWN_LINK_SHAPE =
  /^https?:\/\/[^/?#]+\/(?:assets\/[0-9a-f-]{36}\.[a-z0-9]+\?|samples\/[a-z0-9-]+\.[a-z0-9]+$)/i;
const MEGABYTE = 1024 * 1024;

/** A request as stored with its task, with a reference in place of each image. */
export type WithReferences<Request> = {
  [Name in keyof Request]: NonNullable<Request[Name]> extends GivenImage ? string : Request[Name];
};

/** An image in a JSON field: a URL, or Base64, bare or as a `data:` URI. The Base64 is decoded only here. */
export class GivenImage {
  /** Undefined for Base64, which is anything that does not look like a URL. */
  readonly url: string | undefined;
  /** The decoded Base64; undefined for a URL and for invalid Base64. */
  readonly bytes: Uint8Array | undefined;
  private readonly content: Base64Content | undefined;

  private constructor(private readonly text: string | LongText) {
    const head = typeof text === 'string' ? text : text.head;
    this.url = isUrlLike(head) && !DATA_URI.test(head) ? head : undefined;
    if (this.url === undefined) this.content = typeof text === 'string' ? readBase64(text) : text.base64;
    this.bytes = this.content?.bytes;
  }

  /** A text as an image; any other value unchanged. */
  static read(this: void, value: unknown): unknown {
    const isText = value instanceof LongText || (typeof value === 'string' && value !== '');
    return isText ? new GivenImage(value) : value;
  }

  /**
   * Why it cannot be an image, as a predicate after the field's name; undefined when it may be one.
   * @param schemes Allowed for URLs; both when absent. Hosts are not checked here.
   */
  problem(schemes?: readonly UrlScheme[]): string | undefined {
    const broken = this.brokenRule(schemes);
    if (broken) return `${broken}, not ${kindOf(this.text)}`;
    return this.bytes && isAnimated(this.bytes) ? 'must be a single picture, not an animated one' : undefined;
  }

  /** Width times height as its header claims; undefined for a URL. */
  claimedPixels(): number | undefined {
    return this.bytes && claimedPixels(this.bytes);
  }

  private brokenRule(schemes?: readonly UrlScheme[]): string | undefined {
    if (this.url !== undefined) return urlProblem(this.url, schemes);
    const { byteLength = 0, bytes, fault } = this.content ?? {};
    if (byteLength > IMAGE_MAX_BYTES) return `must be at most ${IMAGE_MAX_BYTES / MEGABYTE} MB once decoded`;
    if (!bytes) return `must be valid Base64 or a URL${fault ? aboutFault(fault) : ''}`;
    return sniffImage(bytes.subarray(0, SNIFF_BYTES))
      ? undefined
      : 'must be Base64 of a PNG, JPEG, WebP, AVIF or TIFF image';
  }
}

function aboutFault({ character, place }: NonNullable<Base64Content['fault']>): string {
  return ` (character ${place} of the Base64 is ${JSON.stringify(character)})`;
}

function urlProblem(url: string, schemes?: readonly UrlScheme[]): string | undefined {
  if (OWN_LINK_SHAPE.test(url)) return urlFormProblem(url);
  return checkCallerUrl(url, { allowPrivateNetworks: true, ...(schemes ? { schemes } : {}) });
}
