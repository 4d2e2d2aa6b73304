/** A piece of text between separators, as typed and taken apart. */
export type Token = {
  /** The piece in lower case, accents removed. */
  readonly whole: string;
  /** Its camel-case, script and digit parts when there are at least two; otherwise empty. */
  readonly parts: readonly string[];
};

/** Words that almost every entry of such a catalogue has; beside other words they mean nothing. */
export const NOISE_WORDS: ReadonlySet<string> = new Set(['comfyui', 'comfy']);

/** Words that are ignored in a query that has others. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an the and or of for to in on at by with from into your you this that is are it its as be'.split(' '),
);

/** Longest word that is indexed or looked for, in UTF-16 units. Longer ones are cut. */
export const WORD_MAX_CHARS = 48;

const HOST_NAME = /comfy[-_.\s]*ui/giu;
const COMBINING_ACCENTS = /[\u0300-\u036f]/gu;
/** Zero-width characters, direction marks and other invisible formatting: they join the characters around them. */
const INVISIBLE = /\p{Cf}/gu;
const PIECE = /[\p{L}\p{M}\p{N}]+/gu;
/** Most pieces have nothing to split; this test is much faster than the split. */
const PLAIN_WORD = /^[A-Z]?[a-z0-9]*$/;
const ASCII_ONLY = /^[\x00-\x7f]*$/;
const CAMEL_EDGE = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const DIGIT_EDGE = /(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
/** A character of a script whose words are not separated by spaces. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Hangul}]/u;
const UNSPACED_RUN = new RegExp(`${UNSPACED.source}+`, 'gu');

/** Splits at separators, camel case and changes of script. Order and repetitions are kept. */
export function tokenize(text: string): Token[] {
  const plain = foldAccents(text).replace(HOST_NAME, ' comfyui ');
  const tokens: Token[] = [];
  for (const piece of plain.match(PIECE) ?? []) {
    const whole = piece.toLowerCase().slice(0, WORD_MAX_CHARS);
    if (PLAIN_WORD.test(piece)) {
      tokens.push({ whole, parts: [] });
      continue;
    }
    const parts = piece.split(CAMEL_EDGE).flatMap(splitScripts);
    tokens.push({ whole, parts: parts.length > 1 ? parts.map((part) => part.slice(0, WORD_MAX_CHARS)) : [] });
  }
  return tokens;
}

/** Every distinct word of a text: pieces and their parts. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  for (const { whole, parts } of tokenize(text)) {
    words.add(whole);
    for (const part of parts) words.add(part);
  }
  return words;
}

/** Letters and digits at a change between both, as in `sam2` to `sam`, `2`; empty when there is none. */
export function digitParts(word: string): string[] {
  const parts = word.split(DIGIT_EDGE);
  return parts.length > 1 ? parts : [];
}

/** All letters and digits in one lower-case string: equal for texts that differ only in separators, case and accents. */
export function squash(text: string): string {
  const pieces: string[] = foldAccents(text).match(PIECE) ?? [];
  return pieces.map((piece) => piece.toLowerCase()).join('');
}

/** Like {@link squash}, without noise and stop words unless nothing else remains. */
export function coreKey(text: string): string {
  const core = tokenize(text)
    .map((token) => token.whole)
    .filter((word) => !NOISE_WORDS.has(word) && !STOP_WORDS.has(word))
    .join('');
  return core === '' ? squash(text) : core;
}

/** Whether there are only plain characters: no accents, and no other scripts. */
export function isAscii(text: string): boolean {
  return ASCII_ONLY.test(text);
}

function foldAccents(text: string): string {
  if (isAscii(text)) return text;
  return text.replace(INVISIBLE, '').normalize('NFKD').replace(COMBINING_ACCENTS, '').normalize('NFC');
}

/** Splits scripts without spaces, and Korean with its compounds, into overlapping pairs of characters, the usual substitute for words. */
function splitScripts(piece: string): string[] {
  if (!UNSPACED.test(piece)) return [piece.toLowerCase()];
  const parts: string[] = [];
  let end = 0;
  for (const match of piece.matchAll(UNSPACED_RUN)) {
    if (match.index > end) parts.push(piece.slice(end, match.index).toLowerCase());
    const characters = [...match[0]];
    if (characters.length === 1) parts.push(match[0]);
    for (let at = 0; at + 1 < characters.length; at++) parts.push(`${characters[at]}${characters[at + 1]}`);
    end = match.index + match[0].length;
  }
  if (end < piece.length) parts.push(piece.slice(end).toLowerCase());
  return parts;
}

/** All letters and digits of a text as {@link squash} gives them, with the places of each. */
export type LetterRuns = {
  readonly plain: string;
  /** Where in `plain` a word or a part of one begins. */
  readonly starts: ReadonlySet<number>;
  /** Where in the text each unit of `plain` comes from. */
  readonly places: readonly (readonly [start: number, end: number])[];
};

const PART_EDGE = new RegExp(`${CAMEL_EDGE.source}|${DIGIT_EDGE.source}`, 'gu');

export function letterRuns(text: string): LetterRuns {
  let plain = '';
  const starts = new Set<number>();
  const places: (readonly [number, number])[] = [];
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const edges = new Set([0, ...[...piece.matchAll(PART_EDGE)].map((edge) => edge.index)]);
    let at = 0;
    for (const character of piece) {
      const folded = foldAccents(character).toLowerCase();
      if (edges.has(at) || UNSPACED.test(character)) starts.add(plain.length);
      const place = [index + at, index + at + character.length] as const;
      places.push(...folded.split('').map(() => place));
      plain += folded;
      at += character.length;
      if (UNSPACED.test(character)) edges.add(at);
    }
  }
  return { plain, starts, places };
}
