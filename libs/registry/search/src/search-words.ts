import { editDistance } from './edit-distance.js';
import { writtenKey } from './search-document.js';
import { withoutCommand } from './repository-path.js';
import { synonymsOf } from './search-synonyms.js';
import { NOISE_WORDS, squash, STOP_WORDS, tokenize, type Token } from './search-text.js';

export type SearchWords = {
  /** The whole text, in lower case. */
  readonly written: string;
  readonly whole: string;
  /** The whole text without noise, squashed. */
  readonly core: string;
  /** What has to match, without noise and stop words unless nothing else remains. */
  readonly units: readonly Token[];
  /** Whether it looks like a name: it has a noise word, or is one joined word. */
  readonly isName: boolean;
  /** The units in other words with the same meaning. */
  readonly synonyms: readonly (readonly Token[])[];
};

/** Most words of a long text that are looked for; the whole text still is. */
const UNITS_MAX = 10;
/** Most parts of one piece that are looked for. */
const PARTS_MAX = 8;

/** @returns undefined when the text has neither letters nor digits. */
export function parseSearchWords(text: string): SearchWords | undefined {
  const known = withoutCommand(text.slice(0, SEARCH_TEXT_MAX_CHARS));
  const all = tokenize(known);
  if (all.length === 0) return undefined;
  const meaningful = all.filter(({ whole }) => !isNoise(whole) && !STOP_WORDS.has(whole));
  const tokens = meaningful.length > 0 ? meaningful : all;
  const distinct = [...new Map(tokens.map((token) => [token.whole, token])).values()].slice(0, UNITS_MAX);
  const units = distinct.map(({ whole, parts }) => ({ whole, parts: usefulParts(parts) }));
  return {
    written: writtenKey(known),
    whole: squash(known),
    core: distinct.map(({ whole }) => whole).join(''),
    units,
    synonyms: synonymsOf(units),
    isName: all.some(({ whole }) => isNoise(whole)) || (units.length === 1 && units[0]?.parts.length !== 0),
  };
}

export function wordsOfUnits(units: readonly Token[]): string[] {
  return [...new Set(units.flatMap(({ whole, parts }) => [whole, ...parts]))];
}

/** Enough for the longest name; the rest of a text is ignored. */
const SEARCH_TEXT_MAX_CHARS = 1_000;

/** A noise word, also with a typing error, so that it does not hide the words that matter. */
function isNoise(word: string): boolean {
  if (NOISE_WORDS.has(word)) return true;
  return [...NOISE_WORDS].some(
    (noise) => noise.length >= LONG_NOISE_CHARS && editDistance(word, noise, 1) <= 1,
  );
}

/** One edit of a shorter noise word too often gives a different word. */
const LONG_NOISE_CHARS = 7;

function usefulParts(parts: readonly string[]): string[] {
  const meaningful = parts.filter((part) => !NOISE_WORDS.has(part) && !STOP_WORDS.has(part));
  return (meaningful.length > 0 ? meaningful : [...parts]).slice(0, PARTS_MAX);
}
