import type { Value } from './values.js';

/** The flags of Python's `re` that change which text matches: https://docs.python.org/3/library/re.html#flags (2026-11-21). */
export const PATTERN_FLAGS = {
  I: 2,
  IGNORECASE: 2,
  M: 8,
  MULTILINE: 8,
  S: 16,
  DOTALL: 16,
  U: 32,
  UNICODE: 32,
} as const;

const PATTERN_MAX_CHARS = 300;
const WORD = '\\p{L}\\p{N}_';
const BOUNDARY = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;
const END = '(?=\\n?(?![\\s\\S]))';

/** Escapes outside of brackets that JavaScript writes differently. */
const ESCAPES: Record<string, string> = {
  w: `[${WORD}]`,
  W: `[^${WORD}]`,
  d: '\\p{Nd}',
  D: '\\P{Nd}',
  b: BOUNDARY,
  A: '(?<![\\s\\S])',
  Z: '(?![\\s\\S])',
};
const BRACKET_ESCAPES: Record<string, string> = { w: WORD, d: '\\p{Nd}', D: '\\P{Nd}' };
/** Escapes that mean the same in both languages. */
const SHARED = /^(?:[nrtfvsS]|[1-9])$/;

/** A Python pattern as a JavaScript one; undefined when it has no equal, or could take very long. */
export function compilePattern(pattern: string | undefined, flags: Value | undefined): RegExp | undefined {
  const bits = flags ?? 0;
  if (pattern === undefined || pattern.length > PATTERN_MAX_CHARS || typeof bits !== 'number')
    return undefined;
  // A repeated group that repeats something inside may try exponentially many ways.
  if (/[+*}][^()]*\)[+*{]/.test(pattern)) return undefined;
  const inline = /^\(\?([ims]+)\)/.exec(pattern);
  const has = (name: 'i' | 'm' | 's', bit: number) =>
    (bits & bit) !== 0 || inline?.[1]?.includes(name) === true;
  const source = translated(pattern.slice(inline?.[0].length ?? 0), has('m', PATTERN_FLAGS.M));
  if (source === undefined) return undefined;
  const modes = `gu${has('i', PATTERN_FLAGS.I) ? 'i' : ''}${has('m', PATTERN_FLAGS.M) ? 'm' : ''}${has('s', PATTERN_FLAGS.S) ? 's' : ''}`;
  try {
    return new RegExp(source, modes);
  } catch {
    return undefined;
  }
}

function translated(pattern: string, isMultiline: boolean): string | undefined {
  let source = '';
  let isBracket = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at);
    const token = isBracket ? bracketToken(rest) : outsideToken(rest, isMultiline);
    if (token === undefined) return undefined;
    source += token.text;
    if (token.text === '[' || token.text === '[^') isBracket = true;
    if (isBracket && token.taken === ']') isBracket = false;
    at += token.taken.length - 1;
  }
  return isBracket ? undefined : source;
}

type Token = {
  readonly taken: string;
  readonly text: string;
};

function outsideToken(rest: string, isMultiline: boolean): Token | undefined {
  const group = /^\(\?P(?:<(\w+)>|=(\w+)\))/.exec(rest);
  if (group !== null)
    return { taken: group[0], text: group[1] === undefined ? `\\k<${group[2] ?? ''}>` : `(?<${group[1]}>` };
  if (/^\(\?[^:=!<]/.test(rest)) return undefined;
  const opening = /^\[\^?\]?/.exec(rest)?.[0];
  if (opening !== undefined) return opening.endsWith(']') ? undefined : { taken: opening, text: opening };
  if (rest.startsWith('\\')) return escapeToken(rest, ESCAPES, /[\^$\\.*+?()[\]{}|/]/);
  if (rest.startsWith('$') && !isMultiline) return { taken: '$', text: END };
  const counted = /^\{(\d*)(,?)(\d*)\}/.exec(rest);
  if (counted !== null && counted[0].length > 2)
    return { taken: counted[0], text: `{${counted[1] || '0'}${counted[2] ?? ''}${counted[3] ?? ''}}` };
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { taken: character, text: /[{}\]]/.test(character) ? `\\${character}` : character };
}

function bracketToken(rest: string): Token | undefined {
  if (rest.startsWith('\\')) return escapeToken(rest, BRACKET_ESCAPES, /[\^$\\.*+?()[\]{}|/-]/);
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { taken: character, text: character === '[' ? '\\[' : character };
}

function escapeToken(rest: string, known: Record<string, string>, special: RegExp): Token | undefined {
  const character = rest.charAt(1);
  const numeric = /^\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4})/.exec(rest)?.[0];
  if (numeric !== undefined) return { taken: numeric, text: numeric };
  const taken = rest.slice(0, 2);
  const text = known[character];
  if (text !== undefined) return { taken, text };
  if (SHARED.test(character) || special.test(character)) return { taken, text: taken };
  return /[\p{L}\p{N}]/u.test(character) || character === '' ? undefined : { taken, text: character };
}
