import { MODEL_KIND_NAMES } from '../terms/model-kinds.js';
import { recipeOf, type VendorRecipe } from '../terms/upstream-options.js';
import { type Places, placesIn } from './template.js';
import { VendorAdapter, type VendorFile } from './vendor-adapter.js';
import type { VendorInput } from './vendor-input.js';
import { imagesOf, type VendorWork } from './vendor-work.js';

/** Fields of ours from 0 to 100 that say how much of a picture is changed. */
const STRENGTHS = ['light_transfer_strength', 'style_strength'];

export const ALL_KINDS = [
  ...['image-relight', 'image-style-transfer'],
  ...['skin-enhancer-faithful', 'skin-enhancer-creative', 'skin-enhancer-flexible'],
  ...['video-start-end', 'video-reference', 'video-extend'],
  ...['music-from-text', 'music-from-video'],
  ...MODEL_KIND_NAMES,
];

/** What most vendors of many models must be told of each kind. */
export const MODEL_AND_INPUT = ['model', 'input'] as const;

/** An adapter of a vendor that offers many models: `kinds` of the vendors file says for each how it is ordered. */
export abstract class RecipeAdapter extends VendorAdapter {
  /** Inputs that go beside the fields of the recipe, by kind. */
  protected readonly attached: Readonly<Record<string, readonly string[]>> = {};

  override takes(kind: string, { input, workflow }: VendorRecipe): ReadonlyMap<string, unknown> {
    const beside = (this.attached[kind] ?? []).map((name) => [name, undefined] as const);
    return new Map([...placesIn(workflow ?? input), ...beside]);
  }

  protected recipe({ kind, fields }: Pick<VendorWork, 'kind' | 'fields'>): VendorRecipe {
    return recipeOf(this.options, kind, fields.model) ?? {};
  }
}

/**
 * What can be named in a template: `prompt`, `seed`, `strength` (0 to 1), `duration` in seconds, the pictures as `image`,
 * `image_2` …, `video`, and every field that the caller sent.
 * @param given An input in the form that the vendor takes.
 */
export async function placesOf(
  work: VendorWork,
  given: (input: VendorInput) => Promise<string>,
): Promise<Places> {
  const { asked, fields, inputs, seed, durationSeconds } = work;
  const scalars = Object.entries(asked).filter(([, value]) => typeof value !== 'object');
  const images = imagesOf(work);
  const named = inputs.map(async (input) => [placeOf(input, images), await given(input)] as const);
  const percent = STRENGTHS.map((name) => asked[name]).find((value) => typeof value === 'number');
  return {
    ...(Object.fromEntries(scalars) as Places),
    ...Object.fromEntries(await Promise.all(named)),
    prompt: typeof fields.prompt === 'string' && fields.prompt !== '' ? fields.prompt : undefined,
    seed,
    ...(typeof percent === 'number' ? { strength: percent / 100 } : {}),
    ...(durationSeconds === undefined ? {} : { duration: durationSeconds }),
  };
}

function placeOf(input: VendorInput, images: readonly VendorInput[]): string {
  const at = images.indexOf(input);
  return at === -1 ? input.name : at === 0 ? 'image' : `image_${at + 1}`;
}

/** What the files of a kind are. */
export function roleOf(kind: string): 'image' | 'video' | 'audio' {
  if (kind.startsWith('music-') || kind === 'text-to-speech') return 'audio';
  return kind.includes('video') ? 'video' : 'image';
}

/** Links and data URIs as files; of videos and music, the first. */
export function filesOf(kind: string, links: readonly string[]): VendorFile[] {
  const role = roleOf(kind);
  const wanted = role === 'image' ? links : links.slice(0, 1);
  return wanted.map((link) => (link.startsWith('data:') ? { role, base64: link } : { role, url: link }));
}
