import type { AssetsService } from '#libs/media/assets';
import { sniffImage } from '@atelier/engines/image';
import { ProbeError, probeVideo } from '@atelier/engines/video';
import { imageTypeOf, type MediaInputs, requestOf, type Task } from '#libs/media/work';
import {
  parseReply,
  type UpstreamClient,
  type VendorTaskApi,
  type VendorTaskState,
} from '#libs/media/providers';
import { VIDEO_PATHS, type VideoKind } from '../video-kinds.js';
import type { VideoExtension, VideoGeneration } from '../video-request.js';
import { submittedReply } from './upstream-video.schemas.js';
import { readVendorState } from './upstream-video-replies.js';

/** The path map can change it, by the kind's name and `.status`. */
const STATUS_PATH = '/tasks/{task_id}/creations';
/** Source: service.md, Limits. */
const OFF_PEAK_SECONDS = 48 * 60 * 60;

/** How the adapter resolves what a request refers to. */
export type VideoRequestParts = {
  inputs: MediaInputs;
  assets: AssetsService;
  /** Sent to the vendor, to be called when the work changes; absent when the vendor is only polled. */
  callbackUrl: string | undefined;
  /** Whether the vendor requires a creation id beside the URL of a video to extend. */
  namesCreation: boolean;
};

/** The video vendor's API for one task: the same request fields and task shape as ours. */
export class UpstreamVideoApi implements VendorTaskApi {
  readonly maxFileBytes = 1024 * 1024 * 1024;
  readonly submitPath: string;
  readonly deadlineSeconds: number;

  constructor(
    readonly client: UpstreamClient,
    private readonly task: Task,
    private readonly parts: VideoRequestParts,
  ) {
    // The vendor's paths are the same as ours; the path map can change each, by the kind's name.
    const { deadlineSeconds } = client.options;
    const isOffPeak = requestOf<Partial<VideoGeneration>>(task).off_peak === true;
    this.deadlineSeconds = isOffPeak ? Math.max(OFF_PEAK_SECONDS, deadlineSeconds) : deadlineSeconds;
    this.submitPath = client.path(task.kind, `/${VIDEO_PATHS[task.kind as VideoKind]}`);
  }

  async requestBody(signal: AbortSignal): Promise<object> {
    const request =
      this.task.kind === 'video-extend'
        ? await this.extension()
        : await this.generation(requestOf<VideoGeneration>(this.task));
    const images: string[] = [];
    for (const reference of requestOf<{ images: string[] }>(this.task).images)
      images.push(await this.image(reference, signal));
    const { callbackUrl } = this.parts;
    return { ...request, images, ...(callbackUrl === undefined ? {} : { callback_url: callbackUrl }) };
  }

  readVendorId(reply: unknown): string {
    return parseReply(submittedReply, reply).task_id;
  }

  statusPath(vendorId: string): string {
    return this.client.path(`${this.task.kind}.status`, STATUS_PATH, { task_id: vendorId });
  }

  readState(reply: unknown): VendorTaskState {
    return readVendorState(reply);
  }

  async identify(path: string): Promise<string | undefined> {
    const imageType = await imageTypeOf(path);
    if (imageType) return imageType;
    try {
      const { container } = await probeVideo(path);
      return container === 'mp4' || container === 'webm' ? `video/${container}` : undefined;
    } catch (error) {
      if (error instanceof ProbeError && !error.isOurs) return undefined;
      throw error;
    }
  }

  /** The caller's `payload` is not sent to the vendor. */
  private async generation({ payload: _, wm_url: mark, ...request }: VideoGeneration): Promise<object> {
    return { ...request, ...(mark === undefined ? {} : { wm_url: await this.link(mark) }) };
  }

  private async extension(): Promise<object> {
    const { payload: _, source, video_creation_id: given, ...request } = requestOf<VideoExtension>(this.task);
    // Our ids mean nothing to the vendor: it gets a creation of ours by its link.
    const creation = this.parts.namesCreation ? { video_creation_id: given ?? this.task.id } : {};
    return { ...request, ...creation, video_url: await this.link(source) };
  }

  private async image(reference: string, signal: AbortSignal): Promise<string> {
    if (!(await this.parts.inputs.findAsset(reference))) return reference;
    const bytes = await this.parts.inputs.loadImage(reference, signal);
    const type = `image/${sniffImage(bytes) ?? 'png'}`;
    return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  }

  /** The same in every try, as vendors refuse a different submission under a used key. */
  private async link(reference: string): Promise<string> {
    const asset = await this.parts.inputs.findAsset(reference);
    if (!asset) return reference;
    const { createdAt, startedAt } = this.task;
    const deadline = new Date((startedAt ?? createdAt).getTime() + this.deadlineSeconds * 1000);
    return this.parts.assets.link(asset, deadline);
  }
}
