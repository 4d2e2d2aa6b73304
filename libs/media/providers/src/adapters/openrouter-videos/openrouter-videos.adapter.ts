import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { modelList } from '../free-call.js';
import { MODEL_AND_INPUT, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import type { PlacedOrder, VendorTaskState } from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import { imagesOf, pick, type VendorWork } from '../vendor-work.js';
import { VIDEO_FAILURES, videoPath } from '../videos/videos.schemas.js';
import { openRouterError, openRouterVideo } from './openrouter-videos.schemas.js';

const CONTENT = /flagged|moderation/i;

export class OpenRouterVideosAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = {
    name: 'openrouter-videos',
    baseUrl: 'https://openrouter.ai/api/v1',
    bills: 'USD',
    recipe: MODEL_AND_INPUT,
  };
  static readonly kinds = ['video-start-end', 'video-reference', 'text-to-video', 'image-to-video'];

  override readonly freeCall = modelList('/videos/models');

  protected override readonly attached = { 'image-to-video': ['image', 'image_2'] };

  async order(work: VendorWork): Promise<VendorCall> {
    const places = await placesOf(work, (input) => input.linkOrDataUri());
    const input = fill(this.recipe(work).input, places) as Record<string, unknown>;
    const callback = pick({ callback_url: work.callbackUrl }, 'callback_url');
    return {
      path: '/videos',
      json: { model: work.model, ...input, ...(await picturesOf(work)), ...callback },
    };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(openRouterVideo, json).id };
  }

  override status(vendorId: string): VendorCall {
    return { path: videoPath(vendorId) };
  }

  override readState({ json }: VendorReply, _work: VendorWork, vendorId: string): VendorTaskState {
    const { status, error, usage } = parseReply(openRouterVideo, json);
    const credits = usage?.cost;
    if (VIDEO_FAILURES.has(status)) {
      const refusal = typeof error === 'string' && CONTENT.test(error) ? 'content' : undefined;
      return { kind: 'failed', said: error, refusal, credits };
    }
    if (status !== 'completed') return { kind: 'running' };
    const call = { path: `${videoPath(vendorId)}/content?index=0` };
    return { kind: 'succeeded', files: [{ role: 'video', call }], credits };
  }

  /** 403 is the answer for content, and for keys that may not do this. */
  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const { success, output } = v.safeParse(openRouterError, body);
    return status === 403 && success && CONTENT.test(output.error.message) ? 'content' : usualRefusal(status);
  }
}

async function picturesOf(work: VendorWork): Promise<object> {
  const links = await Promise.all(imagesOf(work).map((image) => image.linkOrDataUri()));
  if (links.length === 0) return {};
  const pictures = links.map((url) => ({ type: 'image_url', image_url: { url } }));
  if (work.kind === 'video-reference') return { input_references: pictures };
  const frame = (at: number): string => (at === 0 ? 'first_frame' : 'last_frame');
  return { frame_images: pictures.map((picture, at) => ({ ...picture, frame_type: frame(at) })) };
}
