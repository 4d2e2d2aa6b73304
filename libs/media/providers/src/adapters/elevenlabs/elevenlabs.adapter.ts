import * as v from 'valibot';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import { recipeOf, type VendorRecipe } from '../../terms/upstream-options.js';
import type { AdapterFacts } from '../adapter-facts.js';
import {
  type OfferedWork,
  type PlacedOrder,
  REQUIRED,
  UnusableResult,
  VendorAdapter,
} from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { formatOf, music, speech, USUAL_FORMAT } from './elevenlabs-requests.js';
import { elevenlabsError, readSubscription } from './elevenlabs.schemas.js';

/** Seconds of a piece. Source: elevenlabs-python, July 2026. */
const SECONDS = { min: 3, max: 600 };

const WORDS: readonly (readonly [RegExp, VendorRefusal])[] = [
  [/bad_prompt|bad_composition_plan/, 'content'],
  [/quota_exceeded|payment_required/, 'balance'],
  [/model_id|model_not_found/, 'model'],
  [/voice_not_found/, 'parameters'],
];

/** ElevenLabs' music and speech: the answer to an order is the file. */
export class ElevenlabsAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = {
    name: 'elevenlabs',
    baseUrl: 'https://api.elevenlabs.io',
    auth: ['xi-api-key', 'none'],
  };
  static readonly kinds = ['music-from-text', 'text-to-speech'];

  override readonly freeCall = { path: '/v1/user/subscription', read: readSubscription };

  override takes(_kind: string, { input }: VendorRecipe): ReadonlyMap<string, unknown> {
    const others = ['language', 'speed', 'seed'].map((name) => [name, undefined] as const);
    return new Map([['text', undefined], ['voice', input?.voice ?? REQUIRED], ...others]);
  }

  override problems(): string[] {
    const isMp3 = formatOf(this.options.recipes.get('music-from-text') ?? {}).startsWith('mp3_');
    return isMp3 ? [] : [`kinds.music-from-text.input.output_format must be of MP3, such as ${USUAL_FORMAT}`];
  }

  override refuses({ durationSeconds: seconds = SECONDS.min }: OfferedWork): string | undefined {
    const isTaken = seconds >= SECONDS.min && seconds <= SECONDS.max;
    return isTaken ? undefined : `duration must be ${SECONDS.min} to ${SECONDS.max} seconds`;
  }

  order(work: VendorWork): VendorCall {
    const recipe = recipeOf(this.options, work.kind, work.fields.model) ?? {};
    const { path, json } = work.kind === 'text-to-speech' ? speech(work, recipe) : music(work, recipe);
    const format = encodeURIComponent(formatOf(recipe));
    return { path: `${this.path(work.kind, path)}?output_format=${format}`, json, isFile: true };
  }

  readOrder({ bytes }: VendorReply): PlacedOrder {
    if (!bytes?.length) throw new UnusableResult('The answer has no sound');
    return { state: { kind: 'succeeded', files: [{ role: 'audio', bytes }] } };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const { success, output } = v.safeParse(elevenlabsError, body);
    if (!success || status >= 500) return usualRefusal(status);
    const { code, status: word, type, param } = output.detail;
    const said = [word, code, type, param].join(' ');
    return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? usualRefusal(status);
  }
}
