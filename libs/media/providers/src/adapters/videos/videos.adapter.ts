import { parseReply } from '../vendor-reply.js';
import type { VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { modelList } from '../free-call.js';
import { openAiRefusal, refusalOfCode } from '../openai-images/openai-errors.js';
import { MODEL_AND_INPUT, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import type { OfferedWork, PlacedOrder, VendorTaskState } from '../vendor-adapter.js';
import { texts, type VendorCall, type VendorReply } from '../vendor-call.js';
import { imagesOf, type VendorWork } from '../vendor-work.js';
import { video, VIDEO_FAILURES, videoPath } from './videos.schemas.js';

/** The video API of OpenAI, which gateways have too. */
export class VideosAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = { name: 'videos', recipe: MODEL_AND_INPUT };
  static readonly kinds = ['video-start-end', 'video-reference', 'text-to-video', 'image-to-video'];

  override readonly freeCall = modelList('/models');

  protected override readonly attached = { 'image-to-video': ['image'] };

  /** It takes one picture: the start frame, or what the video should look like. */
  override refuses(work: OfferedWork): string | undefined {
    return (work.images ?? 1) === 1 ? undefined : 'images must be 1';
  }

  async order(work: VendorWork): Promise<VendorCall> {
    const places = await placesOf(work, async ({ name }) => name);
    const fields = fill(this.recipe(work).input, places) as Record<string, unknown>;
    const files = await Promise.all(imagesOf(work).map((image) => image.part('input_reference')));
    return { path: '/videos', form: [...texts({ model: work.model, ...fields }), ...files] };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    return { vendorId: parseReply(video, json).id };
  }

  override status(vendorId: string): VendorCall {
    return { path: videoPath(vendorId) };
  }

  override readState({ json }: VendorReply, _work: VendorWork, vendorId: string): VendorTaskState {
    const { status, progress, error } = parseReply(video, json);
    if (VIDEO_FAILURES.has(status))
      return { kind: 'failed', said: error, refusal: refusalOfCode(error?.code) };
    if (status !== 'completed') return { kind: 'running', ...(progress ? { progress } : {}) };
    const call = { path: `${videoPath(vendorId)}/content` };
    return { kind: 'succeeded', files: [{ role: 'video', call }] };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    return openAiRefusal(status, body);
  }
}
