import { addressMarks } from './hosts.js';
import { MARK } from './marks.js';

/** Where a text gives members to every object of a page, and whether these load or run something. */
export type Pollution = { readonly index: number; readonly isHarmful: boolean };

/** Data, whatever the name of its file. */
const DATA = /^[\s\ufeff]{0,100}[{[]/;
/** Data within code. */
const CODE_FILE = /\.(?:js|mjs|cjs|ts|html?|py)$/i;
const IN_CODE =
  /\\?"(?:__proto__\\?"\s{0,5}:|constructor\\?"\s{0,5}:\s{0,5}\{\s{0,5}\\?"prototype\\?"\s{0,5}:)\s{0,5}\{([^}]{0,400})/g;
/** The beginning of the text that the data stand in. */
const QUOTE = /["'`].{0,200}$/;
const QUOTE_CHARS = 202;
/** Names of members by which prototypes are reached, also with escapes for their letters. */
const NAMES_PROTOTYPE = /__proto__|"prototype"|\\u00(?:5f|6[3ef]|7[0-9])/i;
const JSON_CHARS_MAX = 4_000_000;
const PLACES_MAX = 500;
const DEPTH_MAX = 200;
/** Names of members by which something is loaded or run. */
const TELLING_NAME =
  /^(?:src|srcdoc|srcset|href|action|on\w+|(?:inner|outer)HTML|html|template|tag(?:Name)?|script\w*|url|exec\w*|shell)$/i;
const TELLING_TEXT = /^(?:script|iframe)$|<\w|\bjavascript:|\beval\b|\bfetch\(/i;
const PAIR = /\\?["']([\w$]{1,40})\\?["']\s{0,5}:\s{0,5}\\?["']([^"'\\]{0,300})/g;

/** The first place in a text by which objects get members that nobody gave them. */
export function pollutionOf(path: string, text: string): Pollution | undefined {
  if (!CODE_FILE.test(path)) return DATA.test(text) && NAMES_PROTOTYPE.test(text) ? inData(text) : undefined;
  if (!text.includes('__proto__') && !/\bconstructor\\?"/.test(text)) return undefined;
  for (const { 1: members = '', index } of [...text.matchAll(IN_CODE)].slice(0, PLACES_MAX))
    if (
      QUOTE.test(text.slice(Math.max(0, index - QUOTE_CHARS), index)) &&
      [...members.matchAll(PAIR)].some(([, name = '', value = '']) => isHarmful(name, value))
    )
      return { index, isHarmful: true };
  return undefined;
}

function inData(text: string): Pollution | undefined {
  if (text.length > JSON_CHARS_MAX) return undefined;
  let members: unknown;
  try {
    members = prototypeIn(JSON.parse(text.replace(/^\ufeff/, '')), 0);
  } catch {
    return undefined;
  }
  if (members === undefined) return undefined;
  const index = Math.max(0, text.search(/"(?:__proto__|constructor|[^"\n]{0,40}\\u00)/));
  return { index, isHarmful: tellsHarm(members, 0) };
}

/** What a value of JSON gives to the prototype of objects, wherever. */
function prototypeIn(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return undefined;
  const own: Record<string, unknown> = value as Record<string, unknown>;
  if (Object.hasOwn(own, '__proto__')) return own['__proto__'];
  const made = Object.hasOwn(own, 'constructor') ? own['constructor'] : undefined;
  if (typeof made === 'object' && made !== null && Object.hasOwn(made, 'prototype'))
    return (made as Record<string, unknown>)['prototype'];
  for (const each of Object.values(own)) {
    const found = prototypeIn(each, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function tellsHarm(members: unknown, depth: number): boolean {
  if (typeof members !== 'object' || members === null || depth > DEPTH_MAX) return false;
  return Object.entries(members).some(([name, value]) =>
    typeof value === 'string' ? isHarmful(name, value) : tellsHarm(value, depth + 1),
  );
}

/** Whether a member loads or runs something, or names another computer. */
export function isHarmful(name: string, value: string): boolean {
  return TELLING_NAME.test(name) || TELLING_TEXT.test(value) || (addressMarks(value) & MARK.noLibrary) !== 0;
}
