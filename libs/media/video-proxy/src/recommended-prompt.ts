const PROMPTS = [
  'slow push in, warm light, gentle wind',
  'gentle pan left, vivid colours',
  'slow zoom in, quiet crowd in the distance',
  'handheld, dynamic, vivid, city',
  'slow pull back, cold light, sea',
  'gentle tilt up, forest, birds',
] as const;

/** A prompt that suits most pictures, in words that the local engine understands; the seed picks one. */
export function recommendedPrompt(seed: number): string {
  return PROMPTS[Math.abs(seed) % PROMPTS.length] ?? PROMPTS[0];
}
