import { calculated } from './numbers.js';
import { composed, concatenated, formatted } from './texts.js';
import { HOLE, MARK, marksOf, UNKNOWN, type Value } from './value.js';

export const MEMBERS_MAX = 500;
const PLACE_IN_TEXT = /%[-\d.]{0,6}[srdc]/g;

/** What the same operator between values gives. */
export function operated(sign: string, values: readonly Value[]): Value {
  const [first = UNKNOWN, second = UNKNOWN] = values;
  if (first.number !== undefined) {
    const number = values
      .slice(1)
      .reduce<Value | undefined>((sum, each) => sum && calculated(sign, sum, each), first);
    if (number) return number;
  }
  if (sign === '+' && first.items)
    return {
      marks: marksOf(values),
      items: values.flatMap((each) => each.items ?? [{ marks: each.marks }]).slice(0, MEMBERS_MAX),
    };
  if (sign === '+') {
    const all = concatenated(values);
    return first.isBytes === true ? { ...all, isBytes: true } : all;
  }
  if (sign === '%' && first.text !== undefined && values.length === 2)
    return formatted(first, second.items ?? [second], PLACE_IN_TEXT);
  // What is divided by a text is a path.
  if (sign === '/' && (first.path === 'pathlib.Path()' || values.some(({ text }) => text !== undefined))) {
    const { marks, text = HOLE } = concatenated(values, '/');
    return { ...composed(text, marks & ~MARK.pieced), path: 'pathlib.Path()' };
  }
  if (sign === '*' && first.text !== undefined) return { marks: first.marks | letterMark(first.text) };
  return { marks: marksOf(values) | (sign === '^' ? MARK.decoded : 0) };
}

/** Whether a template makes letters of numbers. */
function letterMark(template: string): number {
  return /%c|:c\}/.test(template) ? MARK.decoded : 0;
}

/** `value[from:to:step]` with written numbers; undefined for another subscript. */
export function sliced(value: Value, source: string): Value | undefined {
  const [, from, to, step] = /^(-?\d{0,5}):(-?\d{0,5})(?::(-?\d{0,3}))?$/.exec(source) ?? [];
  if (from === undefined) return undefined;
  const every = step ? Number(step) : 1;
  const pick = <T>(all: readonly T[]): T[] => {
    const ordered =
      every < 0 ? [...all].reverse() : all.slice(from ? Number(from) : 0, to ? Number(to) : undefined);
    return ordered.filter((_, at) => at % Math.abs(every || 1) === 0);
  };
  const marks = value.marks | (every === 1 ? 0 : MARK.pieced | MARK.decoded);
  if (value.items) return { marks, items: pick(value.items) };
  if (value.text === undefined || value.text.includes(HOLE)) return { marks: value.marks };
  const text = composed(pick([...value.text]).join(''), marks);
  return value.isBytes === true ? { ...text, isBytes: true } : text;
}
