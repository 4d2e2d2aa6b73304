import { editDistance } from './edit-distance.js';
import { allOf, anyOf, covered, lexeme, type LexemeQuery } from './lexeme-query.js';
import { STEPS_PER_DOUBLING } from './popularity.js';
import { parseRepositoryPath } from './repository-path.js';
import { coreLexeme, hostWord, wholeLexeme, writtenLexeme, type LexemeField } from './search-document.js';
import type { FieldCounts, KnownTerms, Term } from './search-terms.js';
import { squash, type Token } from './search-text.js';
import type { SearchWords } from './search-words.js';
import type { NameSpelling } from './vocabulary-lookup.js';

/** How much a document's word may differ from the typed word. */
export type Reach = 'exact' | 'forms' | 'completed' | 'repaired';

/** Best first; each row belongs to the first tier that matches it. */
export type Tiers = readonly LexemeQuery[];

/** Assumed number of rows that share one whole name or value. */
const SAME_WHOLE = 5;

/**
 * Steps of popularity that a row gains for a match in a whole name (without noise), author or app node, in the beginning of
 * a name, in a name, and in a text: as much as 16, 8, 4 and 2 times the stars. So a little-known node stays behind a much
 * better known one, even if its name repeats the words.
 */
const BONUS = {
  whole: 4 * STEPS_PER_DOUBLING,
  beginning: 3 * STEPS_PER_DOUBLING,
  name: 2 * STEPS_PER_DOUBLING,
  text: STEPS_PER_DOUBLING,
  anything: 0,
};

/** The tiers of keywords as they were typed. */
export type KeywordTiers = {
  /** The exact repository, name or id. */
  readonly exact: Tiers;
  readonly precise: PreciseTiers;
  /** Beginnings of names and authors, names, texts, and the rest, ordered by popularity and bonus together. */
  readonly mixed: Tiers;
};

/** What shows that a single node was meant: see `TierReader.findMeant`. */
export type PreciseTiers = {
  /** Whether a single word was typed. */
  readonly isSingle: boolean;
  /** The whole name without noise, and the whole author. */
  readonly whole: Tiers;
  /** All words in the name: each as typed, or by its parts, or completed to longer words. */
  readonly names: readonly [joined?: LexemeQuery, exact?: LexemeQuery, completed?: LexemeQuery];
  /** All words in the text, as typed. */
  readonly text: LexemeQuery | undefined;
  /** The same with other forms of the words, and with synonyms. */
  readonly forms: LexemeQuery | undefined;
};

export function keywordTiers(
  words: SearchWords,
  terms: KnownTerms,
  completedKeys: readonly string[],
): KeywordTiers {
  const { units, synonyms, isName } = words;
  const readings = [units, ...synonyms];
  const inReadings = (match: (word: string) => LexemeQuery | undefined): LexemeQuery | undefined =>
    anyOf(readings.map((own) => all(own, match)));
  const core = lexeme(coreLexeme(words.core), SAME_WHOLE);
  const author = lexeme(wholeLexeme('w', words.whole), SAME_WHOLE);
  const exact = exactTiers(words, isName ? core : undefined);
  const forms = inReadings((word) => inField('t', word, terms, 'forms'));
  const precise = preciseTiers(units, terms, isName ? [author] : [core, author], forms);
  const mixed = present([
    withBonus(BONUS.whole, anyOf([core, author, lexeme(wholeLexeme('a', words.whole), SAME_WHOLE)])),
    withBonus(
      BONUS.beginning,
      anyOf([
        ...completedKeys.map((key) => lexeme(coreLexeme(key), SAME_WHOLE)),
        beginningOfName(units, terms),
      ]),
    ),
    withBonus(BONUS.name, covered(nameOrAuthor(units, terms))),
    withBonus(BONUS.text, covered(forms)),
    withBonus(
      BONUS.anything,
      inReadings((word) => anywhere(word, terms, 'completed')),
    ),
  ]);
  return { exact, precise, mixed };
}

function exactTiers({ written, whole }: SearchWords, core: LexemeQuery | undefined): Tiers {
  return present([
    theRepository(written),
    lexeme(writtenLexeme('n', written), SAME_WHOLE),
    lexeme(wholeLexeme('n', whole), SAME_WHOLE),
    core,
  ]).map((query) => ({ ...query, isExact: true }));
}

function preciseTiers(
  units: readonly Token[],
  terms: KnownTerms,
  whole: Tiers,
  forms: LexemeQuery | undefined,
): PreciseTiers {
  const joined = allOf(units.map((unit) => inField('n', unit.whole, terms, 'exact')));
  const inName = (reach: Reach): LexemeQuery | undefined =>
    all(units, (word) => inField('n', word, terms, reach));
  return {
    isSingle: units.length === 1,
    whole,
    names: [joined, inName('exact'), inName('completed')],
    text: all(units, (word) => inField('t', word, terms, 'exact')),
    forms,
  };
}

function nameOrAuthor(units: readonly Token[], terms: KnownTerms): LexemeQuery | undefined {
  return all(units, (word) => anyOf([inField('n', word, terms, 'exact'), who(word, terms)]));
}

/** Whole names within one typing error, then names and texts with repaired words. */
export function repairedKeywordTiers(
  words: SearchWords,
  terms: KnownTerms,
  repairedNames: readonly NameSpelling[],
): Tiers {
  const { units } = words;
  const written = repairedNames.filter(({ name }) => editDistance(name, words.written, 1) <= 1);
  return present([
    anyOf(written.map(({ name }) => lexeme(writtenLexeme('n', name), SAME_WHOLE))),
    anyOf(repairedNames.map(({ key }) => lexeme(coreLexeme(key), SAME_WHOLE))),
    covered(all(units, (word) => inField('n', word, terms, 'repaired'))),
    all(units, (word) => anywhere(word, terms, 'repaired')),
  ]);
}

/** For a query of several words of which no document has all: all but one of them. */
export function relaxedKeywordTiers(words: SearchWords, terms: KnownTerms): Tiers {
  const units = words.units.map((unit) => all([unit], (word) => anywhere(word, terms, 'repaired')));
  if (units.length < 2) return [];
  return present([anyOf(units.map((_, left) => allOf(units.filter((__, at) => at !== left))))]);
}

/** The exact repository, then those whose owner and name have all the words, or whose host is the whole query. */
export function repositoryTiers(
  address: string,
  units: readonly Token[],
  terms: KnownTerms,
  reach: Reach,
): Tiers {
  const { full, path, host } = parseRepositoryPath(address);
  const isAlone = host !== '' && path === host;
  return present([
    lexeme(writtenLexeme('r', full), SAME_WHOLE),
    lexeme(wholeLexeme('r', squash(path)), SAME_WHOLE),
    covered(all(units, (word) => inField('r', word, terms, 'exact'))),
    anyOf([
      all(units, (word) => inField('r', word, terms, reach)),
      isAlone ? inField('r', hostWord(host), terms, reach) : undefined,
    ]),
  ]);
}

/** The exact app node, then packages whose app nodes have all the words. */
export function appNodeTiers(words: SearchWords, terms: KnownTerms, reach: Reach): Tiers {
  return present([
    lexeme(wholeLexeme('a', words.whole), SAME_WHOLE),
    covered(all(words.units, (word) => inField('a', word, terms, 'exact'))),
    all(words.units, (word) => inField('a', word, terms, reach)),
  ]);
}

export function tagTiers(tag: string, terms: KnownTerms): Tiers {
  return present(terms.exactTerms('t', tag).map(({ t }) => lexeme(`t${tag}`, t)));
}

/** The repository of a typed address; undefined for any other text. */
function theRepository(written: string): LexemeQuery | undefined {
  if (!written.includes('/') || /\s/u.test(written)) return undefined;
  const { full, path } = parseRepositoryPath(written);
  return full === path ? undefined : lexeme(writtenLexeme('r', full), SAME_WHOLE);
}

/** The first unit begins a name, and the others are in it. */
function beginningOfName([first, ...rest]: readonly Token[], terms: KnownTerms): LexemeQuery | undefined {
  if (first === undefined) return undefined;
  const beginning = inField('n', first.whole, terms, 'completed', 'n^');
  return rest.length === 0
    ? beginning
    : allOf([beginning, all(rest, (word) => inField('n', word, terms, 'completed'))]);
}

/** All units must match, each as typed or by all of its parts. */
function all(
  units: readonly Token[],
  match: (word: string) => LexemeQuery | undefined,
): LexemeQuery | undefined {
  return allOf(
    units.map(({ whole, parts }) =>
      anyOf([match(whole), parts.length > 0 ? allOf(parts.map(match)) : undefined]),
    ),
  );
}

function inField(
  field: keyof FieldCounts,
  word: string,
  terms: KnownTerms,
  reach: Reach,
  prefix: string = field,
): LexemeQuery | undefined {
  return anyOf(
    termsNear(field, word, terms, reach).map((term) => lexeme(`${prefix}${term.term}`, term[field])),
  );
}

function anywhere(word: string, terms: KnownTerms, reach: Reach): LexemeQuery | undefined {
  return anyOf([inText(word, terms, reach), inField('a', word, terms, reach)]);
}

/** The words of texts include those of names: only completions that occur in names alone are looked for there too. */
function inText(word: string, terms: KnownTerms, reach: Reach): LexemeQuery | undefined {
  const ownTerms = termsNear('t', word, terms, reach);
  const nameTerms = termsNear('n', word, terms, reach).filter((term) => !ownTerms.includes(term));
  return anyOf([
    ...ownTerms.map((term) => lexeme(`t${term.term}`, term.t)),
    ...nameTerms.map((term) => lexeme(`n${term.term}`, term.n)),
  ]);
}

function termsNear(field: keyof FieldCounts, word: string, terms: KnownTerms, reach: Reach): Term[] {
  const found: Term[] = terms.exactTerms(field, word);
  if (reach !== 'exact') found.push(...terms.otherForms(field, word));
  if (reach === 'completed' || reach === 'repaired') found.push(...terms.completedTerms(field, word));
  if (reach === 'repaired') found.push(...terms.repairedTerms(field, word));
  return found;
}

/** Authors are not counted separately: their words count among those of the text. */
function who(word: string, terms: KnownTerms): LexemeQuery | undefined {
  const field: LexemeField = 'w';
  return anyOf(terms.exactTerms('t', word).map((term) => lexeme(`${field}${term.term}`, term.t)));
}

function withBonus(bonus: number, query: LexemeQuery | undefined): LexemeQuery | undefined {
  return query && { ...query, bonus };
}

function present(queries: readonly (LexemeQuery | undefined)[]): LexemeQuery[] {
  return queries.filter((query) => query !== undefined);
}
