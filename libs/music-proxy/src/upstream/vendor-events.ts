import type { MusicEvent, StreamPlace } from '../music-event.js';
import { BadVendorStream } from './bad-vendor-stream.js';

/** Source: completions §4. */
const CHUNK_MAX_BYTES = 64 * 1024;
const TEXT_MAX_CHARS = 500;
const TEXTS_MAX = 50;
const NOT_BASE64 = /[^A-Za-z0-9+/=]/;

/** What a line of the vendor says to us. */
export type VendorEvent =
  | { kind: 'relayed'; event: MusicEvent }
  | { kind: 'audio'; streamIndex: number; bytes: Buffer }
  | { kind: 'complete' }
  /** The whole event, unchecked. */
  | { kind: 'error'; event: object }
  /** Of no use to our callers: the vendor's own ids and prices, and types that we do not know. */
  | { kind: 'ignored' };

/**
 * Reads a line of the vendor. Only fields that our format has are taken over, so that nothing of the vendor's own
 * reaches a caller.
 * @throws BadVendorStream when it is no event.
 */
export function readVendorLine(line: string): VendorEvent {
  const event = parseObject(line);
  switch (event.type) {
    case 'duration':
      return {
        kind: 'relayed',
        event: { type: 'duration', duration_sec: number(event.duration_sec, 'duration_sec') },
      };
    case 'title':
      return {
        kind: 'relayed',
        event: {
          type: 'title',
          title: text(event.title),
          display_tags: texts(event.display_tags),
          ...place(event),
        },
      };
    case 'titles':
      return {
        kind: 'relayed',
        event: {
          type: 'titles',
          titles: texts(event.titles),
          display_tags: texts(event.display_tags),
          ...place(event),
        },
      };
    case 'audio_chunk':
      return { kind: 'audio', streamIndex: index(event.stream_index), bytes: base64(event.data) };
    case 'complete':
      return { kind: 'complete' };
    case 'error':
      return { kind: 'error', event };
    default:
      return { kind: 'ignored' };
  }
}

/** The audio as events of ours, none with more than 64 KiB. */
export function* audioEvents(streamIndex: number, bytes: Buffer): Generator<MusicEvent> {
  for (let start = 0; start < bytes.length; start += CHUNK_MAX_BYTES) {
    const data = bytes.subarray(start, start + CHUNK_MAX_BYTES).toString('base64');
    yield { type: 'audio_chunk', stream_index: streamIndex, data };
  }
}

function parseObject(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new BadVendorStream('a line is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new BadVendorStream('a line is not an object');
  return value as Record<string, unknown>;
}

function place(event: Record<string, unknown>): StreamPlace {
  return {
    copy_index: index(event.copy_index),
    prompt_index: index(event.prompt_index),
    stream_index: index(event.stream_index),
  };
}

function index(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 100) return value;
  throw new BadVendorStream('an index is not a small whole number');
}

function number(value: unknown, name: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new BadVendorStream(`${name} is not a number`);
}

/** Cut to size; half a character, cut or sent so, would be no text for callers who read strictly. */
function text(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, TEXT_MAX_CHARS).toWellFormed();
  throw new BadVendorStream('a text is missing');
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.slice(0, TEXTS_MAX).map(text) : [];
}

function base64(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 4 !== 0 || NOT_BASE64.test(value))
    throw new BadVendorStream('audio is not Base64');
  return Buffer.from(value, 'base64');
}
