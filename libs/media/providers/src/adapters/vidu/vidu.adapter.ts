import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';
import type { CallerRequest } from '../../terms/callback-signature.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { findInPages } from '../find-in-pages.js';
import {
  type LostOrder,
  type PlacedOrder,
  type OfferedWork,
  type Send,
  UnusableResult,
  VendorAdapter,
  type VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { refusalOfCode } from './vidu-codes.js';
import { viduProblem } from './vidu-models.js';
import { endpointOf, requestBody } from './vidu-request.js';
import { filesOf, readCredits, viduCreations, viduError, viduOrder, viduTasks } from './vidu.schemas.js';
import { isSignedByVidu } from './vidu-signature.js';

const LIST = '/tasks?pager.pagesz=100';

export class ViduAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = {
    name: 'vidu',
    baseUrl: 'https://api.vidu.com/ent/v2',
    auth: ['Authorization', 'Token'],
  };
  static readonly kinds = [
    ...['video-start-end', 'video-reference', 'video-extend'],
    ...['text-to-video', 'image-to-video'],
  ];

  override readonly freeCall = { path: '/credits', read: readCredits };

  override takes(kind: string): ReadonlyMap<string, unknown> {
    const own = kind === 'text-to-video' ? ['aspect_ratio'] : ['image', 'image_2'];
    const all = ['prompt', 'duration', 'resolution', 'seed', ...own];
    return new Map(all.map((name) => [name, undefined]));
  }

  override refuses(work: OfferedWork): string | undefined {
    return viduProblem(work);
  }

  async order(work: VendorWork): Promise<VendorCall> {
    return { path: this.path(work.kind, `/${endpointOf(work)}`), json: await requestBody(work) };
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
    return findInPages(send, LIST, (json) => {
      const { tasks, next_page_token: token } = parseReply(viduTasks, json);
      const id = tasks.find(({ payload }) => payload === reference)?.id;
      return { id, next: token ? `${LIST}&pager.page_token=${encodeURIComponent(token)}` : undefined };
    });
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const { success, output } = v.safeParse(viduError, body);
    return (success ? refusalOfCode(output) : undefined) ?? usualRefusal(status);
  }

  override async isSigned(request: CallerRequest): Promise<boolean> {
    return this.options.apiKeys.some((key) => isSignedByVidu(request, key.reveal()));
  }
}
