import { hash } from 'node:crypto';
import { countCharacters } from './count-characters.js';
import { type Base64Content, readBase64 } from './base64.js';

/** Only pictures are longer: no other field of any route takes as many characters, each of which may be two units. */
const LONG_UNITS = 2 * 1024 * 1024;
/** Longer than any URL that is taken. */
const HEAD_UNITS = 4_096;

/** A text of a large body that is too long for the event loop, as the thread that parsed the body has read it. */
export class LongText {
  private constructor(
    /** In characters (Unicode code points). */
    readonly length: number,
    readonly head: string,
    /** Of the whole text, in hexadecimal. */
    readonly sha256: string,
    readonly base64: Base64Content,
  ) {}

  static isLong(text: string): boolean {
    return text.length > LONG_UNITS;
  }

  static of(text: string): LongText {
    return new LongText(
      countCharacters(text),
      text.slice(0, HEAD_UNITS),
      hash('sha256', text),
      readBase64(text),
    );
  }

  /** The same after its way from another thread, where it lost its class. */
  static from({ length, head, sha256, base64 }: LongText): LongText {
    const { byteLength, bytes } = base64;
    if (!bytes) return new LongText(length, head, sha256, base64);
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new LongText(length, head, sha256, { byteLength, bytes: buffer });
  }
}
