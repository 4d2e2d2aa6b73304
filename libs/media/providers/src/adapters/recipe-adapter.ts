import type { VendorRecipe } from '../terms/upstream-options.js';
import type { Places } from './template.js';
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
];

/** What most vendors of many models must be told of each kind. */
export const MODEL_AND_INPUT = ['model', 'input'] as const;

/** An adapter of a vendor that offers many models: `kinds` of the vendors file says for each how it is ordered. */
export abstract class RecipeAdapter extends VendorAdapter {
  protected recipe({ kind }: Pick<VendorWork, 'kind'>): VendorRecipe {
    return this.options.recipes.get(kind) ?? {};
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
    strength: typeof percent === 'number' ? percent / 100 : undefined,
    duration: durationSeconds,
  };
}

function placeOf(input: VendorInput, images: readonly VendorInput[]): string {
  const at = images.indexOf(input);
  return at === -1 ? input.name : at === 0 ? 'image' : `image_${at + 1}`;
}

/** What the files of a kind are. */
export function roleOf(kind: string): 'image' | 'video' | 'audio' {
  return kind.startsWith('video-') ? 'video' : kind.startsWith('music-') ? 'audio' : 'image';
}

/** Links and data URIs as files; of videos and music, the first. */
export function filesOf(kind: string, links: readonly string[]): VendorFile[] {
  const role = roleOf(kind);
  const wanted = role === 'image' ? links : links.slice(0, 1);
  return wanted.map((link) => (link.startsWith('data:') ? { role, base64: link } : { role, url: link }));
}
