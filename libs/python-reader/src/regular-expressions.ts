import { compilePattern, PATTERN_FLAGS } from './pattern-syntax.js';
import { spend } from './effort.js';
import type { LibraryRule } from './library-rule.js';
import type { Machine } from './machine.js';
import { argument, positional, orElse } from './arguments.js';
import { Native, PyInstance, PySequence, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** Texts beyond this are file contents, not names. */
const TEXT_MAX_CHARS = 500;

type Search = (expression: RegExp, call: Arguments, machine: Machine) => Value | undefined;

const SEARCHES: Record<string, Search> = {
  findall: (expression, call) => {
    const matches = allMatches(expression, textOf(call.positional[0]));
    return matches && new PySequence('list', matches.map(found));
  },
  search: (expression, call) => first(expression, textOf(call.positional[0]), () => true),
  match: (expression, call) => first(expression, textOf(call.positional[0]), ({ index }) => index === 0),
  fullmatch: (expression, call) => {
    const text = textOf(call.positional[0]);
    const whole = new RegExp(`(?:${expression.source})(?![\\s\\S])`, expression.flags);
    return first(whole, text, ({ index }) => index === 0);
  },
  sub: substituted,
};

function allMatches(expression: RegExp, text: string | undefined): RegExpExecArray[] | undefined {
  if (text === undefined || text.length > TEXT_MAX_CHARS) return undefined;
  spend(text.length);
  return [...scan(expression, text)];
}

/** All matches as Python finds them: after an empty one, a match that is not empty may start at the same place. */
function* scan(expression: RegExp, text: string): Iterable<RegExpExecArray> {
  const search = new RegExp(expression.source, expression.flags);
  for (let at = 0; at <= text.length;) {
    search.lastIndex = at;
    const match = search.exec(text);
    if (match === null) return;
    if (isInsidePair(text, match.index)) {
      at = match.index + 1;
      continue;
    }
    yield match;
    at = match.index + match[0].length;
    if (match[0] !== '') continue;
    const longer = nonEmptyAt(expression, text, at);
    if (longer !== null) yield longer;
    at += longer === null ? String.fromCodePoint(text.codePointAt(at) ?? 0).length : longer[0].length;
  }
}

/** Empty matches may fall between the two units of one character, where Python finds none. */
function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function nonEmptyAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  const consumed = [...text.slice(0, at)].length + 1;
  const advanced = `(?:${expression.source})(?<=(?<![\\s\\S])[\\s\\S]{${consumed},})`;
  const sticky = new RegExp(advanced, expression.flags.replace('g', 'y'));
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** What `findall` gives for one match: the text, its only group, or all groups. */
function found(match: RegExpExecArray): Value {
  const [whole, ...groups] = match;
  const texts = groups.map((group: string | undefined) => group ?? '');
  return texts.length === 0 ? whole : texts.length === 1 ? (texts[0] ?? '') : new PySequence('tuple', texts);
}

function first(
  expression: RegExp,
  text: string | undefined,
  fits: (match: RegExpExecArray) => boolean,
): Value | undefined {
  const matches = allMatches(expression, text);
  const match = matches?.find(fits);
  if (match !== undefined) return matchObject(match);
  return matches === undefined ? undefined : null;
}

function matchObject(match: RegExpExecArray): Value {
  const group = (key: Value | undefined): Value | undefined => {
    const held = typeof key === 'number' ? match[key] : match.groups?.[textOf(key) ?? ''];
    return held ?? null;
  };
  const several = ({ positional: keys }: Arguments) =>
    keys.length > 1
      ? new PySequence(
          'tuple',
          keys.map((key) => group(key) ?? null),
        )
      : group(keys[0] ?? 0);
  const object = new PyInstance('Match');
  const methods: Record<string, (call: Arguments) => Value | undefined> = {
    group: several,
    __getitem__: several,
    groups: () =>
      new PySequence(
        'tuple',
        match.slice(1).map((held: string | undefined) => held ?? null),
      ),
  };
  for (const [name, run] of Object.entries(methods))
    object.attributes.set(name, new Native(name, (call) => orElse(run(call), null)));
  return object;
}

function substituted(expression: RegExp, call: Arguments, machine: Machine): Value | undefined {
  const [replacement, source, count] = call.positional;
  const text = textOf(source);
  const template = textOf(replacement);
  if (text === undefined || text.length > TEXT_MAX_CHARS || count !== undefined || replacement === undefined)
    return undefined;
  spend(text.length);
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

function patternObject(pattern: string, expression: RegExp, machine: Machine): Value {
  const object = new PyInstance('Pattern');
  object.attributes.set('pattern', pattern);
  for (const [name, search] of Object.entries(SEARCHES)) {
    object.attributes.set(
      name,
      new Native(name, (call) =>
        orElse(search(expression, call, machine), machine.unknown(`the result of ${name}() of a pattern`)),
      ),
    );
  }
  return object;
}

/** Where the flags are among the arguments after the pattern. */
const FLAGS_AT: Record<string, number> = { sub: 3 };

function direct(name: string, search: Search): LibraryRule {
  return (call, machine) => {
    const [pattern, ...rest] = call.positional;
    const at = FLAGS_AT[name] ?? 1;
    const flags = orElse(rest[at], call.named.get('flags'));
    const named = new Map([...call.named].filter(([key]) => key !== 'flags'));
    const own = pattern instanceof PyInstance ? pattern.attributes.get(name) : undefined;
    if (own !== undefined) return machine.call(own, { ...call, positional: rest, named });
    const expression = compilePattern(textOf(pattern), flags);
    return (
      expression && search(expression, { positional: rest.slice(0, at), named, isOpen: call.isOpen }, machine)
    );
  };
}

/** The module `re` on short texts; patterns it has no equal for give values that are not known. */
export const PATTERN_RULES: Record<string, LibraryRule> = {
  ...Object.fromEntries(
    Object.entries(SEARCHES).map(([name, search]) => [`re.${name}`, direct(name, search)]),
  ),
  're.compile': (call, machine) => {
    const pattern = textOf(call.positional[0]);
    const expression = compilePattern(pattern, argument(call, 1, 'flags'));
    return expression && patternObject(pattern ?? '', expression, machine);
  },
  're.escape': ({ positional: [text] }) => textOf(text)?.replace(/[^\p{L}\p{N}_]/gu, '\\$&'),
};

/** The flags of `re` by their dotted paths. */
export const PATTERN_CONSTANTS: ReadonlyMap<string, Value> = new Map(
  Object.entries(PATTERN_FLAGS).map(([name, value]) => [`re.${name}`, value]),
);
