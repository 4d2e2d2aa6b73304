import { imageTypeOf, type MediaInputs, type Task } from '#libs/media/work';
import {
  parseReply,
  type UpstreamClient,
  type VendorTaskApi,
  type VendorTaskState,
} from '#libs/media/providers';
import { IMAGE_ENDPOINTS } from '../image-endpoints.js';
import type { ImageKind } from '../image-kinds.js';
import { imageReply } from './upstream-image.schemas.js';

/** The vendor's paths are the same as ours; the path map can change each, by the kind's name. */
const BASE = '/v1/ai';

/**
 * The image vendor's API for one task, with the same request fields and task shape as ours. It can start a task and
 * look it up. Unlike the video vendor's it cannot cancel: for a canceled task, a submission that has not begun is not
 * sent, and one that was sent is no longer polled. The vendor finishes that work and may charge for it.
 */
export class UpstreamImageApi implements VendorTaskApi {
  readonly maxFileBytes = 100 * 1024 * 1024;
  readonly submitPath: string;

  constructor(
    readonly client: UpstreamClient,
    private readonly inputs: MediaInputs,
    private readonly task: Task,
  ) {
    this.submitPath = client.path(task.kind, `${BASE}/${IMAGE_ENDPOINTS[task.kind as ImageKind].path}`);
  }

  async requestBody(signal: AbortSignal): Promise<object> {
    const { imageFields } = IMAGE_ENDPOINTS[this.task.kind as ImageKind];
    const fields = Object.entries(this.task.request).map(
      async ([name, value]): Promise<[string, unknown]> => {
        const isOurs =
          imageFields.includes(name) && typeof value === 'string' && (await this.inputs.findAsset(value));
        if (!isOurs) return [name, value];
        return [name, Buffer.from(await this.inputs.loadImage(value as string, signal)).toString('base64')];
      },
    );
    return Object.fromEntries(await Promise.all(fields));
  }

  readVendorId(reply: unknown): string {
    return parseReply(imageReply, reply).task_id;
  }

  statusPath(vendorId: string): string {
    const { kind } = this.task;
    const lookup = kind.startsWith('skin-enhancer') ? 'skin-enhancer' : kind;
    return this.client.path(`${kind}.status`, `${BASE}/${lookup}/{task_id}`, { task_id: vendorId });
  }

  readState(reply: unknown): VendorTaskState {
    const { status, generated, credits, error, message } = parseReply(imageReply, reply);
    switch (status) {
      case 'CREATED':
      case 'IN_PROGRESS':
        return { kind: 'running' };
      case 'COMPLETED':
        return { kind: 'succeeded', files: generated.map((url) => ({ role: 'image', url })), credits };
      case 'FAILED':
        return { kind: 'failed', reason: 'upstream_error', said: { error, message }, credits };
    }
  }

  identify(path: string): Promise<string | undefined> {
    return imageTypeOf(path);
  }
}
