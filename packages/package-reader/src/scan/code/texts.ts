import { inflateSync, gunzipSync } from 'node:zlib';

import { placeMarks } from './places.js';
import { HOLE, MARK, marksOf, textValue, UNKNOWN, type Value } from './value.js';

const DECODED_BYTES_MAX = 64 * 1024;
const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{1,3})|\r?\n|([\s\S]))/gi;
const SIMPLE_ESCAPES: Record<string, string> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
};

/** The text of a literal's content; letters written as numbers mark it as pieced. */
export function unescaped(source: string): Value {
  if (!source.includes('\\')) return composed(source);
  let marks = 0;
  const text = source.replace(
    ESCAPE,
    (whole, x?: string, u?: string, long?: string, octal?: string, simple?: string) => {
      const hex = x ?? u ?? long;
      const code = hex ? parseInt(hex, 16) : octal ? parseInt(octal, 8) : undefined;
      if (code === undefined)
        return simple === undefined ? '' : (SIMPLE_ESCAPES[simple] ?? (/[\w]/.test(simple) ? whole : simple));
      if (code > 0x10ffff) return whole;
      const character = String.fromCodePoint(code);
      if (/[a-z]/i.test(character)) marks = MARK.pieced;
      return character;
    },
  );
  return composed(text, marks);
}

/** A text with the marks of the places that it names. */
export function composed(text: string, marks = 0): Value {
  return textValue(text, marks | placeMarks(text));
}

/** Texts one after the other; pieced when all are constants. */
export function concatenated(values: readonly Value[], between = ''): Value {
  const marks = marksOf(values) & ~(MARK.home | MARK.loginPlace);
  if (values.every(({ text }) => text === undefined)) return { marks };
  const isConstant =
    values.length > 1 && values.every(({ text }) => text !== undefined && !text.includes(HOLE));
  const text = values.map(({ text: part = HOLE }) => part).join(between);
  const head = values.find(({ text: part = HOLE }) => /[^\s"']/.test(part))?.marks ?? 0;
  return { ...composed(text, marks | (isConstant ? MARK.pieced : 0)), head };
}

/** What a method of a known text gives; undefined for one that is not followed. */
export function textMethod(name: string, self: Value, given: readonly Value[]): Value | undefined {
  const { text = '' } = self;
  const [first, second] = given;
  switch (name) {
    case 'lower':
      return { ...self, text: text.toLowerCase() };
    case 'upper':
      return { ...self, text: text.toUpperCase() };
    case 'strip':
    case 'rstrip':
    case 'lstrip':
      return first ? undefined : { ...self, text: text.trim() };
    case 'encode':
    case 'decode':
      return first?.text !== undefined && decoderOf(first.text) ? decoded(decoderOf(first.text), self) : self;
    case 'replace':
      return first?.text && second?.text !== undefined && !first.text.includes(HOLE)
        ? composed(text.replaceAll(first.text, second.text), self.marks | MARK.pieced)
        : undefined;
    case 'format':
      return formatted(self, given);
    case 'split':
      return first?.text
        ? { marks: self.marks, items: text.split(first.text, 100).map((part) => composed(part)) }
        : undefined;
    default:
      return undefined;
  }
}

/** `'{}{}'.format(…)` and `'%s' % (…)`, by the order of what is given. */
export function formatted(self: Value, given: readonly Value[], place = /\{[^{}]{0,50}\}/g): Value {
  let at = 0;
  const isConstant =
    given.length > 0 && given.every(({ text }) => text !== undefined && !text.includes(HOLE));
  const text = (self.text ?? '').replace(place, () => given[at++]?.text ?? HOLE);
  return composed(text, self.marks | marksOf(given) | (isConstant ? MARK.pieced : 0));
}

export function reversed(self: Value): Value {
  if (self.text === undefined) return self;
  return composed([...self.text].reverse().join(''), self.marks | MARK.pieced | MARK.decoded);
}

export type Decoder = 'base64' | 'base32' | 'hex' | 'rot13' | 'inflate' | 'gunzip' | 'other';

/** The decoder that a codec's name stands for; undefined for character sets. */
export function decoderOf(codec: string): Decoder | undefined {
  const name = codec.toLowerCase().replaceAll(/[_-]/g, '');
  if (name.startsWith('base64')) return 'base64';
  if (name.startsWith('hex')) return 'hex';
  if (name.startsWith('rot13')) return 'rot13';
  if (name.startsWith('zlib') || name.startsWith('zip')) return 'inflate';
  return /^(?:bz2|uu|quopri)/.test(name) ? 'other' : undefined;
}

/** Decoded content, with its text when that is small and known. */
export function decoded(decoder: Decoder = 'other', value: Value = UNKNOWN): Value {
  const marks = value.marks | MARK.decoded;
  if (value.text === undefined || value.text.includes(HOLE)) return { marks };
  const text = decodedText(decoder, value.text);
  return text === undefined ? { marks } : composed(text, marks);
}

function decodedText(decoder: Decoder, text: string): string | undefined {
  const bytes = Buffer.from(text, 'latin1');
  const limit = { maxOutputLength: DECODED_BYTES_MAX };
  try {
    switch (decoder) {
      case 'base64':
        return Buffer.from(text, 'base64').toString('latin1');
      case 'hex':
        return Buffer.from(text.replaceAll(/\s/g, ''), 'hex').toString('latin1');
      case 'rot13':
        return text.replace(/[a-z]/gi, (letter) => {
          const from = letter <= 'Z' ? 65 : 97;
          return String.fromCharCode(((letter.charCodeAt(0) - from + 13) % 26) + from);
        });
      case 'inflate':
        return inflateSync(bytes, limit).toString('latin1');
      case 'gunzip':
        return gunzipSync(bytes, limit).toString('latin1');
      case 'base32':
      case 'other':
        return undefined;
    }
  } catch {
    // Not what it was said to be, or too large: decoded it is all the same.
    return undefined;
  }
}
