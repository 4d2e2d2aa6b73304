const LATIN = /[a-z]/;

/** Lower case without accents, so that one spelling serves several languages. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');
}

function escape(word: string): string {
  return word.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

const LETTER = '[\\p{L}\\p{N}]';

/** A word's text as a pattern, and where it may stand: scripts with spaces between words have whole words or beginnings. */
function stemOf(word: string): { stem: string; place: 'word' | 'beginning' | 'anywhere' } {
  const open = word.endsWith('*');
  const stem = escape(plainText(open ? word.slice(0, -1) : word)).replaceAll('-', '[\\s_-]?');
  const spaced = LATIN.test(stem) || /[\u0400-\u04ff]/.test(stem) || /^\d/.test(stem);
  if (!spaced) return { stem, place: 'anywhere' };
  return { stem, place: open ? 'beginning' : 'word' };
}

/** One pattern for all words: the classes of letters are what costs, and so stand in it as seldom as can be. */
function patternOf(words: string): RegExp {
  const byPlace = Object.groupBy(words.split(' ').map(stemOf), ({ place }) => place);
  const anyOf = (place: 'word' | 'beginning' | 'anywhere'): string[] =>
    byPlace[place] ? [`(?:${byPlace[place].map(({ stem }) => stem).join('|')})`] : [];
  const inWords = [...anyOf('word').map((any) => `${any}(?!${LETTER})`), ...anyOf('beginning')].join('|');
  const alternatives = [...(inWords ? [`(?<!${LETTER})(?:${inWords})`] : []), ...anyOf('anywhere')];
  return new RegExp(alternatives.join('|'), 'u');
}

const patterns = new Map<string, RegExp>();

/** Position of the first listed word in the plain text, or −1. `words` is separated by spaces; a hyphen matches a blank too. */
export function findWord(plain: string, words: string): number {
  let pattern = patterns.get(words);
  if (!pattern) patterns.set(words, (pattern = patternOf(words)));
  return plain.search(pattern);
}

/** The names of a vocabulary found in the text, in the order of their first appearance. */
export function findNames<Name extends string>(
  plain: string,
  vocabulary: Partial<Record<Name, string>>,
): { name: Name; at: number }[] {
  const found: { name: Name; at: number }[] = [];
  for (const name of Object.keys(vocabulary) as Name[]) {
    const words = vocabulary[name];
    const at = words === undefined ? -1 : findWord(plain, words);
    if (at >= 0) found.push({ name, at });
  }
  return found.sort((one, other) => one.at - other.at);
}
