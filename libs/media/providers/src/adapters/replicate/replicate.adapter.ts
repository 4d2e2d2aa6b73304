import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { keyCheck } from '../free-call.js';
import { findInPages } from '../find-in-pages.js';
import { ALL_KINDS, MODEL_AND_INPUT, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import {
  GarbledVendorReply,
  type LostOrder,
  type PlacedOrder,
  type Send,
  type VendorTaskState,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { findPrediction } from './find-prediction.js';
import { readPrediction, saysContent } from './prediction-state.js';
import { replicateError, replicateOrder } from './replicate.schemas.js';

const SEED = /^\{\{seed(\|[^{}]*)?\}\}$/;

export class ReplicateAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = {
    name: 'replicate',
    baseUrl: 'https://api.replicate.com/v1',
    recipe: MODEL_AND_INPUT,
  };
  static readonly kinds = ALL_KINDS;

  override readonly freeCall = keyCheck('/account');

  async order(work: VendorWork): Promise<VendorCall> {
    const { input } = this.recipe(work);
    const places = await placesOf(work, (given) => given.linkOrDataUri());
    const webhook =
      work.callbackUrl === undefined
        ? {}
        : { webhook: work.callbackUrl, webhook_events_filter: ['completed'] };
    return { path: '/predictions', json: { version: work.model, input: fill(input, places), ...webhook } };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(replicateOrder, json).id };
  }

  override status(vendorId: string): VendorCall {
    return { path: `/predictions/${encodeURIComponent(vendorId)}` };
  }

  override readState({ json }: VendorReply, { kind }: VendorWork): VendorTaskState {
    return readPrediction(json, kind);
  }

  override cancel(vendorId: string): VendorCall {
    return { method: 'POST', path: `/predictions/${encodeURIComponent(vendorId)}/cancel` };
  }

  override canFind({ ownSeed, ...work }: Pick<LostOrder, 'kind' | 'fields' | 'ownSeed'>): boolean {
    return ownSeed !== undefined && this.seedField(work) !== undefined;
  }

  override async find(order: LostOrder, send: Send): Promise<string | undefined> {
    const { ownSeed, orderedAt } = order;
    const field = this.seedField(order);
    if (field === undefined || ownSeed === undefined || orderedAt === null)
      throw new GarbledVendorReply('The order has nothing by which it can be found');
    return findInPages(send, '/predictions', (json) =>
      findPrediction(json, { field, seed: ownSeed, orderedAt }),
    );
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const { success, output } = v.safeParse(replicateError, body);
    const refusal = usualRefusal(status);
    if (refusal !== 'parameters' || !success || output.invalid_fields) return refusal;
    if (/version/i.test(output.title ?? '')) return 'model';
    return saysContent(output.detail) ? 'content' : refusal;
  }

  /** The field of the input that is the seed. */
  private seedField(work: Pick<LostOrder, 'kind' | 'fields'>): string | undefined {
    const fields = Object.entries(this.recipe(work).input ?? {});
    return fields.find(([, value]) => typeof value === 'string' && SEED.test(value))?.[0];
  }
}
