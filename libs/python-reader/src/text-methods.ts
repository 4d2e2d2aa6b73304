import { spendChars, spendSearch } from './effort.js';
import { type Machine } from './machine.js';
import { formatTemplate } from './text.js';
import { argument, orElse } from './arguments.js';
import { Native, PyDict, PySequence, textOf, type Arguments, type Value } from './values.js';

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

function partition(text: string, separator: string | undefined, isRight: boolean): Value | undefined {
  if (separator === undefined || separator === '') return undefined;
  spendSearch(text, separator);
  const at = isRight ? text.lastIndexOf(separator) : text.indexOf(separator);
  if (at === -1) return new PySequence('tuple', isRight ? ['', '', text] : [text, '', '']);
  return new PySequence('tuple', [text.slice(0, at), separator, text.slice(at + separator.length)]);
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
  const found = machine.items(call.positional[0] ?? null);
  const pieces = found?.gap === undefined ? found?.items.map(textOf) : undefined;
  if (pieces === undefined || pieces.includes(undefined)) return undefined;
  for (const piece of pieces) spendChars(text.length + (piece?.length ?? 0));
  return pieces.join(text);
}

function aligned(call: Arguments, pad: (width: number, fill: string) => string): Value | undefined {
  const [width] = call.positional;
  return typeof width === 'number' && width <= 1_000 ? pad(width, word(call, 1) ?? ' ') : undefined;
}

/** What a replacement field such as `0[key].name` stands for. */
function reached(
  name: string,
  head: (name: string) => Value | undefined,
  machine: Machine,
): Value | undefined {
  const [first, ...steps] = name.split(/(?=[.[])/);
  let value = head(first ?? '');
  for (const step of steps) {
    const key = step.replace(/^[.[]|\]$/g, '');
    if (value === undefined) return undefined;
    if (step.startsWith('.')) value = machine.attribute(value, key);
    else if (value instanceof PyDict) value = value.get(key);
    else value = machine.items(value)?.items[Number(key)];
  }
  return value;
}

/** `translate` by a table of characters or code points. */
function translated(text: string, table: PyDict): Value | undefined {
  let result = '';
  for (const character of text) {
    const held = orElse(table.get(character.codePointAt(0) ?? 0), table.get(character));
    if (held === undefined) result += character;
    else if (typeof held === 'number') result += String.fromCodePoint(held);
    else if (held !== null) {
      const replacement = textOf(held);
      if (replacement === undefined) return undefined;
      spendChars(replacement.length);
      result += replacement;
    }
  }
  return result;
}

/** `str.maketrans`. */
export function translationTable({ positional: [from, to, removed] }: Arguments): Value | undefined {
  if (from instanceof PyDict) return from;
  const [source, target] = [[...(textOf(from) ?? '')], [...(textOf(to) ?? '')]];
  if (textOf(from) === undefined || textOf(to) === undefined || source.length !== target.length)
    return undefined;
  spendChars(source.length + (textOf(removed)?.length ?? 0));
  const table = new PyDict();
  source.forEach((character, at) => table.set(character, target[at] ?? null));
  for (const character of textOf(removed) ?? '') table.set(character, null);
  return table;
}

function place(text: string, sought = '\0', search: (sought: string) => number): number {
  spendSearch(text, sought);
  return search(sought);
}

const METHODS: Record<string, Method> = {
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  casefold: (text) => text.toLowerCase(),
  title,
  capitalize: capitalized,
  swapcase: (text) =>
    [...text].map((c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join(''),
  strip: (text, call) => stripped(text, word(call, 0), 'both'),
  lstrip: (text, call) => stripped(text, word(call, 0), 'left'),
  rstrip: (text, call) => stripped(text, word(call, 0), 'right'),
  split: (text, call) => split(text, call, false),
  rsplit: (text, call) => split(text, call, true),
  splitlines: (text) => new PySequence('list', text.split(/\r\n|\r|\n/)),
  partition: (text, call) => partition(text, word(call, 0), false),
  rpartition: (text, call) => partition(text, word(call, 0), true),
  startswith: (text, call) => affix(text, call, (start) => text.startsWith(start)),
  endswith: (text, call) => affix(text, call, (end) => text.endsWith(end)),
  removeprefix: (text, call) =>
    text.startsWith(word(call, 0) ?? '') ? text.slice((word(call, 0) ?? '').length) : text,
  removesuffix: (text, call) =>
    text.endsWith(word(call, 0) ?? '') ? text.slice(0, text.length - (word(call, 0) ?? '').length) : text,
  replace: replaceAll,
  join: joined,
  format: (text, call, machine) =>
    formatTemplate(text, (name) =>
      reached(
        name,
        (head) => (/^\d+$/.test(head) ? call.positional[Number(head)] : call.named.get(head)),
        machine,
      ),
    ),
  format_map: (text, { positional: [dict] }, machine) =>
    dict instanceof PyDict
      ? formatTemplate(text, (name) => reached(name, (head) => dict.get(head), machine))
      : undefined,
  translate: (text, { positional: [table] }) =>
    table instanceof PyDict && table.gaps.size === 0 ? translated(text, table) : undefined,
  center: (text, call) => {
    const [width, fill] = [call.positional[0], word(call, 1) ?? ' '];
    if (typeof width !== 'number' || width > 1_000 || [...fill].length !== 1) return undefined;
    const missing = Math.max(0, width - text.length);
    // Python puts the odd character to the left only when the width is odd.
    const left = Math.floor(missing / 2) + (missing & width & 1);
    return fill.repeat(left) + text + fill.repeat(missing - left);
  },
  ljust: (text, call) => aligned(call, (width, fill) => text.padEnd(width, fill)),
  rjust: (text, call) => aligned(call, (width, fill) => text.padStart(width, fill)),
  encode: (text) => text,
  decode: (text) => text,
  isspace: (text) => /^\s+$/.test(text),
  find: (text, call) => place(text, word(call, 0), (sought) => text.indexOf(sought)),
  rfind: (text, call) => place(text, word(call, 0), (sought) => text.lastIndexOf(sought)),
  count: (text, call) => {
    const sought = word(call, 0);
    return sought ? place(text, sought, () => text.split(sought).length - 1) : undefined;
  },
  zfill: (text, call) =>
    typeof call.positional[0] === 'number'
      ? text.padStart(Math.min(call.positional[0], 1_000), '0')
      : undefined,
  isupper: (text) => text !== text.toLowerCase() && text === text.toUpperCase(),
  islower: (text) => text !== text.toUpperCase() && text === text.toLowerCase(),
  isdigit: (text) => /^\d+$/.test(text),
  isalpha: (text) => /^\p{L}+$/u.test(text),
  isalnum: (text) => /^[\p{L}\p{N}]+$/u.test(text),
  isidentifier: (text) => /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text),
};

/** A method of str; undefined when str has no such method that the interpreter knows. */
export function textMethod(text: string, name: string, machine: Machine): Value | undefined {
  const method = METHODS[name];
  if (method === undefined) return undefined;
  return new Native(name, (call) => {
    spendChars(text.length);
    const result = method(text, call, machine);
    if (typeof result === 'string') spendChars(result.length);
    return orElse(result, machine.unknown(`the result of ${name}() on a text`));
  });
}
