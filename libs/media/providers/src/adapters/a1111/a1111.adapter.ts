import * as v from 'valibot';
import { parseReply } from '../vendor-reply.js';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { IMAGE_KINDS } from '../image-paths.js';
import { placesOf, RecipeAdapter } from '../recipe-adapter.js';
import { fill } from '../template.js';
import { type EndedState, GarbledVendorReply, type PlacedOrder } from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import { imagesOf, type VendorWork } from '../vendor-work.js';
import { a1111Failure, a1111Picture, a1111Pictures, readModels } from './a1111.schemas.js';

/** The Stable Diffusion web UI of AUTOMATIC1111, and the programs that have its API. It does the work at once. */
export class A1111Adapter extends RecipeAdapter {
  static readonly facts: AdapterFacts = {
    name: 'a1111',
    auth: ['Authorization', 'Basic'],
    authValue: (key) => `Basic ${Buffer.from(key).toString('base64')}`,
    isOpen: true,
    recipe: ['input'],
  };
  static readonly kinds = [...IMAGE_KINDS, 'text-to-image', 'image-edit', 'upscale'];

  override readonly freeCall = { path: '/sdapi/v1/sd-models', read: readModels };

  override readonly takesLinks = false;
  protected override readonly attached = { 'image-edit': ['image'], upscale: ['image'] };

  /** Only the first picture is changed: it would change each of several. */
  async order(work: VendorWork): Promise<VendorCall> {
    const { input, model } = this.recipe(work);
    const places = await placesOf(work, async (picture) => (await picture.base64()).data);
    const { override_settings: own, ...fields } = fill(input, places) as Record<string, unknown>;
    if (work.kind === 'upscale')
      return { path: '/sdapi/v1/extra-single-image', json: { image: places.image, ...fields }, reads: [500] };
    const settings = { ...(model === undefined ? {} : { sd_model_checkpoint: model }), ...(own as object) };
    const pictures = imagesOf(work).slice(0, 1);
    const json = {
      ...(pictures.length > 0 ? { init_images: pictures.map(() => places.image) } : {}),
      ...fields,
    };
    return {
      path: this.path(work.kind, pictures.length > 0 ? '/sdapi/v1/img2img' : '/sdapi/v1/txt2img'),
      json: Object.keys(settings).length > 0 ? { ...json, override_settings: settings } : json,
      reads: [500],
    };
  }

  readOrder({ status, json }: VendorReply, work: VendorWork): PlacedOrder {
    return { state: status === 500 ? readFailure(json) : this.readPictures(json, work) };
  }

  refusalOf(status: number): VendorRefusal | undefined {
    return usualRefusal(status);
  }

  private readPictures(json: unknown, work: VendorWork): EndedState {
    if (work.kind === 'upscale') {
      const { image: base64 } = parseReply(a1111Picture, json);
      return { kind: 'succeeded', files: [{ role: 'image', base64 }] };
    }
    const { images, info } = parseReply(a1111Pictures, json);
    const { sd_model_name: used, index_of_first_image: first = 0, all_seeds: seeds } = info;
    const { model } = this.recipe(work);
    // It draws with the model that it has loaded where it does not know the one that it was asked for.
    if (model !== undefined && used && nameOf(used) !== nameOf(model))
      return { kind: 'failed', refusal: 'model' };
    // Sheets and maps of extensions come before and after the pictures.
    const made = images.slice(first, seeds && first + seeds.length);
    if (made.length === 0) return { kind: 'failed' };
    return { kind: 'succeeded', files: made.map((base64) => ({ role: 'image', base64 })) };
  }
}

/** @throws GarbledVendorReply when it is not the program itself that says so. */
function readFailure(json: unknown): EndedState {
  if (v.is(a1111Failure, json)) return { kind: 'failed' };
  throw new GarbledVendorReply('An answer of status 500 does not say what failed');
}

/** A model as it is called without its folder, its ending and its hash. */
function nameOf(model: string): string {
  return model
    .replace(/ \[\w+\]$/, '')
    .replace(/^.*[/\\]/, '')
    .replace(/\.(safetensors|ckpt|pt)$/, '');
}
