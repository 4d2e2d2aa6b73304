import * as v from 'valibot';
import { parse } from '#libs/platform/parsing';
import { optionalVendorCredits, vendorCredits } from '#libs/media/providers';
import type { MusicEvent } from '../music-event.js';
import { BadVendorStream } from './bad-vendor-stream.js';

const TEXT_MAX_CHARS = 500;
const TEXTS_MAX = 50;

export type VendorEvent =
  | { kind: 'relayed'; event: MusicEvent }
  | { kind: 'audio'; streamIndex: number; bytes: Buffer }
  | { kind: 'cost'; credits: number }
  | { kind: 'complete' }
  /** The whole event, unchecked; `credits` is what the vendor bills despite the error, if it says. */
  | { kind: 'error'; event: object; credits?: number | undefined; refusal?: 'content' | undefined }
  /** Of no use to our callers: the vendor's ids, and unknown types. */
  | { kind: 'ignored' };

const index = v.nullish(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99)), 0);
const place = { copy_index: index, prompt_index: index, stream_index: index };
/** Cut to size, but never within a character: strict readers would reject that as invalid text. */
const text = v.pipe(
  v.string(),
  v.transform((whole) => whole.slice(0, TEXT_MAX_CHARS).toWellFormed()),
);
const texts = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((list) => (Array.isArray(list) ? list.slice(0, TEXTS_MAX) : [])),
    v.array(text),
  ),
  [],
);
const base64 = v.pipe(v.string(), v.check(isBase64, 'must be Base64'));

/** What we read of a line, by its type. Only fields of our own format are copied, so that no vendor internals reach a caller. */
const EVENTS = {
  duration: v.object({ type: v.literal('duration'), duration_sec: v.pipe(v.number(), v.minValue(0)) }),
  titles: v.object({ type: v.literal('titles'), titles: texts, display_tags: texts, ...place }),
  title: v.object({ type: v.literal('title'), title: text, display_tags: texts, ...place }),
};
const audioChunk = v.object({ data: base64, stream_index: index });
const cost = v.object({ credits: vendorCredits });
const failure = v.object({
  credits: optionalVendorCredits,
  refusal: v.fallback(v.optional(v.literal('content')), undefined),
});
const anyEvent = v.looseObject({ type: v.optional(v.unknown()) }, 'must be an object');

type Reading = {
  /** From the vendor's words to ours. */
  translate?: (event: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Whether a line without sound that makes no sense is ignored. */
  isLenient?: boolean;
};

/** @throws BadVendorStream when the line is no event. */
export function readVendorLine(line: string, { translate, isLenient = false }: Reading = {}): VendorEvent {
  try {
    const event = read(anyEvent, parseJson(line));
    return eventOf(translate ? translate(event) : event);
  } catch (error) {
    if (isLenient && error instanceof BadVendorStream && !line.includes('audio_chunk'))
      return { kind: 'ignored' };
    throw error;
  }
}

function eventOf(event: Readonly<Record<string, unknown>>): VendorEvent {
  switch (event.type) {
    case 'duration':
    case 'title':
    case 'titles':
      return {
        kind: 'relayed',
        event: read<v.GenericSchema<unknown, MusicEvent>>(EVENTS[event.type], event),
      };
    case 'audio_chunk': {
      const { data, stream_index: streamIndex } = read(audioChunk, event);
      return { kind: 'audio', streamIndex, bytes: Buffer.from(data, 'base64') };
    }
    case 'cost': {
      // An invalid price is ignored: the music is there regardless.
      const { output, success } = v.safeParse(cost, event);
      return success ? { kind: 'cost', credits: output.credits } : { kind: 'ignored' };
    }
    case 'complete':
      return { kind: 'complete' };
    case 'error':
      return { kind: 'error', event, ...read(failure, event) };
    default:
      return { kind: 'ignored' };
  }
}

/** With or without padding. Nearly always it is what re-encoding its bytes gives; comparing is faster than checking each character. */
function isBase64(data: string): boolean {
  if (Buffer.from(data, 'base64').toString('base64') === data) return true;
  return data.length % 4 !== 1 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

function read<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const parsed = parse(schema, value, 'a line:');
  if (parsed.problems) throw new BadVendorStream(parsed.problems[0]);
  return parsed.output;
}

function parseJson(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return Array.isArray(value) ? null : value;
  } catch {
    throw new BadVendorStream('a line is not JSON');
  }
}
