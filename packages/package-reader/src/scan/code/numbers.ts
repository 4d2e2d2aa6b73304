import { concatenated } from './texts.js';
import { isWhole, KEYS, MARK, marksOf, textValue, UNKNOWN, type Value } from './value.js';

/** What every number is known by. */
const NUMBER: Value = { marks: 0, path: '#' };
const ITEMS_MAX = 4_000;

export function numberValue(number: number, marks = 0): Value {
  return { marks, path: '#', number };
}

/** `12`, `0x1f` and `1_000`. */
export function parsedNumber(source: string): Value {
  const number = Number(source.replaceAll('_', '').toLowerCase());
  return Number.isSafeInteger(number) ? numberValue(number) : NUMBER;
}

/** The sum, difference and so on of two numbers; undefined when one is not known. */
export function calculated(sign: string, left: Value, right: Value): Value | undefined {
  const { number: a } = left;
  const { number: b } = right;
  if (a === undefined || b === undefined) return undefined;
  const number = resultOf(sign, a, b);
  if (number === undefined || !Number.isSafeInteger(number)) return undefined;
  return numberValue(number, left.marks | right.marks | (sign === '^' ? MARK.decoded : 0));
}

function resultOf(sign: string, a: number, b: number): number | undefined {
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '//':
      return b === 0 ? undefined : Math.floor(a / b);
    case '%':
      return b === 0 ? undefined : ((a % b) + b) % b;
    case '^':
      return a ^ b;
    case '&':
      return a & b;
    case '|':
      return a | b;
    case '<<':
      return b < 32 ? a * 2 ** b : undefined;
    case '>>':
      return Math.floor(a / 2 ** b);
    default:
      return undefined;
  }
}

/** `chr(number)` */
export function character({ number, marks }: Value): Value {
  if (number === undefined || number < 0 || number > 0x10ffff) return { marks: marks | MARK.decoded };
  return { marks: marks | MARK.decoded, text: String.fromCodePoint(number) };
}

/** `ord(text)` */
export function codeOf({ text, marks }: Value): Value {
  const number = text?.length === 1 ? text.codePointAt(0) : undefined;
  return number === undefined ? { ...NUMBER, marks } : numberValue(number, marks);
}

/** `bytes(numbers)` */
export function bytesOf(numbers: Value): Value {
  const items = numbers.items ?? [];
  const marks = marksOf(items) | numbers.marks | MARK.decoded;
  const isKnown = items.length > 0 && items.every(({ number }) => number !== undefined);
  return isKnown
    ? textValue(String.fromCharCode(...items.map(({ number = 0 }) => number & 0xff)), marks)
    : { marks };
}

/** `map(chr, numbers)` */
export function charactersOf(numbers: Value): Value {
  const items = numbers.items?.map(character);
  return { marks: numbers.marks | MARK.decoded, ...(items ? { items } : {}) };
}

/** `range(…)`, when it is short. */
export function rangeOf(given: readonly Value[]): Value {
  const [a, b, step = 1] = given.map(({ number }) => number);
  const [start, end] = given.length === 1 ? [0, a] : [a, b];
  if (start === undefined || end === undefined || step === 0 || given.length === 0) return NUMBER;
  const length = Math.ceil((end - start) / step);
  if (!(length >= 0 && length <= 256)) return NUMBER;
  return { marks: 0, items: Array.from({ length }, (_, at) => numberValue(start + at * step)) };
}

/** What a loop over a value meets one after the other; undefined when not all of it is known. */
export function membersOf(value: Value): readonly Value[] | undefined {
  const { items, names, marks } = value;
  if (items) return items.length <= ITEMS_MAX && items.every(isConstant) ? items : undefined;
  if (names && !value.methods) return [...names.keys()].map((name) => textValue(name, marks));
  if (!isWhole(value) || value.path !== undefined || value.text.length > ITEMS_MAX) return undefined;
  return value.isBytes === true
    ? [...value.text].map((each) => numberValue(each.charCodeAt(0), marks))
    : [...value.text].map((each) => textValue(each, marks));
}

/** Whether nothing about a value is unknown. */
export function isConstant(value: Value): boolean {
  return value.number !== undefined || isWhole(value) || (value.items?.every(isConstant) ?? false);
}

/** `sep.join(members)` */
export function joined(between: Value, members: Value | undefined): Value {
  if (!members) return UNKNOWN;
  const items = members.items ?? (members.text === undefined ? undefined : membersOf(members));
  const several = between.text !== '' && isOfKeys(members) ? MARK.keyName : 0;
  if (!items)
    return {
      marks: (between.marks & ~MARK.home) | members.marks | several | (between.text === '' ? MARK.pieced : 0),
    };
  const all = concatenated(items, between.text);
  return { ...all, marks: all.marks | several | (members.marks & MARK.decoded) };
}

/** Whether more than one key is in a list. */
function isOfKeys({ items, marks }: Value): boolean {
  return items
    ? new Set(items.map((item) => item.marks & (MARK.credential | KEYS)).filter((keys) => keys !== 0)).size >
        1
    : (marks & MARK.credential) !== 0;
}
