import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

import { placeMarks } from './places.js';
import { has, HOLE, MARK, marksOf, TEXT_MAX, textValue, UNKNOWN, type Value } from './value.js';

const PLACES_MAX = 20;
const PARTS_MAX = 1_000;
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
  const marks = marksOf(values) & ~(MARK.home | MARK.loginPlace | MARK.toolPlace | lostMarks(values));
  if (values.every(({ text }) => text === undefined)) return { marks };
  const isConstant =
    values.length > 1 && values.every(({ text }) => text !== undefined && !text.includes(HOLE));
  let text = '';
  for (const [at, { text: part = HOLE }] of values.entries()) {
    if (text.length > TEXT_MAX) break;
    text += at === 0 ? part : between + part;
  }
  const head = values.find(({ text: part = HOLE }) => /[^\s"']/.test(part))?.marks ?? 0;
  return { ...composed(text, marks | (isConstant ? MARK.pieced : 0)), head };
}

/** A path is below the folder with which it begins, whatever its end is taken from. */
function lostMarks(values: readonly Value[]): number {
  const [first, second] = values;
  const isKept = has(first, MARK.homeFile) || (has(first, MARK.home) && has(second, MARK.homeFile));
  return isKept ? 0 : MARK.homeFile;
}

const METHODS: Readonly<Record<string, (text: string) => string>> = {
  lower: (text) => text.toLowerCase(),
  casefold: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  swapcase: (text) =>
    text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase())),
};

/** What a method of a known text gives; undefined for one that is not followed. */
export function textMethod(name: string, self: Value, given: readonly Value[]): Value | undefined {
  const { text = '' } = self;
  const [first, second] = given;
  const simple = METHODS[name];
  if (simple) return { ...self, text: simple(text) };
  switch (name) {
    case 'strip':
    case 'rstrip':
    case 'lstrip':
      return stripped(name, self, first);
    case 'encode':
    case 'decode': {
      const decoder = first?.text === undefined ? undefined : decoderOf(first.text);
      return decoder ? decoded(decoder, self) : { ...self, isBytes: name === 'encode' };
    }
    case 'replace':
      return replaced(self, first, second);
    case 'translate':
      return translated(self, first);
    case 'format':
      return formatted(self, given);
    case 'split':
      return split(self, first);
    default:
      return undefined;
  }
}

function stripped(name: string, self: Value, letters: Value | undefined): Value | undefined {
  const { text = '' } = self;
  if (!letters) return { ...self, text: text.trim() };
  if (!letters.text || letters.text.includes(HOLE)) return undefined;
  let [start, end] = [0, text.length];
  while (name !== 'rstrip' && start < end && letters.text.includes(text.charAt(start))) start += 1;
  while (name !== 'lstrip' && start < end && letters.text.includes(text.charAt(end - 1))) end -= 1;
  return composed(text.slice(start, end), self.marks);
}

function replaced(self: Value, first: Value | undefined, second: Value | undefined): Value | undefined {
  const { text = '' } = self;
  if (!first?.text || second?.text === undefined) return undefined;
  if ((text.length / first.text.length) * second.text.length > TEXT_MAX) return undefined;
  return composed(text.replaceAll(first.text, second.text), self.marks | MARK.pieced);
}

function translated(self: Value, table: Value | undefined): Value {
  const { text = '' } = self;
  const marks = self.marks | MARK.pieced | MARK.decoded;
  const [from, to] = table?.items ?? [];
  if (from?.text === undefined || to?.text === undefined) return { marks };
  const letters = new Map([...from.text].map((letter, at) => [letter, to.text?.[at] ?? '']));
  return composed([...text].map((letter) => letters.get(letter) ?? letter).join(''), marks);
}

function split(self: Value, between: Value | undefined): Value | undefined {
  const { text = '' } = self;
  if (between && !between.text) return undefined;
  const parts = between?.text ? text.split(between.text, PARTS_MAX) : text.trim().split(/\s+/, PARTS_MAX);
  return { marks: self.marks, items: parts.map((part) => composed(part, self.marks & MARK.decoded)) };
}

/** `'{}{}'.format(…)` and `'%s' % (…)`, by the order of what is given. */
export function formatted(self: Value, given: readonly Value[], place = /\{[^{}]{0,50}\}/g): Value {
  let at = 0;
  const isConstant =
    given.length > 0 &&
    given.every(({ text, number }) => number !== undefined || (text !== undefined && !text.includes(HOLE)));
  const filled = (found: string): string => {
    const value = at < PLACES_MAX ? given[at] : undefined;
    at += 1;
    if (value?.number === undefined) return value?.text ?? HOLE;
    return found === '%c' || /:c\}$/.test(found)
      ? String.fromCodePoint(Math.min(Math.max(value.number, 0), 0xffff))
      : String(value.number);
  };
  const text = (self.text ?? '').replace(place, filled);
  return composed(text, self.marks | marksOf(given) | (isConstant ? MARK.pieced : 0));
}

export function reversed(self: Value): Value {
  const marks = self.marks | MARK.pieced | MARK.decoded;
  if (self.items) return { marks, items: [...self.items].reverse() };
  if (self.text === undefined) return self.marks === 0 ? self : { ...self, marks };
  return composed([...self.text].reverse().join(''), marks);
}

export type Decoder =
  'base64' | 'base32' | 'base85' | 'hex' | 'rot13' | 'inflate' | 'gunzip' | 'brotli' | 'escapes' | 'other';

/** The decoder that a codec's name stands for; undefined for character sets. */
export function decoderOf(codec: string): Decoder | undefined {
  const name = codec.toLowerCase().replaceAll(/[_-]/g, '');
  if (name.startsWith('base64')) return 'base64';
  if (name.startsWith('hex')) return 'hex';
  if (name.startsWith('rot13')) return 'rot13';
  if (name.startsWith('zlib') || name.startsWith('zip')) return 'inflate';
  if (/^(?:raw)?unicodeescape|^stringescape/.test(name)) return 'escapes';
  return /^(?:bz2|uu|quopri|punycode)/.test(name) ? 'other' : undefined;
}

/** Decoded content, with its text when that is small and known. */
export function decoded(decoder: Decoder = 'other', value: Value = UNKNOWN): Value {
  const marks = value.marks | MARK.decoded;
  if (value.text === undefined || value.text.includes(HOLE)) return { marks };
  const text = decodedText(decoder, value.text);
  if (!text) return { marks };
  return { ...composed(text, marks), isBytes: decoder !== 'rot13' && decoder !== 'escapes' };
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
        return inflated(bytes, limit).toString('latin1');
      case 'gunzip':
        return gunzipSync(bytes, limit).toString('latin1');
      case 'brotli':
        return brotliDecompressSync(bytes, limit).toString('latin1');
      case 'base32':
        return fromBase32(text);
      case 'base85':
        return fromBase85(text);
      case 'escapes':
        return unescaped(text).text;
      case 'other':
        return undefined;
    }
  } catch {
    // Not what it was said to be, or too large: decoded it is all the same.
    return undefined;
  }
}

/** With its header, or without as `zlib.decompress(data, -15)` reads it. */
function inflated(bytes: Buffer, limit: { readonly maxOutputLength: number }): Buffer {
  try {
    return inflateSync(bytes, limit);
  } catch {
    return inflateRawSync(bytes, limit);
  }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

function fromBase32(text: string): string {
  let bits = '';
  for (const letter of text.replace(/=+$/, '').toUpperCase())
    bits += BASE32.indexOf(letter).toString(2).padStart(5, '0');
  return (bits.match(/[01]{8}/g) ?? []).map((byte) => String.fromCharCode(parseInt(byte, 2))).join('');
}

/** As `base64.b85decode`. */
function fromBase85(text: string): string | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 5) {
    const group = text.slice(at, at + 5).padEnd(5, '~');
    let sum = 0;
    for (const letter of group) sum = sum * 85 + BASE85.indexOf(letter);
    bytes.push((sum >>> 24) & 0xff, (sum >>> 16) & 0xff, (sum >>> 8) & 0xff, sum & 0xff);
  }
  const unused = (5 - (text.length % 5)) % 5;
  return String.fromCharCode(...bytes.slice(0, bytes.length - unused));
}
