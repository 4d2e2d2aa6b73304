import { OutboundError } from '#libs/platform/outbound';
import { parseReply } from '../../upstream/vendor-reply.js';
import type { VendorRefusal } from '../../upstream/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { IMAGE_KINDS, IMAGE_PATHS, imageStatusPath } from '../image-paths.js';
import {
  type LostOrder,
  type PlacedOrder,
  type Send,
  VendorAdapter,
  type VendorTaskState,
} from '../vendor-adapter.js';
import { texts, type VendorCall, type VendorReply } from '../vendor-call.js';
import { imagesOf, inputOf, type VendorWork } from '../vendor-work.js';
import { readImageState, readVideoState } from './native-states.js';
import { imageReply, submittedReply } from './native.schemas.js';

const VIDEO_PATHS: Readonly<Record<string, string>> = {
  'video-start-end': '/start-end2video',
  'video-reference': '/reference2video',
  'video-extend': '/extend',
};

const MUSIC_PATHS: Readonly<Record<string, string>> = {
  'music-from-text': '/t2m/generate',
  'music-from-video': '/v2m/generate',
};

/** Another Atelier, or any service with the same API; its paths, abilities and keys are stated in the settings. */
export class NativeAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = { name: 'native' };
  static readonly kinds = [...IMAGE_KINDS, ...Object.keys(VIDEO_PATHS), ...Object.keys(MUSIC_PATHS)];

  override readonly takesLinks = false;

  async order(work: VendorWork): Promise<VendorCall> {
    const { kind, callbackUrl } = work;
    if (isImage(kind)) return { path: this.path(kind, IMAGE_PATHS[kind] ?? ''), json: await imageBody(work) };
    const callback = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
    const json = { ...(await this.videoBody(work)), ...callback };
    return { path: this.path(kind, VIDEO_PATHS[kind] ?? ''), json };
  }

  readOrder({ json }: VendorReply, { kind }: VendorWork): PlacedOrder {
    return { vendorId: idIn(json, kind) };
  }

  override status(vendorId: string, { kind }: VendorWork): VendorCall {
    const own = isImage(kind) ? imageStatusPath(kind) : '/tasks/{task_id}/creations';
    return { path: this.path(`${kind}.status`, own, { task_id: vendorId }) };
  }

  override readState({ json }: VendorReply, { kind }: VendorWork): VendorTaskState {
    return isImage(kind) ? readImageState(json) : readVideoState(json);
  }

  override cancel(vendorId: string, kind: string): VendorCall | undefined {
    if (isImage(kind)) return undefined;
    const path = this.path(`${kind}.cancel`, '/tasks/{task_id}/cancel', { task_id: vendorId });
    return { path, json: { id: vendorId } };
  }

  override canFind(kind: string): boolean {
    return this.lookupName(kind) !== undefined;
  }

  override async find({ reference, kind }: LostOrder, send: Send): Promise<string | undefined> {
    try {
      const { json } = await send({ path: this.path(this.lookupName(kind) ?? '', '', { reference }) });
      return idIn(json, kind);
    } catch (error) {
      if (error instanceof OutboundError && error.status === 404) return undefined;
      throw error;
    }
  }

  /** Judged by the status, except where another Atelier says that the request has a wrong field. */
  refusalOf(_status: number, body: unknown): VendorRefusal | undefined {
    return (body as { error?: unknown } | undefined)?.error === 'validation_failed'
      ? 'parameters'
      : undefined;
  }

  override async stream(work: VendorWork): Promise<VendorCall> {
    const { kind, fields } = work;
    const { prompt, duration_seconds: seconds, video_name: name } = fields as Record<string, string | number>;
    const path = this.path(kind, MUSIC_PATHS[kind] ?? '');
    const video = inputOf(work, 'video');
    if (!video) return { path, form: texts({ prompt, duration: seconds }) };
    const file = { name: '0.video', fileName: String(name || 'video'), ...(await video.open()) };
    return { path, form: [...texts({ prompt: prompt || undefined }), file] };
  }

  private lookupName(kind: string): string | undefined {
    return [`${kind}.lookup`, 'lookup'].find((name) => this.options.paths.has(name));
  }

  /** The caller's `payload` is not sent to the vendor. */
  private async videoBody(work: VendorWork): Promise<object> {
    const { payload: _, video_creation_id: given, video_url: __, ...request } = work.asked;
    const [mark, video] = await Promise.all([
      inputOf(work, 'wm_url')?.link(),
      inputOf(work, 'video')?.link(),
    ]);
    const images = await Promise.all(imagesOf(work).map((image) => image.linkOrDataUri()));
    if (video === undefined) return { ...request, images, ...(mark === undefined ? {} : { wm_url: mark }) };
    // Our ids mean nothing to the vendor: it gets a creation of ours by its link.
    const creation = this.options.extendSends === 'both' ? { video_creation_id: given ?? work.taskId } : {};
    return { ...request, images, ...creation, video_url: video };
  }
}

async function imageBody({ asked, inputs }: VendorWork): Promise<object> {
  const images = inputs.map(async (input) => [input.name, await input.linkOrBase64()] as const);
  return { ...asked, ...Object.fromEntries(await Promise.all(images)) };
}

function isImage(kind: string): boolean {
  return IMAGE_KINDS.includes(kind);
}

function idIn(json: unknown, kind: string): string {
  return isImage(kind) ? parseReply(imageReply, json).task_id : parseReply(submittedReply, json).task_id;
}
