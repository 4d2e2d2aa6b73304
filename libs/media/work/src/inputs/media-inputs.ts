import { Injectable } from '@nestjs/common';
import { type Asset, AssetsService } from '#libs/media/assets';
import { IMAGE_MAX_BYTES, SNIFF_BYTES, sniffImage } from '@atelier/engines/image';
import { invalidFields, type Principal } from '#libs/platform/http';
import {
  checkCallerUrl,
  OutboundError,
  OutboundHttp,
  OutboundSettings,
  urlFormProblem,
  type UrlScheme,
} from '#libs/platform/outbound';
import { type Sample, Samples } from '../samples/index.js';
import { TaskFailure } from '../tasks/index.js';
import type { GivenImage } from './given-image.js';

const ASSET_PREFIX = 'asset:';
const DOWNLOAD_TIMEOUT_MS = 60_000;
/** The limit of an upload. */
const VIDEO_MAX_BYTES = 1024 * 1024 * 1024;
const VIDEO_DOWNLOAD_TIMEOUT_MS = 300_000;

export type UrlInput = {
  /** Name of the field, for messages: `image`, `images[1]`. */
  field: string;
  url: string;
  /** Default: http and https. */
  schemes?: readonly UrlScheme[];
};

/**
 * An input of a request that is about to become a task, already checked by its field decorator: a URL, an image's
 * bytes, or a file.
 */
export type MediaInput = Omit<UrlInput, 'url'> &
  Partial<Pick<GivenImage, 'url' | 'bytes'>> & { file?: { path: string } };

/** Turns images and URLs from callers into references that a task can store, and back into bytes later. */
@Injectable()
export class MediaInputs {
  constructor(
    private readonly assets: AssetsService,
    private readonly samples: Samples,
    private readonly http: OutboundHttp,
    private readonly outbound: OutboundSettings,
  ) {}

  /**
   * Stores Base64 inputs and samples, resolves links of ours to assets, and leaves other URLs for the job.
   * @param others URLs of the same request that are checked but not stored: callbacks.
   * @returns A reference for each: `asset:<id>` or the URL.
   * @throws InvalidRequest naming every URL whose form, scheme or literal address is refused; nothing is stored then.
   */
  async keep(
    principal: Principal | undefined,
    taskId: string,
    inputs: readonly MediaInput[],
    others: readonly UrlInput[] = [],
  ): Promise<string[]> {
    const urls = inputs.flatMap(({ url, ...input }) => (url === undefined ? [] : { ...input, url }));
    await this.refuseUrls([...urls, ...others]);
    const references: string[] = [];
    try {
      for (const input of inputs) references.push(await this.keepOne(principal, taskId, input));
    } catch (error) {
      // If this fails too, they expire.
      await this.assets.removeOfTask(taskId).catch(() => undefined);
      throw error;
    }
    return references;
  }

  /**
   * Checks URLs of a request by form, scheme and literal address.
   * @throws InvalidRequest naming every refused one.
   */
  async refuseUrls(inputs: readonly UrlInput[]): Promise<void> {
    const found = await Promise.all(inputs.map((input) => this.urlProblem(input)));
    const problems = found.flatMap((problem) => problem ?? []);
    if (problems.length > 0) throw invalidFields(problems);
  }

  /**
   * The bytes of a reference made by `keep`.
   * @throws TaskFailure `image_unreachable` when a URL cannot be fetched, `image_too_large` when it is over 20 MB.
   */
  async loadImage(reference: string, signal: AbortSignal): Promise<Uint8Array> {
    const asset = await this.findAsset(reference);
    if (asset) {
      if ((asset.bytes ?? 0) > IMAGE_MAX_BYTES)
        throw new TaskFailure('image_too_large', 'The image is larger than 20 MB.');
      return this.assets.readBytes(asset);
    }
    try {
      const { content } = await this.http.downloadBuffer({
        url: reference,
        trustUrl: 'caller',
        maxBytes: IMAGE_MAX_BYTES,
        accept: 'image/*',
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
        signal,
      });
      return content;
    } catch (error) {
      throw fetchFailure(error, signal, 'image', 'The image is larger than 20 MB.');
    }
  }

  /**
   * Writes the video of a reference made by `keep` to the new file `destination`, at most 1024 MB.
   * @throws TaskFailure `video_unreachable` when a URL cannot be fetched, `video_too_large` when it is over the limit.
   */
  async saveVideo(reference: string, destination: string, signal: AbortSignal): Promise<void> {
    const asset = await this.findAsset(reference);
    if (asset) return this.assets.copyToFile(asset, destination, signal);
    try {
      await this.http.download({
        url: reference,
        trustUrl: 'caller',
        maxBytes: VIDEO_MAX_BYTES,
        accept: 'video/*',
        timeoutMs: VIDEO_DOWNLOAD_TIMEOUT_MS,
        destination,
        signal,
      });
    } catch (error) {
      throw fetchFailure(error, signal, 'video', 'The video is larger than 1024 MB.');
    }
  }

  /** The asset that a reference names; undefined when it is a URL. */
  async findAsset(reference: string): Promise<Asset | undefined> {
    if (!reference.startsWith(ASSET_PREFIX)) return undefined;
    const asset = await this.assets.find(reference.slice(ASSET_PREFIX.length));
    if (!asset || asset.bytes === null)
      throw new TaskFailure('input_missing', 'An input file is no longer stored.');
    return asset;
  }

  /** The address of a reference: the caller's, or one of ours that works until `until`. */
  async link(reference: string, until: Date): Promise<string> {
    const asset = await this.findAsset(reference);
    return asset ? this.assets.link(asset, until) : reference;
  }

  /**
   * A stored file, read while it is sent.
   * @throws TaskFailure `input_missing` when it is not stored here.
   */
  async openStored(
    reference: string,
  ): Promise<{ bytes: number; open: () => Promise<AsyncIterable<Uint8Array>> }> {
    const asset = await this.findAsset(reference);
    if (!asset || asset.bytes === null)
      throw new TaskFailure('input_missing', 'An input file is no longer stored.');
    return { bytes: asset.bytes, open: () => this.assets.read(asset) };
  }

  /** The sample that a URL names, read from this machine. */
  findSample(url: string): Sample | undefined {
    return this.samples.findByUrl(url);
  }

  private async urlProblem({ field, url, schemes }: UrlInput): Promise<string | undefined> {
    if (this.findSample(url)) return undefined;
    if (urlFormProblem(url) === undefined && this.assets.isOwnLink(url)) {
      const asset = await this.assets.findByLink(url).catch(() => undefined);
      return asset
        ? undefined
        : `${field} must be a link that is still valid: this one has expired or its file is gone`;
    }
    const problem = checkCallerUrl(url, {
      allowPrivateNetworks: this.outbound.allowPrivateNetworks,
      ...(schemes ? { schemes } : {}),
    });
    return problem && `${field} ${problem}`;
  }

  private async keepOne(
    principal: Principal | undefined,
    taskId: string,
    { field, url, bytes: content, file }: MediaInput,
  ): Promise<string> {
    const input = { purpose: 'input', taskId, userId: principal?.userId } as const;
    if (url !== undefined) {
      const sample = this.findSample(url);
      if (sample)
        return referenceTo(
          await this.assets.store({ content: sample.content, contentType: sample.contentType, ...input }),
        );
      const linked = await this.assets.findByLink(url);
      return linked ? referenceTo(linked) : url;
    }
    if (file)
      return referenceTo(
        await this.assets.store({ content: file, contentType: 'application/octet-stream', ...input }),
      );
    const format = content && sniffImage(content.subarray(0, SNIFF_BYTES));
    if (!format) throw invalidFields([`${field} must be Base64 of an image or a URL`]);
    return referenceTo(await this.assets.store({ content, contentType: `image/${format}`, ...input }));
  }
}

function referenceTo({ id }: Asset): string {
  return ASSET_PREFIX + id;
}

function fetchFailure(
  error: unknown,
  signal: AbortSignal,
  medium: 'image' | 'video',
  tooLarge: string,
): unknown {
  if (!(error instanceof OutboundError) || signal.aborted) return error;
  if (error.code === 'too_large') return new TaskFailure(`${medium}_too_large`, tooLarge, { cause: error });
  const what = medium === 'image' ? 'An image URL could not be' : 'The URL of the video cannot be';
  return new TaskFailure(`${medium}_unreachable`, `${what} fetched: ${error.message}`, { cause: error });
}
