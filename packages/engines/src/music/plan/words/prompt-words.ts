import type { VoiceName } from '../../synth/voices.js';
import type { GenreName } from '../genres.js';
import { GENRE_HINTS, GENRE_WORDS } from './genre-words.js';
import {
  GRAMMAR_WORDS,
  type GrammarName,
  LENGTH_WORDS,
  MODE_WORDS,
  TEMPO_TERMS,
  TEMPO_WORDS,
  type TempoName,
} from './grammar-words.js';
import { MOOD_HINTS, MOOD_WORDS } from './mood-words.js';
import { type FamilyName, INSTRUMENT_WORDS, INSTRUMENTAL_WORDS, SOUND_WORDS } from './sound-words.js';
import { STOP_WORDS, SUBJECT_WORDS } from './title-words.js';

/** What the names of a kind of word are. */
type Names = {
  genre: GenreName;
  genreHint: GenreName;
  mood: keyof typeof MOOD_WORDS;
  moodHint: keyof typeof MOOD_WORDS;
  sound: VoiceName | FamilyName;
  instrumental: 'yes';
  tempo: TempoName;
  term: string;
  length: string;
  mode: keyof typeof MODE_WORDS;
  grammar: GrammarName;
};
export type WordKind = keyof Names;
type Sense = { [Kind in WordKind]: { kind: Kind; name: Names[Kind] } }[WordKind];

/** A word or a known phrase of a prompt, or one of its punctuation marks. */
export type PromptWord = {
  /** As written, and in lower case without accents. */
  text: string;
  plain: string;
  at: number;
  senses: readonly Sense[];
  isMark: boolean;
};

type Meaning = Pick<PromptWord, 'senses'>;

const OFF: readonly Sense[] = [{ kind: 'grammar', name: 'off' }];
const LONGEST_PHRASE = 7;
const SHORTEST_STEM = 3;
const WIDE = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー';
const IS_WIDE = new RegExp(`[${WIDE}]`, 'u');
const TOKENS = new RegExp(`[${WIDE}]+|(?:(?![${WIDE}])[\\p{L}\\p{N}\\p{M}])+|[^\\s]`, 'gu');
/** Marks inside of words and phrases. */
const JOINS = /^[_'’-]$/u;

/** Lower case without accents, so that one spelling serves several languages. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC');
}

/** Everything the vocabulary knows: whole words and phrases without their blanks, and beginnings of words. */
type Lexicon = { words: Map<string, Sense[]>; stems: Map<string, Sense[]>; longestWide: number };
let lexicon: Lexicon | undefined;

function readLexicon(): Lexicon {
  const made: Lexicon = { words: new Map(), stems: new Map(), longestWide: 1 };
  const tables: [WordKind, Partial<Record<string, string>>][] = [
    ['genre', GENRE_WORDS],
    ['genreHint', GENRE_HINTS],
    ['mood', MOOD_WORDS],
    ['moodHint', MOOD_HINTS],
    ['sound', INSTRUMENT_WORDS],
    ['sound', SOUND_WORDS],
    ['instrumental', { yes: INSTRUMENTAL_WORDS }],
    ['tempo', TEMPO_WORDS],
    ['term', Object.fromEntries(Object.keys(TEMPO_TERMS).map((term) => [term, term]))],
    ['length', LENGTH_WORDS],
    ['mode', MODE_WORDS],
    ['grammar', GRAMMAR_WORDS],
  ];
  for (const [kind, table] of tables) {
    for (const [name, words = ''] of Object.entries(table)) {
      for (const word of words.split(' ')) enter(made, word, { kind, name } as Sense);
    }
  }
  // Scripts without blanks need the words of no meaning, too, to find where the others begin.
  for (const word of `${SUBJECT_WORDS} ${STOP_WORDS}`.split(' '))
    if (IS_WIDE.test(word)) enter(made, word, { kind: 'grammar', name: 'filler' });
  return made;
}

function enter(into: Lexicon, word: string, sense: Sense): void {
  const isStem = word.endsWith('*');
  const key = plainText(word).replaceAll(/[-*]/g, '');
  const table = isStem ? into.stems : into.words;
  const senses = table.get(key);
  if (senses) senses.push(sense);
  else table.set(key, [sense]);
  if (IS_WIDE.test(key)) into.longestWide = Math.max(into.longestWide, key.length);
}

function sensesOf(key: string): readonly Sense[] | undefined {
  lexicon ??= readLexicon();
  const exact = lexicon.words.get(key);
  if (exact) return exact;
  for (let length = key.length; length >= SHORTEST_STEM; length--) {
    const stem = lexicon.stems.get(key.slice(0, length));
    if (stem) return stem;
  }
  return undefined;
}

/** Splits a prompt into words, the longest known phrase first. */
export function readWords(prompt: string): PromptWord[] {
  lexicon ??= readLexicon();
  const tokens = [...prompt.matchAll(TOKENS)].flatMap(({ 0: text, index }) =>
    IS_WIDE.test(text) ? wideTokens(text, index, lexicon!) : [{ text, at: index }],
  );
  const plains = tokens.map(({ text }) => (text === '&' ? 'and' : JOINS.test(text) ? '' : plainText(text)));
  const words: PromptWord[] = [];
  for (let from = 0; from < tokens.length;) {
    const count = phraseLength(plains, from);
    const { at } = tokens[from]!;
    const last = tokens[from + count - 1]!;
    const text = prompt.slice(at, last.at + last.text.length);
    const plain = plains.slice(from, from + count).join('');
    words.push(...wordsFrom(prompt, { text, plain, at }));
    from += count;
  }
  return words;
}

/** A token as a word; "drumless" and "schlagzeugfrei" are two, and a hyphen inside of a word is none. */
function wordsFrom(prompt: string, token: Pick<PromptWord, 'text' | 'plain' | 'at'>): PromptWord[] {
  const { plain, at } = token;
  if (plain === '' && /^\S[_'’-]\S$/u.test(prompt.slice(at - 1, at + 2))) return [];
  const isMark = !/[\p{L}\p{N}]/u.test(plain);
  const stem = /^(.{3,}?)(?:less|frei(?:e[rsnm]?)?|los(?:e[rsnm]?)?)$/u.exec(plain)?.[1];
  const cut = stem === undefined || lexicon!.words.has(plain) ? undefined : sensesOf(stem);
  if (stem === undefined || !cut) return [{ ...token, senses: sensesAt(prompt, at, plain), isMark }];
  const off: PromptWord = { text: '', plain: '', at, senses: OFF, isMark: false };
  return [{ ...token, plain: stem, senses: cut, isMark: false }, off];
}

/** "piano-free" leaves no doubt, where "piano, free jazz" does. */
function sensesAt(prompt: string, at: number, plain: string): readonly Sense[] {
  const senses = plain === '' ? [] : (sensesOf(plain) ?? []);
  const isBound = at > 1 && prompt[at - 1] === '-' && isGrammar({ senses }, 'free');
  return isBound ? OFF : senses;
}

/** The names that a word has for a kind of meaning. */
export function namesIn<Kind extends WordKind>(word: Meaning | undefined, kind: Kind): Names[Kind][] {
  return (word?.senses ?? [])
    .filter((sense) => sense.kind === kind)
    .map((sense) => sense.name as Names[Kind]);
}

export function isGrammar(word: Meaning | undefined, ...names: GrammarName[]): boolean {
  return namesIn(word, 'grammar').some((name) => names.includes(name));
}

type Token = { text: string; at: number };

/** How many tokens from here on make the longest known phrase; 1 for an unknown word. */
function phraseLength(plains: readonly string[], from: number): number {
  let known = 1;
  if (plains[from] === '') return known;
  let key = plains[from]!;
  const to = Math.min(plains.length, from + LONGEST_PHRASE);
  for (let at = from + 1; at < to; at++) {
    key += plains[at]!;
    if (plains[at] !== '' && lexicon!.words.has(key)) known = at + 1 - from;
  }
  return known;
}

/** Scripts without blanks: known words anywhere, and the text between them as one piece. */
function wideTokens(text: string, at: number, { words, longestWide }: Lexicon): Token[] {
  const tokens: Token[] = [];
  // Half-width letters with marks get shorter: they stay as they are, and unknown.
  const inPlain = plainText(text);
  const plain = inPlain.length === text.length ? inPlain : text;
  let unknownFrom = 0;
  const flush = (to: number): void => {
    if (to > unknownFrom) tokens.push({ text: text.slice(unknownFrom, to), at: at + unknownFrom });
  };
  for (let from = 0; from < text.length;) {
    let length = Math.min(longestWide, text.length - from);
    while (length > 0 && !words.has(plain.slice(from, from + length))) length--;
    if (length > 0) {
      flush(from);
      tokens.push({ text: text.slice(from, from + length), at: at + from });
      from += length;
      unknownFrom = from;
    } else from++;
  }
  flush(text.length);
  return tokens;
}
