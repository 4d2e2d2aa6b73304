import { parseReply } from '../vendor-reply.js';
import type { VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { modelList } from '../free-call.js';
import { IMAGE_KINDS } from '../image-paths.js';
import { MODEL_AND_INPUT, placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import { type PlacedOrder, UnusableResult, type VendorFile } from '../vendor-adapter.js';
import { texts, type VendorCall, type VendorReply } from '../vendor-call.js';
import { imagesOf, inputOf, type VendorWork } from '../vendor-work.js';
import { openAiRefusal } from './openai-errors.js';
import { openAiPictures } from './openai-images.schemas.js';

/** Makes and edits pictures while it is called, by the API of OpenAI, which many servers have. */
export class OpenAiImagesAdapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = {
    name: 'openai-images',
    baseUrl: 'https://api.openai.com/v1',
    recipe: MODEL_AND_INPUT,
  };
  static readonly kinds = [...IMAGE_KINDS, 'text-to-image', 'image-edit'];

  override readonly freeCall = modelList('/models');

  protected override readonly attached = { 'image-edit': ['image', 'image_2', 'image_3', 'image_4', 'mask'] };

  async order(work: VendorWork): Promise<VendorCall> {
    const places = await placesOf(work, async ({ name }) => name);
    const fields = fill(this.recipe(work).input, places) as Record<string, unknown>;
    if (work.kind === 'text-to-image')
      return { path: '/images/generations', json: { model: work.model, ...fields } };
    const images = imagesOf(work);
    // Some models and servers know only the name for a single picture.
    const name = images.length === 1 ? 'image' : 'image[]';
    const mask = inputOf(work, 'mask');
    const files = await Promise.all([
      ...images.map((image) => image.part(name)),
      ...(mask ? [mask.part('mask')] : []),
    ]);
    return { path: '/images/edits', form: [...texts({ model: work.model, ...fields }), ...files] };
  }

  readOrder({ json }: VendorReply): PlacedOrder {
    const files = parseReply(openAiPictures, json).data.flatMap(({ b64_json: base64, url }): VendorFile[] => {
      if (base64) return [{ role: 'image', base64 }];
      return url ? [{ role: 'image', url }] : [];
    });
    if (files.length === 0) throw new UnusableResult('Work that succeeded has no picture');
    return { state: { kind: 'succeeded', files } };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    return openAiRefusal(status, body);
  }
}
