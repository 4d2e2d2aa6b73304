import { declaredAccelerators, declaredOs } from './platform-names.js';
import { popularityOf, type PopularityFacts } from './popularity.js';
import { parseRepositoryPath } from './repository-path.js';
import {
  coreKey,
  digitParts,
  isAscii,
  NOISE_WORDS,
  squash,
  tokenize,
  wordsOf,
  WORD_MAX_CHARS,
  UNSPACED,
} from './search-text.js';

/** What the search knows about a node that is neither deleted nor hidden. */
export type NodeSearchDocument = PopularityFacts & {
  /** As written; looked up without regard to case. */
  readonly id: string;
  readonly name: string;
  readonly author: string;
  readonly publisherId: string;
  readonly publisherName: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Address of the source repository, any spelling; '' when there is none. */
  readonly repository: string;
  /** Names of the app nodes of the latest version. */
  readonly appNodeNames: readonly string[];
  /** Declared operating systems; empty matches every filter. */
  readonly os: readonly string[];
  /** Declared accelerators; empty matches every filter. */
  readonly accelerators: readonly string[];
  /** Signed 32-bit; lower comes first, 0 last. */
  readonly searchRanking: number;
  readonly createdAt: Date;
  /** Nodes that are banned, or wait for a review, are shown to administrators only. */
  readonly banned: boolean;
};

export type SearchRow = {
  /** Lower case. */
  readonly id: string;
  /** Sorts ascending by `search_ranking` (0 last), falling popularity, downloads and stars. */
  readonly rankKey: string;
  readonly os: string[] | undefined;
  readonly accelerators: string[] | undefined;
  /** One text, separated by `LEXEME_SEPARATOR`. */
  readonly lexemes: string;
  readonly terms: RowTerms;
  /** Whole names for completion and typing errors: `key` without separators and noise, `name` as written in lower case. */
  readonly keys: readonly { readonly key: string; readonly name: string }[];
};

/**
 * First letter of a lexeme: the field of its word (name, author, text, app nodes, repository). The second character is `"`
 * for a whole value as written, `=` for one squashed, `:` for one also without noise words, `^` for a name's first word, `~`
 * for the first one to three letters of a name's word, `^~` for those of its first word, `#` for a whole tag.
 */
export type LexemeField = 'n' | 'w' | 't' | 'a' | 'r';

/** Words for the vocabulary, by field; the beginning of a name's word is written `~ab`, a tag `#a tag`. */
export type RowTerms = Readonly<Record<TermField, readonly string[]>>;

/** Fields whose words the vocabulary counts. */
export const TERM_FIELDS = ['n', 't', 'a', 'r'] as const satisfies readonly LexemeField[];

export type TermField = (typeof TERM_FIELDS)[number];

/** The prefixes of lexemes, most important first, because the end may be cut. */
const PREFIXES = [
  ...(['n"', 'n=', 'n:', 'n^', 'n^~', 'n', 'n~'] as const),
  ...(['r"', 'r=', 'r', 'w=', 'w', 't#', 't', 'a=', 'a'] as const),
];

type LexemePrefix = (typeof PREFIXES)[number];

type LexemeWords = ReadonlyMap<LexemePrefix, ReadonlySet<string>>;

/** Separates the lexemes of a text; never occurs within one. */
export const LEXEME_SEPARATOR = '\u001f';

/** Longest beginning of a name's word that is stored as a lexeme; longer ones are completed from the vocabulary. */
export const SHORT_PREFIX_CHARS = 3;

/** A tsvector holds 1 MiB of lexeme text; anything beyond is not searchable. */
const LEXEME_BYTES_MAX = 900_000;
/** Most bytes of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3;
const KEY_MAX_CHARS = 64;
const UNSPACED_CHARACTER = new RegExp(UNSPACED, 'gu');

export function searchRow(document: NodeSearchDocument): SearchRow {
  const words = wordsByPrefix(document);
  return {
    id: document.id.toLowerCase(),
    rankKey: rankKey(document),
    os: declaredOs(document.os),
    accelerators: declaredAccelerators(document.accelerators),
    lexemes: lexemesText(words),
    terms: termsOf(words),
    keys: keysOf(document),
  };
}

/**
 * Packs the order of the results within a tier into 128 bits that sort as a uuid; the first bit stays free. The first 48
 * bits are the ranking and the popularity: see `adjustedRank`.
 */
export function rankKey(document: PopularityFacts & Pick<NodeSearchDocument, 'searchRanking'>): string {
  const fields: readonly (readonly [value: bigint, bits: bigint])[] = [
    [BigInt(rankingPlace(document.searchRanking)), 32n],
    [falling(popularityOf(document), 15), 15n],
    [falling(document.downloads, 32), 32n],
    [falling(document.stars, 32), 32n],
    [0n, 16n],
  ];
  const key = fields.reduce((packed, [value, bits]) => (packed << bits) | value, 0n);
  return key.toString(16).padStart(32, '0');
}

/** 32 bits in the order of the ranking; 0, which means none, comes last. */
function rankingPlace(searchRanking: number): number {
  if (searchRanking === 0) return 2 ** 32 - 1;
  return searchRanking + 2 ** 31 - (searchRanking > 0 ? 1 : 0);
}

/** A name as the exact tier compares it. */
export function writtenKey(name: string): string {
  return cut(name.replaceAll(LEXEME_SEPARATOR, ' ').trim().toLowerCase());
}

/** The lexeme of a whole value as written, in lower case. */
export function writtenLexeme(field: LexemeField, written: string): string {
  return `${field}"${writtenKey(written)}`;
}

export function wholeLexeme(field: LexemeField, squashed: string): string {
  return `${field}=${cut(squashed)}`;
}

/** The lexeme of a name or id without noise words. */
export function coreLexeme(core: string): string {
  return `n:${cut(core)}`;
}

/** A tag as a single word, in lower case. */
export function tagWord(tag: string): string {
  return `#${writtenKey(tag.replaceAll(',', ' '))}`;
}

/** The word for a repository's whole host; only these words contain dots. */
export function hostWord(host: string): string {
  return host.slice(0, WORD_MAX_CHARS);
}

/** A cut may halve a character of two units, which PostgreSQL does not accept. */
function cut(value: string): string {
  return value.length <= KEY_MAX_CHARS ? value : value.slice(0, KEY_MAX_CHARS).toWellFormed();
}

function keysOf({ name, id }: NodeSearchDocument): { key: string; name: string }[] {
  const keys = [name, id].map((own) => ({
    key: cut(coreKey(own)),
    name: writtenKey(own),
  }));
  return keys.filter(({ key }, at) => key !== '' && keys.findIndex((other) => other.key === key) === at);
}

/** Reverses the order: the larger the value, the smaller the result. */
function falling(value: number, bits: number): bigint {
  const highest = 2 ** bits - 1;
  return BigInt(highest - Math.min(Math.max(Math.trunc(value), 0), highest));
}

/** As many lexemes as fit into an index. */
function lexemesText(words: LexemeWords): string {
  const lexemes: string[] = [];
  for (const [prefix, own] of words) for (const word of own) lexemes.push(prefix + word);
  const text = lexemes.join(LEXEME_SEPARATOR);
  if (text.length <= LEXEME_BYTES_MAX / UTF8_BYTES_MAX) return text;
  return withinBytes(lexemes).join(LEXEME_SEPARATOR);
}

function withinBytes(lexemes: readonly string[]): readonly string[] {
  let bytes = 0;
  const end = lexemes.findIndex((lexeme) => (bytes += Buffer.byteLength(lexeme)) > LEXEME_BYTES_MAX);
  return end === -1 ? lexemes : lexemes.slice(0, end);
}

function termsOf(words: LexemeWords): RowTerms {
  const own = (prefix: LexemePrefix): string[] => [...(words.get(prefix) ?? [])];
  return {
    n: [...own('n'), ...own('n~').map((beginning) => `~${beginning}`)],
    t: [...own('t'), ...own('t#').map((tag) => `#${tag}`)],
    a: own('a'),
    r: own('r'),
  };
}

type Add = (prefix: LexemePrefix, words: Iterable<string>) => void;

function wordsByPrefix(document: NodeSearchDocument): LexemeWords {
  const words = new Map(PREFIXES.map((prefix) => [prefix, new Set<string>()]));
  const add: Add = (prefix, more) => {
    const own = words.get(prefix);
    for (const word of more) own?.add(word);
  };
  addNames(add, [document.name, document.id]);
  addRepository(add, document.repository);
  for (const who of [document.author, document.publisherName, document.publisherId]) {
    if (who !== '') add('w=', [cut(squash(who))]);
    const own = wordsOf(who);
    add('w', own);
    add('t', own);
  }
  for (const text of [...document.tags, document.description]) {
    add('t', wordsOf(text));
    if (!isAscii(text)) add('t', text.match(UNSPACED_CHARACTER) ?? []);
  }
  add(
    't#',
    document.tags.map((tag) => tagWord(tag).slice(1)).filter((tag) => tag !== ''),
  );
  for (const name of document.appNodeNames) {
    add('a=', [cut(squash(name))]);
    add('a', wordsOf(name));
  }
  return words;
}

function addNames(add: Add, names: readonly string[]): void {
  for (const name of names) {
    add('n"', [writtenKey(name)]);
    add('n=', [cut(squash(name))]);
    add('n:', [cut(coreKey(name))]);
    const first = firstWords(name);
    add('n^', first);
    for (const word of first) add('n^~', beginnings(word));
  }
  const nameWords = new Set(names.flatMap((name) => [...wordsOfName(name)]));
  add('n', nameWords);
  add('t', nameWords);
  for (const word of nameWords) if (!NOISE_WORDS.has(word)) add('n~', beginnings(word));
}

/** Words, their parts at digits, neighbours written together, and single characters of scripts without spaces. */
function wordsOfName(name: string): Set<string> {
  const words = wordsOf(name);
  for (const word of [...words]) for (const part of digitParts(word)) words.add(part);
  const meaningful = tokenize(name).filter(({ whole }) => !NOISE_WORDS.has(whole));
  const pieces = meaningful.flatMap(({ whole, parts }) => (parts.length > 0 ? parts : [whole]));
  pieces.forEach((piece, at) => {
    const joined = piece + (pieces[at + 1] ?? '');
    if (joined.length <= WORD_MAX_CHARS) words.add(joined);
  });
  for (const character of name.match(UNSPACED_CHARACTER) ?? []) words.add(character);
  return words;
}

/** The first meaningful word, and its first part. */
function firstWords(name: string): string[] {
  const tokens = tokenize(name);
  const first = tokens.find(({ whole }) => !NOISE_WORDS.has(whole)) ?? tokens[0];
  if (first === undefined) return [];
  return first.parts[0] === undefined ? [first.whole] : [first.whole, first.parts[0]];
}

function beginnings(word: string): string[] {
  const characters = [...word.slice(0, 2 * SHORT_PREFIX_CHARS)].slice(0, SHORT_PREFIX_CHARS);
  return characters.map((_, at) => characters.slice(0, at + 1).join(''));
}

function addRepository(add: Add, address: string): void {
  if (address === '') return;
  const { full, path, host, writtenPath, name } = parseRepositoryPath(address);
  add('r"', [writtenKey(full)]);
  add('r=', [cut(squash(path)), cut(squash(name))]);
  add('r', wordsOf(writtenPath));
  if (host !== '') add('r', [hostWord(host)]);
}
