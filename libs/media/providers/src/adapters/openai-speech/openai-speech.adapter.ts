import type { VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { modelList } from '../free-call.js';
import { openAiRefusal } from '../openai-images/openai-errors.js';
import { MODEL_AND_INPUT, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import { type PlacedOrder, UnusableResult } from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';

/** Speaks while it is called, by the API of OpenAI, which many servers have. */
export class OpenAiSpeechAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = { name: 'openai-speech', isOpen: true, recipe: MODEL_AND_INPUT };
  static readonly kinds = ['text-to-speech'];

  override readonly freeCall = modelList('/models');

  async order(work: VendorWork): Promise<VendorCall> {
    const places = await placesOf(work, async ({ name }) => name);
    const input = fill(this.recipe(work).input, places) as Record<string, unknown>;
    return { path: '/audio/speech', json: { model: work.model, ...input }, isFile: true };
  }

  readOrder({ bytes }: VendorReply): PlacedOrder {
    if (!bytes?.length) throw new UnusableResult('The answer has no sound');
    return { state: { kind: 'succeeded', files: [{ role: 'audio', bytes }] } };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    return openAiRefusal(status, body);
  }
}
