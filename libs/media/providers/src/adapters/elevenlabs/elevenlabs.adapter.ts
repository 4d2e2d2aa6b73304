import * as v from 'valibot';
import { usualRefusal, type VendorRefusal } from '../../terms/vendor-refusal.js';
import type { AdapterFacts } from '../adapter-facts.js';
import { type OfferedWork, type PlacedOrder, UnusableResult, VendorAdapter } from '../vendor-adapter.js';
import type { VendorCall, VendorReply } from '../vendor-call.js';
import type { VendorWork } from '../vendor-work.js';
import { elevenlabsError, readSubscription } from './elevenlabs.schemas.js';

const USUAL_FORMAT = 'mp3_44100_128';
/** Seconds of a piece. Source: elevenlabs-python, July 2026. */
const SECONDS = { min: 3, max: 600 };

const WORDS: readonly (readonly [RegExp, VendorRefusal])[] = [
  [/bad_prompt|bad_composition_plan/, 'content'],
  [/quota_exceeded|payment_required/, 'balance'],
  [/model_id|model_not_found/, 'model'],
];

/** ElevenLabs' music: the answer to an order is the file. */
export class ElevenlabsAdapter extends VendorAdapter {
  static readonly facts: AdapterFacts = {
    name: 'elevenlabs',
    baseUrl: 'https://api.elevenlabs.io',
    auth: ['xi-api-key', 'none'],
  };
  static readonly kinds = ['music-from-text'];

  override readonly freeCall = { path: '/v1/user/subscription', read: readSubscription };

  override problems(): string[] {
    const isMp3 = this.format.startsWith('mp3_');
    return isMp3 ? [] : [`kinds.music-from-text.input.output_format must be of MP3, such as ${USUAL_FORMAT}`];
  }

  override refuses({ durationSeconds: seconds = SECONDS.min }: OfferedWork): string | undefined {
    const isTaken = seconds >= SECONDS.min && seconds <= SECONDS.max;
    return isTaken ? undefined : `duration must be ${SECONDS.min} to ${SECONDS.max} seconds`;
  }

  order({ kind, model, fields, durationSeconds }: VendorWork): VendorCall {
    const { output_format: _, ...input } = this.input;
    const length =
      durationSeconds === undefined ? {} : { music_length_ms: Math.round(durationSeconds * 1_000) };
    const named = model === undefined ? {} : { model_id: model };
    const path = `${this.path(kind, '/v1/music')}?output_format=${encodeURIComponent(this.format)}`;
    return { path, json: { ...named, ...input, prompt: fields.prompt, ...length }, isFile: true };
  }

  readOrder({ bytes }: VendorReply): PlacedOrder {
    if (!bytes?.length) throw new UnusableResult('The answer has no music');
    return { state: { kind: 'succeeded', files: [{ role: 'audio', bytes }] } };
  }

  refusalOf(status: number, body: unknown): VendorRefusal | undefined {
    const { success, output } = v.safeParse(elevenlabsError, body);
    if (!success || status >= 500) return usualRefusal(status);
    const { code, status: word, type, param } = output.detail;
    const said = [word, code, type, param].join(' ');
    return WORDS.find(([pattern]) => pattern.test(said))?.[1] ?? usualRefusal(status);
  }

  private get input(): Readonly<Record<string, unknown>> {
    return this.options.recipes.get('music-from-text')?.input ?? {};
  }

  private get format(): string {
    return String(this.input.output_format ?? USUAL_FORMAT);
  }
}
