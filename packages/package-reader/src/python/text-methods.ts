import { spendChars, spendSearch } from './effort.js';
import type { Machine } from './machine.js';
import { formatTemplate } from './text.js';
import { native } from './library-rule.js';
import { argument } from './arguments.js';
import { PySequence, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';

type Method = (text: string, call: Arguments, machine: Machine) => Value | undefined;

const word = (call: Arguments, at: number): string | undefined => textOf(call.positional[at]);

function stripped(text: string, characters: string | undefined, sides: 'both' | 'left' | 'right'): string {
  const wanted = characters === undefined ? undefined : new Set(characters);
  const isStripped = (character: string) =>
    wanted === undefined ? /\s/.test(character) : wanted.has(character);
  const points = [...text];
  let [start, end] = [0, points.length];
  if (sides !== 'right') while (start < end && isStripped(points[start] ?? '')) start += 1;
  if (sides !== 'left') while (end > start && isStripped(points[end - 1] ?? '')) end -= 1;
  return points.slice(start, end).join('');
}

function title(text: string): string {
  return text.replace(
    /\p{L}+/gu,
    (letters) => letters.charAt(0).toUpperCase() + letters.slice(1).toLowerCase(),
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

function split(text: string, call: Arguments, isRight: boolean): Value {
  const separator = textOf(argument(call, 0, 'sep'));
  const limit = argument(call, 1, 'maxsplit');
  spendSearch(text, separator ?? ' ');
  const pieces =
    separator === undefined
      ? text.split(/\s+/).filter((piece) => piece !== '')
      : separator === ''
        ? [text]
        : text.split(separator);
  if (typeof limit !== 'number' || limit < 0 || pieces.length <= limit + 1)
    return new PySequence('list', pieces);
  const glue = separator ?? ' ';
  const cut = isRight ? pieces.length - limit : limit;
  const joined = isRight
    ? [pieces.slice(0, cut).join(glue), ...pieces.slice(cut)]
    : [...pieces.slice(0, cut), pieces.slice(cut).join(glue)];
  return new PySequence('list', joined);
}

function affix(text: string, call: Arguments, test: (affix: string) => boolean): Value | undefined {
  const [first] = call.positional;
  const options = first instanceof PySequence ? first.items.map(textOf) : [textOf(first)];
  for (const option of options) {
    spendChars(Math.min(option?.length ?? 0, text.length));
    if (option !== undefined && test(option)) return true;
  }
  return options.includes(undefined) ? undefined : false;
}

function replaceAll(text: string, call: Arguments): Value | undefined {
  const [from, to, limit] = [word(call, 0), word(call, 1), call.positional[2]];
  if (from === undefined || to === undefined || text.length * to.length > 50_000_000) return undefined;
  spendSearch(text, from);
  if (typeof limit !== 'number') return from === '' ? undefined : text.replaceAll(from, () => to);
  let rest = limit;
  return text.split(from).reduce((left, right) => left + ((rest -= 1) >= 0 ? to : from) + right);
}

function joined(text: string, call: Arguments, machine: Machine): Value | undefined {
  const found = machine.items(call.positional[0]);
  const pieces = found?.gap === undefined ? found?.items.map(textOf) : undefined;
  if (pieces === undefined || pieces.includes(undefined)) return undefined;
  for (const piece of pieces) spendChars(text.length + (piece?.length ?? 0));
  return pieces.join(text);
}

function place(text: string, sought = '\0', search: (sought: string) => number): number {
  spendSearch(text, sought);
  return search(sought);
}

const METHODS: Record<string, Method> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  title,
  capitalize: capitalized,
  strip: (text, call) => stripped(text, word(call, 0), 'both'),
  lstrip: (text, call) => stripped(text, word(call, 0), 'left'),
  rstrip: (text, call) => stripped(text, word(call, 0), 'right'),
  split: (text, call) => split(text, call, false),
  rsplit: (text, call) => split(text, call, true),
  splitlines: (text) => new PySequence('list', text.split(/\r\n|\r|\n/)),
  startswith: (text, call) => affix(text, call, (start) => text.startsWith(start)),
  endswith: (text, call) => affix(text, call, (end) => text.endsWith(end)),
  removeprefix: (text, call) =>
    text.startsWith(word(call, 0) ?? '') ? text.slice((word(call, 0) ?? '').length) : text,
  removesuffix: (text, call) =>
    text.endsWith(word(call, 0) ?? '') ? text.slice(0, text.length - (word(call, 0) ?? '').length) : text,
  replace: replaceAll,
  join: joined,
  format: (text, call) =>
    formatTemplate(text, (name) =>
      /^\d+$/.test(name) ? call.positional[Number(name)] : call.named.get(name),
    ),
  find: (text, call) => place(text, word(call, 0), (sought) => text.indexOf(sought)),
  rfind: (text, call) => place(text, word(call, 0), (sought) => text.lastIndexOf(sought)),
  isupper: (text) => text !== text.toLowerCase() && text === text.toUpperCase(),
  isdigit: (text) => /^\d+$/.test(text),
  isidentifier: (text) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text),
};

/** A method of str; undefined when str has no such method that the interpreter knows. */
export function textMethod(text: string, name: string, machine: Machine): Value | undefined {
  const method = METHODS[name];
  if (method === undefined) return undefined;
  const rule = (call: Arguments) => {
    spendChars(text.length);
    const result = method(text, call, machine);
    if (typeof result === 'string') spendChars(result.length);
    return result;
  };
  return native(name, machine, rule, `the result of ${name}() on a text`);
}
