import { spend } from './effort.js';
import { type LibraryRule, native } from './library-rule.js';
import type { Machine } from './machine.js';
import { argument, positional } from './arguments.js';
import { Native, PyInstance, PySequence, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** Longer texts are file contents, not names. */
const TEXT_MAX_CHARS = 500;
const PATTERN_MAX_CHARS = 300;
/** In texts of one line in ASCII, letters, digits, ends and words are the same for both languages. */
const PLAIN = /^[\t\x20-\x7e]*$/;
/** Of a pattern: what JavaScript takes in its strict mode, and Python refuses or means otherwise. */
const OTHERWISE = /\(\?(?![:=!]|<[=!]|P<)|\\[1-9BckpPu]|\[\^?\]/;
/** A repeated group that repeats something inside may try exponentially many ways. */
const EXPONENTIAL = /[+*}][^()]*\)[+*{]/;

/** The flags of Python's `re`: https://docs.python.org/3/library/re.html#flags (2026-11-21). For one line in ASCII, one counts. */
const FLAGS = { I: 2, IGNORECASE: 2, M: 8, MULTILINE: 8, S: 16, DOTALL: 16, U: 32, UNICODE: 32 };
const KNOWN_FLAGS = 2 | 8 | 16 | 32;

/** A Python pattern as a JavaScript one; undefined when it has no equal, or could take very long. */
function compiled(pattern: string | undefined, flags: Value = 0): RegExp | undefined {
  if (pattern === undefined || pattern.length > PATTERN_MAX_CHARS || !PLAIN.test(pattern)) return undefined;
  if (OTHERWISE.test(pattern) || EXPONENTIAL.test(pattern)) return undefined;
  if (typeof flags !== 'number' || (flags & ~KNOWN_FLAGS) !== 0) return undefined;
  try {
    return new RegExp(pattern.replaceAll('(?P<', '(?<'), flags & FLAGS.I ? 'giu' : 'gu');
  } catch {
    return undefined;
  }
}

/** The result of a search in a text; undefined when it is not known. */
type Search = (expression: RegExp, text: string, call: Arguments, machine: Machine) => Value | undefined;

const SEARCHES: Record<string, Search> = {
  findall: (expression, text) => new PySequence('list', [...scan(expression, text)].map(found)),
  search: (expression, text) => first(expression, text),
  match: ({ source, flags }, text) => first(new RegExp(`^(?:${source})`, flags), text),
  fullmatch: ({ source, flags }, text) => first(new RegExp(`^(?:${source})$`, flags), text),
  sub: substituted,
};

/** All matches as Python finds them: after an empty one, a match that is not empty may start at the same place. */
function* scan({ source, flags }: RegExp, text: string): Iterable<RegExpExecArray> {
  const search = new RegExp(source, flags);
  for (let at = 0; at <= text.length;) {
    search.lastIndex = at;
    const match = search.exec(text);
    if (match === null) return;
    yield match;
    at = match.index + match[0].length;
    if (match[0] !== '') continue;
    const longer = new RegExp(`(?:${source})(?<=^.{${at + 1},})`, flags.replace('g', 'y'));
    longer.lastIndex = at;
    const next = longer.exec(text);
    if (next !== null) yield next;
    at += next?.[0].length ?? 1;
  }
}

/** What `findall` returns for one match: the text, its only group, or all groups. */
function found([whole, ...groups]: RegExpExecArray): Value {
  const texts = groups.map((group: string | undefined) => group ?? '');
  return texts.length > 1 ? new PySequence('tuple', texts) : (texts[0] ?? whole);
}

function first(expression: RegExp, text: string): Value {
  expression.lastIndex = 0;
  const match = expression.exec(text);
  return match === null ? null : matchObject(match);
}

function matchObject(match: RegExpExecArray): Value {
  const group = (key: Value): Value =>
    (typeof key === 'number' ? match[key] : match.groups?.[textOf(key) ?? '']) ?? null;
  const several = new Native('group', ({ positional: keys }) =>
    keys.length > 1 ? new PySequence('tuple', keys.map(group)) : group(keys[0] ?? 0),
  );
  const all = match.slice(1).map((held: string | undefined) => held ?? null);
  const object = new PyInstance('Match');
  object.attributes
    .set('group', several)
    .set('__getitem__', several)
    .set('groups', new Native('groups', () => new PySequence('tuple', all)));
  return object;
}

function substituted(expression: RegExp, text: string, call: Arguments, machine: Machine): Value | undefined {
  const [replacement = null, , count] = call.positional;
  const template = textOf(replacement);
  if (count !== undefined || call.named.size > 0) return undefined;
  let result = '';
  let from = 0;
  for (const match of scan(expression, text)) {
    const piece =
      template === undefined
        ? textOf(machine.call(replacement, positional(matchObject(match))))
        : expanded(template, match);
    if (piece === undefined) return undefined;
    spend(piece.length);
    result += text.slice(from, match.index) + piece;
    from = match.index + match[0].length;
  }
  return result + text.slice(from);
}

/** A replacement text with its references to groups filled in. */
function expanded(template: string, match: RegExpExecArray): string {
  return template.replace(
    /\\(?:g<(\w+)>|(\d{1,2})|([\s\S]))/g,
    (whole, name: string | undefined, digit: string | undefined, other: string | undefined) => {
      if (other !== undefined) return { n: '\n', t: '\t', '\\': '\\' }[other] ?? whole;
      const key = name ?? digit ?? '';
      return (/^\d+$/.test(key) ? match[Number(key)] : match.groups?.[key]) ?? '';
    },
  );
}

function searched(
  name: string,
  search: Search,
  expression: RegExp,
  call: Arguments,
  machine: Machine,
): Value | undefined {
  const text = textOf(call.positional[name === 'sub' ? 1 : 0]);
  if (text === undefined || text.length > TEXT_MAX_CHARS || !PLAIN.test(text)) return undefined;
  spend(text.length);
  return search(expression, text, call, machine);
}

function direct(name: string, search: Search): LibraryRule {
  return (call, machine) => {
    const [pattern = null, ...rest] = call.positional;
    const named = new Map([...call.named].filter(([key]) => key !== 'flags'));
    const own = pattern instanceof PyInstance ? pattern.attributes.get(name) : undefined;
    if (own !== undefined) return machine.call(own, { ...call, positional: rest, named });
    const at = name === 'sub' ? 3 : 1;
    const expression = compiled(textOf(pattern), rest[at] ?? call.named.get('flags'));
    return (
      expression &&
      searched(name, search, expression, { ...call, positional: rest.slice(0, at), named }, machine)
    );
  };
}

/** The module `re` on short texts; results without an equivalent in JavaScript are not known. */
export const PATTERN_RULES: Record<string, LibraryRule> = {
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([name, search]) => [`re.${name}`, direct(name, search)]),
  ),
  're.compile': (call, machine) => {
    const expression = compiled(textOf(call.positional[0]), argument(call, 1, 'flags'));
    if (expression === undefined) return undefined;
    const object = new PyInstance('Pattern');
    for (const [name, search] of Object.entries(SEARCHES)) {
      const rule = (given: Arguments) => searched(name, search, expression, given, machine);
      object.attributes.set(name, native(name, machine, rule));
    }
    return object;
  },
};

/** The flags of `re` by their dotted paths. */
export const PATTERN_CONSTANTS: ReadonlyMap<string, Value> = new Map(
  Object.entries(FLAGS).map(([name, value]) => [`re.${name}`, value]),
);
