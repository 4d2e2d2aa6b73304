/** An ending that may be removed, the fewest letters that must remain, and what these must end in. */
type Ending = readonly [ending: string, left: number, after?: RegExp];

/** The longest one that fits is removed. */
const ENDINGS: readonly Ending[] = [
  ...['ations', 'ation', 'ators', 'ator', 'ating', 'ates', 'ated', 'ate'].map((ending): Ending => [
    ending,
    5,
  ]),
  ...['ings', 'ing', 'ers', 'er', 'ies', 'y'].map((ending): Ending => [ending, 4]),
  ...['ions', 'ion', 'ors', 'or'].map((ending): Ending => [ending, 4, /[st]$/u]),
  ...['als', 'al'].map((ending): Ending => [ending, 4, /v$/u]),
  ['ed', 4],
  ['es', 3],
  ['s', 3, /[^s]$/u],
  ['e', 3],
];
const DOUBLED = /([bdglmnprt])\1$/u;

/** The common stem of the grammatical forms of a plain English word: `remov` of `removes`, `remover` and `removal`. */
export function stemOf(word: string): string {
  if (/[^a-z]/u.test(word)) return word;
  for (const [ending, left, after] of ENDINGS) {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < left || after?.test(stem) === false) continue;
    return /^(?:ing|e[rd])/u.test(ending) && stem.length > left ? stem.replace(DOUBLED, '$1') : stem;
  }
  return word;
}

/** The other words that may have the same stem. Many are not real words, and occur in no text. */
export function formsOf(word: string): string[] {
  if (word.length < SHORTEST_WORD_CHARS || /[^a-z]/u.test(word)) return [];
  const stem = stemOf(word);
  const bases = [stem, `${stem}${stem.slice(-1)}`];
  const forms = bases.flatMap((base) =>
    ['', ...ENDINGS.map(([ending]) => ending)].map((ending) => base + ending),
  );
  return [...new Set(forms)].filter((form) => form !== word && stemOf(form) === stem);
}

const SHORTEST_WORD_CHARS = 4;
