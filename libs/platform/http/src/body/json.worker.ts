import { move, transferableSymbol, valueSymbol } from 'piscina';
import { InvalidJson, InvalidRequest } from '#libs/platform/errors';
import { ownsItsMemory } from './body-bytes.js';
import { type PackedJson, packLongTexts } from './packed-json.js';
import { readStrictJson } from './strict-json.js';

/** What becomes of a body: its value, or why it is refused. */
export type JsonReply = PackedJson | { refusal: { isJson: boolean; message: string } };

/** Parses a large body; runs in a thread. */
export function parse(bytes: Uint8Array<ArrayBuffer>): unknown {
  const packed = attempt(bytes);
  const contents = 'refusal' in packed ? [] : packed.texts.flatMap(({ text }) => text.base64.bytes ?? []);
  const buffers = contents.filter(ownsItsMemory).map(({ buffer }) => buffer);
  return move({ [transferableSymbol]: buffers, [valueSymbol]: packed } as unknown as ArrayBuffer);
}

function attempt(bytes: Uint8Array<ArrayBuffer>): JsonReply {
  try {
    return packLongTexts(readStrictJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  } catch (error) {
    // Classes do not survive the way to another thread.
    const isJson = !(error instanceof InvalidJson);
    if (isJson && !(error instanceof InvalidRequest)) throw error;
    return { refusal: { isJson, message: error.message } };
  }
}
