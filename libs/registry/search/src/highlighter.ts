import { editDistance } from './edit-distance.js';
import { formsOf } from './search-stems.js';
import { letterRuns, UNSPACED } from './search-text.js';
import { parseSearchWords, wordsOfUnits } from './search-words.js';

/** A piece of a text, and whether it matches. The pieces together are the text. */
export type Fragment = { readonly text: string; readonly isMatch: boolean };

type Range = readonly [start: number, end: number];

/** A shorter word matches whole words only, and beginnings of words in names. */
const BEGINNING_MIN_CHARS = 3;
/** From this length on, a word may differ by two edits. */
const TWO_EDITS_MIN_CHARS = 10;
const SEPARATOR = /[^\p{L}\p{M}\p{N}]/u;
const SHOWN_CHARS = 240;
/** How much of it comes before the first match. */
const LEAD_CHARS = 60;

/** Marks in texts what a search for some words finds there. Only for display: the index has its own rules. */
export class Highlighter {
  private readonly words: readonly string[];
  /** Other forms of the words, which match as a whole. */
  private readonly forms: ReadonlySet<string>;

  /** @param mayBeMisspelt Whether words within a typing error are marked too. */
  constructor(
    search: string,
    private readonly mayBeMisspelt: boolean,
  ) {
    const parsed = parseSearchWords(search);
    const words =
      parsed === undefined
        ? []
        : [parsed.core, parsed.whole, ...wordsOfUnits([...parsed.units, ...parsed.synonyms.flat()])];
    this.words = [...new Set(words)].filter((word) => word !== '');
    this.forms = new Set(words.flatMap(formsOf).filter((form) => !words.includes(form)));
  }

  /**
   * The text in pieces, some of which match; undefined when none does. A long text is cut to the part around the first match.
   * @param isName Whether beginnings of one or two letters count.
   */
  mark(text: string, isName = false): Fragment[] | undefined {
    const { plain, starts, places } = letterRuns(text);
    const ranges: Range[] = [];
    for (const word of [...this.words, ...this.forms]) {
      for (let at = plain.indexOf(word); at !== -1; at = plain.indexOf(word, at + 1)) {
        const end = at + word.length;
        if (!starts.has(at)) continue;
        const range = rangeOf(places, at, end);
        const isWhole = end === plain.length || starts.has(end);
        const isBeginning =
          UNSPACED.test(word) || (word.length >= BEGINNING_MIN_CHARS && isOneWord(text, range));
        if (isWhole || (!this.forms.has(word) && (isName || isBeginning))) ranges.push(range);
      }
    }
    if (ranges.length === 0 && this.mayBeMisspelt) ranges.push(...this.misspelt(plain, starts, places));
    return ranges.length === 0 ? undefined : fragmentsOf(text, merged(ranges));
  }

  private misspelt(plain: string, starts: ReadonlySet<number>, places: readonly Range[]): Range[] {
    const edges = [...starts, plain.length].sort((left, right) => left - right);
    return edges.slice(0, -1).flatMap((start, at) => {
      const own = plain.slice(start, edges[at + 1]);
      const isNear = this.words.some((word) => {
        const edits = word.length >= TWO_EDITS_MIN_CHARS ? 2 : 1;
        return word.length >= BEGINNING_MIN_CHARS && editDistance(word, own, edits) <= edits;
      });
      return isNear ? [rangeOf(places, start, start + own.length)] : [];
    });
  }
}

/** Where letters of the plain text are in the original text. */
function rangeOf(places: readonly Range[], start: number, end: number): Range {
  return [places[start]?.[0] ?? 0, places[end - 1]?.[1] ?? 0];
}

function isOneWord(text: string, [start, end]: Range): boolean {
  return !SEPARATOR.test(text.slice(start, end));
}

function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((left, right) => left[0] - right[0])) {
    const last = result.at(-1);
    if (last === undefined || range[0] > last[1]) result.push(range);
    else result[result.length - 1] = [last[0], Math.max(last[1], range[1])];
  }
  return result;
}

function fragmentsOf(text: string, ranges: readonly Range[]): Fragment[] {
  const { from, to } = shownPart(text, ranges[0]?.[0] ?? 0);
  const fragments: Fragment[] = [];
  const add = (piece: string, isMatch: boolean): void => {
    if (piece !== '') fragments.push({ text: piece, isMatch });
  };
  let at = from;
  let before = from > 0 ? '…' : '';
  for (const [start, end] of ranges) {
    if (start >= to) break;
    add(before + text.slice(at, start), false);
    add(text.slice(start, end), true);
    before = '';
    at = end;
  }
  add(text.slice(at, Math.max(at, to)) + (Math.max(at, to) < text.length ? '…' : ''), false);
  return fragments;
}

/** Cuts between words. */
function shownPart(text: string, firstMatch: number): { from: number; to: number } {
  if (text.length <= SHOWN_CHARS) return { from: 0, to: text.length };
  const lead = Math.max(0, firstMatch - LEAD_CHARS);
  const from =
    lead === 0 ? 0 : firstMatch - text.slice(lead, firstMatch).split(/\s/u).slice(1).join(' ').length;
  const end = Math.min(text.length, from + SHOWN_CHARS);
  const blank = text.lastIndexOf(' ', end);
  return { from, to: end === text.length || blank <= firstMatch ? end : blank };
}
