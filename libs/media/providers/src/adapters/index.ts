import type { UpstreamOptions } from '../terms/upstream-options.js';
import type { AdapterClass } from './adapter-facts.js';
import { A1111Adapter } from './a1111/a1111.adapter.js';
import { CogAdapter } from './cog/cog.adapter.js';
import { ComfyUiAdapter } from './comfyui/comfyui.adapter.js';
import { ElevenlabsAdapter } from './elevenlabs/elevenlabs.adapter.js';
import { FalAdapter } from './fal/fal.adapter.js';
import { FreepikAdapter, MagnificAdapter } from './freepik/freepik.adapter.js';
import { modelProblems } from './model-inputs.js';
import { NativeAdapter } from './native/native.adapter.js';
import { OpenAiImagesAdapter } from './openai-images/openai-images.adapter.js';
import { OpenAiSpeechAdapter } from './openai-speech/openai-speech.adapter.js';
import { OpenRouterVideosAdapter } from './openrouter-videos/openrouter-videos.adapter.js';
import { ReplicateAdapter } from './replicate/replicate.adapter.js';
import { SoniloAdapter, SoniloAsyncAdapter } from './sonilo/sonilo.adapter.js';
import { VideosAdapter } from './videos/videos.adapter.js';
import { ViduAdapter } from './vidu/vidu.adapter.js';

/** Every kind of vendor that the gateway understands. */
export const ADAPTERS: readonly AdapterClass[] = [
  NativeAdapter,
  FreepikAdapter,
  MagnificAdapter,
  ViduAdapter,
  FalAdapter,
  ReplicateAdapter,
  CogAdapter,
  OpenAiImagesAdapter,
  OpenAiSpeechAdapter,
  VideosAdapter,
  OpenRouterVideosAdapter,
  ComfyUiAdapter,
  A1111Adapter,
  SoniloAdapter,
  SoniloAsyncAdapter,
  ElevenlabsAdapter,
];

export function adapterOf(name: string): AdapterClass | undefined {
  return ADAPTERS.find(({ facts }) => facts.name === name);
}

/** The adapter whose vendor has this address. */
export function adapterAt(baseUrl: string | undefined): AdapterClass | undefined {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return undefined;
  const { hostname } = new URL(baseUrl);
  return ADAPTERS.find(({ facts }) => {
    const own = facts.baseUrl === undefined ? [] : [new URL(facts.baseUrl).hostname];
    return [...own, ...(facts.hosts ?? [])].includes(hostname);
  });
}

/** What is wrong with a vendor's entry in the vendors file: each place and its rule. */
export function problemsOf(type: AdapterClass, options: UpstreamOptions): string[] {
  const { name, recipe: parts = [] } = type.facts;
  if (parts.length > 0 && options.recipes.size === 0)
    return [`kinds must be an object that says for each kind how it is ordered: ${parts.join(', ')}`];
  const missing = [...options.recipes].flatMap(([at, recipe]) =>
    parts
      .filter((part) => recipe[part] === undefined)
      .map((part) => `kinds.${at.replace(' ', '.models.')}.${part} must be stated for ${name}`),
  );
  const adapter = new type(options);
  return [...missing, ...adapter.problems(), ...modelProblems(adapter, options)];
}

export type { AdapterClass, AdapterFacts } from './adapter-facts.js';
