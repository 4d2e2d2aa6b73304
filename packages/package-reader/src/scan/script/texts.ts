import { MARK } from './marks.js';
import type { ScriptCall } from './observation.js';
import {
  composed,
  concatenated,
  dataMarks,
  HOLE,
  isWhole,
  type ScriptValue,
  UNKNOWN,
} from './script-value.js';

const ITEMS_MAX = 5_000;
const REPLACED_CHARS_MAX = 100_000;
const CODES = /^String\.from(?:CharCode|CodePoint)$/;

/** The letters of a constant text. */
export function itemsOfText(value: ScriptValue): ScriptValue[] | undefined {
  return isWhole(value) ? [...value.text.slice(0, ITEMS_MAX)].map((letter) => composed(letter)) : undefined;
}

/** Counts and letters of the addresses of wallets. */
const FINDS_WALLETS =
  /0x\)?(?:\[[^\]]{3,20}\]|\\w|\\p\{\w{1,20}\})\{40\}|\bbc1|\[13\]\[|\]\{2[5-9],3\d\}|T\[[^\]]{6,40}\]\{33\}|\]\{9[3-5]\}|\[1-9A-HJ-NP-Za-km-z\]\{3\d,4\d\}/;
const PATTERN_CHARS_MAX = 1_000;

export function findsWallets(pattern: string): boolean {
  return pattern.length < PATTERN_CHARS_MAX && FINDS_WALLETS.test(pattern);
}

/** A pattern that stands for one text only. */
export function literalPattern(pattern: string): ScriptValue {
  const text = pattern.replace(/\\([^\w\s])|[\\^$.*+?()[\]{}|]/g, (_, escaped?: string) => escaped ?? HOLE);
  return text.includes(HOLE) ? UNKNOWN : { marks: 0, text, path: 'RegExp()' };
}

/** What calls on constants give, as far as they are followed; undefined for others. */
export function constantCall(call: ScriptCall): ScriptValue | undefined {
  return decoderCall(call) ?? methodCall(call);
}

function decoderCall({ path, name, given, receiver }: ScriptCall): ScriptValue | undefined {
  const [first, second] = given;
  const marks = dataMarks(given);
  switch (path) {
    case 'atob':
      return decoded(first, (text) => Buffer.from(text, 'base64').toString('latin1'));
    case 'unescape':
    case 'decodeURIComponent':
    case 'decodeURI':
      return isWhole(first) && first.text.includes('%')
        ? composed(percentDecoded(first.text), dataMarks([first]) | MARK.unescaped)
        : { marks: marks | MARK.unescaped };
    case 'Buffer.from':
      return /^(?:base64|hex)/.test(second?.text ?? '')
        ? decoded(first, (text) =>
            Buffer.from(text, second?.text === 'hex' ? 'hex' : 'base64').toString('latin1'),
          )
        : undefined;
    case 'String':
      return first;
    case 'RegExp':
      return isWhole(first) && findsWallets(first.text) ? { marks: marks | MARK.walletPattern } : undefined;
    case 'Array.from': {
      const items = first?.items ?? (first && itemsOfText(first));
      return items && !second ? { marks, items } : undefined;
    }
    case 'Object.values':
      return first?.names && { marks, items: [...first.names.values()] };
    case 'Object.keys':
      return first?.names && { marks, items: [...first.names.keys()].map((key) => composed(key)) };
    case 'parseInt':
    case 'Number':
      return { marks };
  }
  if (CODES.test(path)) return codes(given, marks);
  if (name === 'decode' && receiver?.path === 'TextDecoder()')
    return isOfNumbers(first)
      ? codes(first.items, marks)
      : { marks: marks | (first?.path === 'Uint8Array.from()' ? MARK.decoded : MARK.unescaped) };
  return undefined;
}

function codes(given: readonly ScriptValue[], marks: number): ScriptValue {
  const numbers = given.map(({ text }) => Number(text ?? NaN));
  if (given.length === 0 || numbers.some((number) => !(number >= 0 && number <= 0x10ffff)))
    return { marks: marks | MARK.decoded };
  return composed(String.fromCodePoint(...numbers.slice(0, ITEMS_MAX)), marks | MARK.decoded);
}

function isOfNumbers(
  value: ScriptValue | undefined,
): value is ScriptValue & { readonly items: readonly ScriptValue[] } {
  return (
    value?.items !== undefined &&
    value.items.length > 0 &&
    value.items.every(({ text }) => /^\d{1,3}$/.test(text ?? ''))
  );
}

function decoded(value: ScriptValue | undefined, decode: (text: string) => string): ScriptValue {
  const marks = dataMarks([value]) | MARK.decoded;
  return isWhole(value) ? composed(decode(value.text), marks) : { marks };
}

function percentDecoded(text: string): string {
  return text.replace(/%u([0-9a-f]{4})|%([0-9a-f]{2})/gi, (_, long?: string, short?: string) =>
    String.fromCharCode(parseInt(long ?? short ?? '', 16)),
  );
}

function methodCall({ name, receiver, given, callee }: ScriptCall): ScriptValue | undefined {
  if (!receiver || callee.callee) return undefined;
  const { items } = receiver;
  if (items) return arrayMethod(name, receiver, items, given);
  return isWhole(receiver) ? textMethod(name, receiver, given) : undefined;
}

function arrayMethod(
  name: string,
  self: ScriptValue,
  items: readonly ScriptValue[],
  given: readonly ScriptValue[],
): ScriptValue | undefined {
  const [first] = given;
  switch (name) {
    case 'reverse':
      return { marks: self.marks | MARK.decoded, items: [...items].reverse() };
    case 'concat':
    case 'slice':
      return name === 'slice' && !first ? self : { marks: dataMarks([self, ...given]) };
    case 'map':
      return CODES.test(first?.path ?? '') ? { marks: self.marks | MARK.decoded } : undefined;
    case 'join': {
      if (items.length > ITEMS_MAX) return { marks: self.marks };
      const isHidden = first?.text === '' && items.length > 1 && items.every((item) => isWhole(item));
      return concatenated(
        items,
        first ? (first.text ?? HOLE) : ',',
        self.marks | (isHidden ? MARK.decoded : 0),
      );
    }
    default:
      return undefined;
  }
}

function textMethod(
  name: string,
  self: ScriptValue & { readonly text: string },
  given: readonly ScriptValue[],
): ScriptValue | undefined {
  const { text, marks } = self;
  const [first, second] = given;
  switch (name) {
    case 'toString': {
      const radix = Number(first?.text ?? 10);
      if (!(radix > 1 && radix <= 36 && radix !== 10)) return self;
      return composed(Number(text).toString(radix), radix > 16 ? MARK.decoded : 0);
    }
    case 'valueOf':
    case 'trim':
    case 'toLowerCase':
    case 'toUpperCase':
      return name === 'toLowerCase' ? { ...self, text: text.toLowerCase() } : self;
    case 'split':
      return isWhole(first)
        ? { marks: dataMarks([self]), items: text.split(first.text, ITEMS_MAX).map((part) => composed(part)) }
        : undefined;
    case 'concat':
      return concatenated([self, ...given], '', MARK.pieced);
    case 'slice':
    case 'substr':
    case 'substring': {
      const places = given.map(({ text: place }) => Number(place ?? NaN));
      if (places.some((place) => !Number.isInteger(place))) return undefined;
      return composed(text[name](places[0] ?? 0, places[1]), marks | MARK.pieced);
    }
    case 'replace':
    case 'replaceAll': {
      if (!isWhole(first) || !isWhole(second)) return { marks: dataMarks([self, ...given]) | MARK.unescaped };
      const most = (text.length / Math.max(1, first.text.length) + 1) * second.text.length;
      if (most > REPLACED_CHARS_MAX) return undefined;
      return composed(
        name === 'replace' && first.path === undefined
          ? text.replace(first.text, () => second.text)
          : text.replaceAll(first.text, () => second.text),
        marks | MARK.pieced,
      );
    }
    default:
      return undefined;
  }
}
