import { OutboundError } from '#libs/platform/outbound';
import { parseReply } from '../vendor-reply.js';
import type { VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { IMAGE_KINDS, IMAGE_PATHS, imageStatusPath } from '../image-paths.js';
import {
  type LostOrder,
  type PlacedOrder,
  type Send,
  VendorAdapter,
  type VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { imageBody, MUSIC_PATHS, musicForm, VIDEO_PATHS, videoBody } from './native-requests.js';
import { readImageState, readVideoState } from './native-states.js';
import { imageReply, submittedReply } from './native.schemas.js';

/** Another Atelier, or any service with the same API; its paths, abilities and keys are stated in the settings. */
export class NativeAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = { name: 'native', bills: 'credits', needsArea: true };
  static readonly kinds = [...IMAGE_KINDS, ...Object.keys(VIDEO_PATHS), ...Object.keys(MUSIC_PATHS)];

  override readonly billsOurCredits = true;
  override readonly takesLinks = false;

  async order(work: VendorWork): Promise<VendorCall> {
    const { kind, callbackUrl } = work;
    if (isImage(kind)) return { path: this.path(kind, IMAGE_PATHS[kind] ?? ''), json: await imageBody(work) };
    const callback = callbackUrl === undefined ? {} : { callback_url: callbackUrl };
    const json = { ...(await videoBody(work, this.options.extendSends === 'both')), ...callback };
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

  override canFind({ kind }: Pick<LostOrder, 'kind'>): boolean {
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
    return (body as { error?: unknown } | undefined)?.error === 'invalid_request' ? 'parameters' : undefined;
  }

  override async stream(work: VendorWork): Promise<VendorCall> {
    return { path: this.path(work.kind, MUSIC_PATHS[work.kind] ?? ''), form: await musicForm(work) };
  }

  private lookupName(kind: string): string | undefined {
    return [`${kind}.lookup`, 'lookup'].find((name) => this.options.paths.has(name));
  }
}

function isImage(kind: string): boolean {
  return IMAGE_KINDS.includes(kind);
}

function idIn(json: unknown, kind: string): string {
  return isImage(kind) ? parseReply(imageReply, json).task_id : parseReply(submittedReply, json).task_id;
}
