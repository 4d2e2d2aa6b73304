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

function patternOf(word: string): RegExp {
  const open = word.endsWith('*');
  const stem = escape(plainText(open ? word.slice(0, -1) : word)).replaceAll('-', '[\\s_-]?');
  const spaced = LATIN.test(stem) || /[\u0400-\u04ff]/.test(stem) || /^\d/.test(stem);
  return spaced
    ? new RegExp(`(?<![\\p{L}\\p{N}])${stem}${open ? '' : '(?![\\p{L}\\p{N}])'}`, 'u')
    : new RegExp(stem, 'u');
}

const patterns = new Map<string, RegExp[]>();

function patternsOf(words: string): RegExp[] {
  let known = patterns.get(words);
  if (!known) patterns.set(words, (known = words.split(' ').map(patternOf)));
  return known;
}

/** Position of the first listed word in the plain text, or −1. `words` is separated by spaces; a hyphen matches a blank too. */
export function findWord(plain: string, words: string): number {
  let first = -1;
  for (const pattern of patternsOf(words)) {
    const at = plain.search(pattern);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
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
