import { formsOf } from './search-stems.js';
import { SHORT_PREFIX_CHARS, type LexemeField } from './search-document.js';

/** In how many documents a term occurs, by field. */
export type FieldCounts = Readonly<Record<Exclude<LexemeField, 'w'>, number>>;

export type Term = {
  readonly term: string;
} & FieldCounts;

/** A word in this many documents fills pages alone; completing it would cost as much again for each longer word. */
const COMMON_ROWS = 1_000;
const COMMON_COMPLETIONS = 2;
/** Rarer forms of a word add almost no results. */
const FORMS_MAX = 6;
/** A more frequent word is spelt correctly. */
const RARE_ROWS = 500;

/** What the vocabulary says about the words of a query. */
export class KnownTerms {
  private readonly exact = new Map<string, Term>();
  private readonly completions = new Map<string, Term[]>();
  private readonly repairs = new Map<string, Term[]>();

  addExact(term: Term): void {
    this.exact.set(term.term, term);
  }

  addCompletion(word: string, term: Term): void {
    append(this.completions, word, term);
  }

  addRepair(word: string, term: Term): void {
    append(this.repairs, word, term);
  }

  /** The word itself, if the field has it. */
  exactTerms(field: keyof FieldCounts, word: string): Term[] {
    return this.inField(field, this.exact.get(word));
  }

  /** Its other grammatical forms that the field has, the most common first. */
  otherForms(field: keyof FieldCounts, word: string): Term[] {
    const known = formsOf(word).flatMap((form) => this.inField(field, this.exact.get(form)));
    return known.sort((left, right) => right[field] - left[field]).slice(0, FORMS_MAX);
  }

  completedTerms(field: keyof FieldCounts, word: string): Term[] {
    const short = field === 'n' ? this.inField(field, this.exact.get(`~${word}`)) : [];
    const longer = (this.completions.get(word) ?? []).filter((term) => term[field] > 0);
    const isCommon = (this.exact.get(word)?.[field] ?? 0) >= COMMON_ROWS;
    const completed = isCommon ? longer.slice(0, COMMON_COMPLETIONS) : longer;
    return short.length > 0 ? short : completed;
  }

  /** Words to read as misspelt: those that do not occur, or else the rare ones. */
  suspicious(words: readonly string[]): string[] {
    const rows = (word: string): number => Math.max(0, ...Object.values(this.countsOf(word)));
    const unknown = words.filter((word) => rows(word) === 0);
    return unknown.length > 0 ? unknown : words.filter((word) => rows(word) < RARE_ROWS);
  }

  /** Words of the field within a typing error of it. */
  repairedTerms(field: keyof FieldCounts, word: string): Term[] {
    return (this.repairs.get(word) ?? []).filter((term) => term[field] > 0);
  }

  private countsOf(word: string): Partial<FieldCounts> {
    const { n = 0, t = 0, a = 0, r = 0 } = this.exact.get(word) ?? {};
    return { n, t, a, r };
  }

  private inField(field: keyof FieldCounts, term: Term | undefined): Term[] {
    return term !== undefined && term[field] > 0 ? [term] : [];
  }
}

/** All entries of the vocabulary that {@link KnownTerms} may ask for by their exact spelling. */
export function spellingsToLookUp(word: string): string[] {
  const short = [...word].length <= SHORT_PREFIX_CHARS ? [`~${word}`] : [];
  return [word, ...formsOf(word), ...short];
}

function append(map: Map<string, Term[]>, key: string, term: Term): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [term]);
  else list.push(term);
}
