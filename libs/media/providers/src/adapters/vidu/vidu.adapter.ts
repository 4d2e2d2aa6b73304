import * as v from 'valibot';
import { parseReply } from '../../upstream/vendor-reply.js';
import type { CallerRequest } from '../../upstream/callback-signature.js';
import { usualRefusal, type VendorRefusal } from '../../upstream/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import {
  type LostOrder,
  type PlacedOrder,
  type OfferedWork,
  type Send,
  UnusableResult,
  VendorAdapter,
  type VendorFile,
  type VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import { imagesOf, inputOf, pick, type VendorWork } from '../vendor-work.js';
import { refusalOfCode } from './vidu-codes.js';
import { viduCreations, viduError, viduOrder, viduTasks } from './vidu.schemas.js';
import { isSignedByVidu } from './vidu-signature.js';

/** Fields of ours that each endpoint knows; it refuses any other. */
const COMMON = ['prompt', 'duration', 'seed', 'resolution', 'movement_amplitude', 'off_peak', 'watermark'];
const SOUND = ['bgm', 'audio', 'audio_type', 'voice_id', 'is_rec'];
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  'start-end2video': [...COMMON, ...SOUND, 'wm_position', 'meta_data'],
  img2video: [...COMMON, ...SOUND, 'wm_position', 'meta_data'],
  reference2video: [...COMMON, ...SOUND, 'wm_position', 'meta_data', 'aspect_ratio'],
  extend: ['prompt', 'duration', 'resolution'],
};
/** Most characters of a picture in Base64. */
const BASE64_MAX = 10 * 1024 * 1024;
/** Pages of the list of tasks in which a lost order is looked for. */
const PAGES_MAX = 5;

export class ViduAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = {
    name: 'vidu',
    baseUrl: 'https://api.vidu.com/ent/v2',
    auth: ['Authorization', 'Token'],
  };
  static readonly kinds = ['video-start-end', 'video-reference', 'video-extend'];

  override refuses({ kind, fields }: OfferedWork): string | undefined {
    const isExtra = kind === 'video-extend' && fields?.off_peak === true;
    return isExtra ? 'off_peak must be absent' : undefined;
  }

  async order(work: VendorWork): Promise<VendorCall> {
    const endpoint = endpointOf(work);
    const images = await Promise.all(imagesOf(work).map((image) => image.linkOrDataUri(BASE64_MAX)));
    const [video, mark] = await Promise.all([
      inputOf(work, 'video')?.link(),
      inputOf(work, 'wm_url')?.link(),
    ]);
    const links = { video_url: video, wm_url: endpoint === 'extend' ? undefined : mark };
    const json = {
      model: viduModel(work.model),
      ...(images.length > 0 ? { images } : {}),
      ...pick(work.asked, ...(FIELDS[endpoint] ?? [])),
      ...pick(links, 'video_url', 'wm_url'),
      // By it a lost order is found in the list of tasks.
      payload: work.reference,
      ...pick({ callback_url: work.callbackUrl }, 'callback_url'),
    };
    return { path: this.path(work.kind, `/${endpoint}`), json };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(viduOrder, json).task_id };
  }

  override status(vendorId: string): VendorCall {
    return { path: this.path('status', '/tasks/{task_id}/creations', { task_id: vendorId }) };
  }

  override readState({ json }: VendorReply): VendorTaskState {
    const { state, err_code: code, progress, credits, creations } = parseReply(viduCreations, json);
    if (state === 'failed')
      return { kind: 'failed', refusal: refusalOfCode(code ?? ''), said: code, credits };
    if (state !== 'success') return { kind: 'running', ...(progress ? { progress } : {}) };
    const [made] = creations;
    if (!made) throw new UnusableResult('Work that succeeded names no video');
    return { kind: 'succeeded', files: filesOf(made), credits };
  }

  override cancel(vendorId: string): VendorCall {
    return {
      path: this.path('cancel', '/tasks/{task_id}/cancel', { task_id: vendorId }),
      json: { id: vendorId },
    };
  }

  override canFind(): boolean {
    return true;
  }

  override async find({ reference }: LostOrder, send: Send): Promise<string | undefined> {
    let token: string | null | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const query = token ? `?pager.page_token=${encodeURIComponent(token)}` : '';
      const { tasks, next_page_token: next } = parseReply(
        viduTasks,
        (await send({ path: `/tasks${query}` })).json,
      );
      const found = tasks.find(({ payload }) => payload === reference);
      if (found) return found.id;
      token = next;
      if (!token) return undefined;
    }
    return undefined;
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const { success, output } = v.safeParse(viduError, body);
    return (success ? refusalOfCode(output.code) : undefined) ?? usualRefusal(status);
  }

  override async isSigned(request: CallerRequest): Promise<boolean> {
    return this.options.apiKeys.some((key) => isSignedByVidu(request, key.reveal()));
  }
}

/** One picture is a start frame, which has an endpoint of its own. */
function endpointOf(work: VendorWork): string {
  if (work.kind === 'video-extend') return 'extend';
  if (work.kind === 'video-reference') return 'reference2video';
  return imagesOf(work).length === 1 ? 'img2video' : 'start-end2video';
}

/** Our names of its models begin with `v` where its own begin with `vidu`. */
function viduModel(model: string | undefined): string | undefined {
  return model?.replace(/^v(?=q?\d)/, 'vidu');
}

function filesOf(made: {
  url: string;
  cover_url?: string | null;
  watermarked_url?: string | null;
}): VendorFile[] {
  const links = [
    ['video', made.url],
    ['cover', made.cover_url],
    ['watermarked', made.watermarked_url],
  ] as const;
  return links.flatMap(([role, url]) => (url ? [{ role, url }] : []));
}
