/** Where our API and the one that it repeats take pictures, by the kinds of tasks. */
export const IMAGE_PATHS: Readonly<Record<string, string>> = {
  'image-relight': '/v1/ai/image-relight',
  'image-style-transfer': '/v1/ai/image-style-transfer',
  'skin-enhancer-faithful': '/v1/ai/skin-enhancer/faithful',
  'skin-enhancer-creative': '/v1/ai/skin-enhancer/creative',
  'skin-enhancer-flexible': '/v1/ai/skin-enhancer/flexible',
};

export const IMAGE_KINDS: readonly string[] = Object.keys(IMAGE_PATHS);

/** The three ways to enhance skin share one look-up. */
export function imageStatusPath(kind: string): string {
  return `/v1/ai/${kind.startsWith('skin-enhancer') ? 'skin-enhancer' : kind}/{task_id}`;
}
