import { sniffImage } from '@atelier/engines/image';
import { type MediaInputs, TaskFailure } from '#libs/media/work';
import type { GivenPicture } from '../terms/given-picture.js';
import type { FormPart } from './vendor-call.js';

const MEGABYTE = 1024 * 1024;

/** A picture goes as Base64 and has more bytes than the vendor takes so; another one may take it. */
export class TooLargeForVendor extends TaskFailure {
  constructor(name: string, maxBytes: number) {
    super(
      'image_too_large',
      `The picture ${name} is larger than the provider takes: ${Math.floor(maxBytes / MEGABYTE)} MB.`,
    );
  }
}

/** The rule that the first picture breaks which is too large to go as Base64, if any. */
export function tooLargeProblem(pictures: readonly GivenPicture[], maxBytes: number): string | undefined {
  const found = pictures.find(({ bytes }) => bytes > maxBytes);
  return found && `${found.field} must be at most ${Math.floor(maxBytes / MEGABYTE)} MB for the provider`;
}

export type InputSource = {
  inputs: Pick<MediaInputs, 'link' | 'loadImage' | 'openStored'>;
  /** `asset:<id>`, or the address that the caller gave. */
  reference: string;
  /** Whether the vendor can reach our links. */
  isReachable: boolean;
  /** Of a picture that goes as Base64. */
  maxBytes: number;
  /** Until when it may load them. */
  until: Date;
  signal: AbortSignal;
};

/** A picture or video of a task, in whichever form its vendor takes it. */
export class VendorInput {
  constructor(
    readonly name: string,
    private readonly source: InputSource,
  ) {}

  /** An address from which the vendor can load it: the caller's own, or a signed one, the same in every try. */
  async link(): Promise<string> {
    const { inputs, reference, until } = this.source;
    return inputs.link(reference, until);
  }

  /** The bytes of a picture. */
  async bytes(): Promise<Buffer> {
    const { inputs, reference, signal } = this.source;
    return Buffer.from(await inputs.loadImage(reference, signal));
  }

  /** `link` where the vendor can load it, else the picture itself as plain Base64. @throws TooLargeForVendor */
  async linkOrBase64(): Promise<string> {
    return (await this.reachableLink()) ?? (await this.base64()).data;
  }

  /** `link` where the vendor can load it, else `dataUri`. */
  async linkOrDataUri(): Promise<string> {
    return (await this.reachableLink()) ?? this.dataUri();
  }

  /** @throws TooLargeForVendor */
  async dataUri(): Promise<string> {
    const { data, type } = await this.base64();
    return `data:${type};base64,${data}`;
  }

  /** A picture and its media type. @throws TooLargeForVendor */
  async base64(): Promise<{ data: string; type: string }> {
    const { maxBytes } = this.source;
    const bytes = await this.bytes();
    if (bytes.length > maxBytes) throw new TooLargeForVendor(this.name, maxBytes);
    return { data: bytes.toString('base64'), type: `image/${sniffImage(bytes) ?? 'png'}` };
  }

  /** A picture as a file of a form. */
  async part(name: string): Promise<FormPart> {
    const bytes = await this.bytes();
    const type = sniffImage(bytes) ?? 'png';
    const file = { fileName: `image.${type}`, contentType: `image/${type}`, bytes: bytes.length };
    return { name, ...file, open: async () => only(bytes) };
  }

  /** The length and the bytes of a video, read while they are sent. */
  async open(): Promise<{ bytes: number; open: () => Promise<AsyncIterable<Uint8Array>> }> {
    const { inputs, reference } = this.source;
    return inputs.openStored(reference);
  }

  private async reachableLink(): Promise<string | undefined> {
    const { isReachable, reference } = this.source;
    return isReachable || !reference.startsWith('asset:') ? this.link() : undefined;
  }
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
