import { sniffImage } from '@atelier/engines/image';
import { type MediaInputs, TaskFailure } from '#libs/media/work';
import type { FormPart } from './vendor-call.js';

/** A Base64 text is this much longer than its bytes. */
const BASE64_GROWTH = 4 / 3;

export type InputSource = {
  inputs: Pick<MediaInputs, 'link' | 'loadImage' | 'openStored'>;
  /** `asset:<id>`, or the address that the caller gave. */
  reference: string;
  /** Whether the vendor can reach our links. */
  isReachable: boolean;
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

  /** `link` where the vendor can load it, else the picture itself as plain Base64. @throws TaskFailure as `dataUri`. */
  async linkOrBase64(maxBytes?: number): Promise<string> {
    return (await this.reachableLink()) ?? (await this.base64(maxBytes)).data;
  }

  /** `link` where the vendor can load it, else `dataUri`. */
  async linkOrDataUri(maxBytes?: number): Promise<string> {
    return (await this.reachableLink()) ?? this.dataUri(maxBytes);
  }

  /** @throws TaskFailure `image_too_large` when the Base64 is longer than the vendor takes. */
  async dataUri(maxBytes?: number): Promise<string> {
    const { data, type } = await this.base64(maxBytes);
    return `data:${type};base64,${data}`;
  }

  /** A picture and its media type. @throws TaskFailure as `dataUri`. */
  async base64(maxBytes = Infinity): Promise<{ data: string; type: string }> {
    const bytes = await this.bytes();
    if (bytes.length * BASE64_GROWTH > maxBytes)
      throw new TaskFailure(
        'image_too_large',
        `The picture ${this.name} is larger than the provider takes: ${Math.floor(maxBytes / BASE64_GROWTH / 1e6)} MB.`,
      );
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
