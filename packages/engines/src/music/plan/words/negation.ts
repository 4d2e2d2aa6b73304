import { isGrammar, namesIn, type PromptWord, type WordKind } from './prompt-words.js';

/** What a word can be wanted or unwanted as. */
type Matter = 'sound' | 'genre' | 'mood' | 'tempo';
const MATTERS: readonly (readonly [WordKind, Matter])[] = [
  ['sound', 'sound'],
  ['genre', 'genre'],
  ['genreHint', 'genre'],
  ['mood', 'mood'],
  ['moodHint', 'mood'],
  ['mode', 'mood'],
  ['tempo', 'tempo'],
  ['term', 'tempo'],
];
/** Negations that rule a whole list with "and" in it; after a bare "no" a comma begins something wanted. */
const SHORT_NEGATIONS = ['no', 'kein', 'keine', 'zero', 'skip', 'mute'];
const ARTICLES = ['a', 'an', 'ein', 'eine', 'un', 'une', 'una', 'uno', 'um', 'uma'];

/** Separates the wanted words of a prompt from those that a negation before or after them rules out. */
export function partNegated(words: readonly PromptWord[]): { wanted: PromptWord[]; absent: PromptWord[] } {
  const taken = new Set<number>();
  const absent: PromptWord[] = [];
  words.forEach((word, index) => {
    if (taken.has(index)) return;
    const { used, ruledOut } = isGrammar(word, 'notJust')
      ? { used: [index], ruledOut: [] }
      : isGrammar(word, 'without', 'not')
        ? listAfter(words, index)
        : isGrammar(word, 'off', 'free')
          ? listBefore(words, index, taken)
          : { used: [], ruledOut: [] };
    for (const place of [...used, ...ruledOut]) taken.add(place);
    absent.push(...ruledOut.map((place) => words[place]!));
  });
  return { wanted: words.filter((_, index) => !taken.has(index)), absent };
}

type Reach = { used: number[]; ruledOut: number[] };

function listAfter(words: readonly PromptWord[], at: number): Reach {
  const isNot = !isGrammar(words[at], 'without');
  const from = skipFillers(words, at + 1);
  const head = headOf(words, from, isNot);
  const between = (to: number): number[] => Array.from({ length: to - at }, (_, index) => at + index);
  if (head === undefined) {
    const next = words[from];
    const isNamed = !isNot && next && next.senses.length === 0 && !next.isMark;
    return { used: isNamed ? between(from + 1) : [at], ruledOut: [] };
  }
  const ruledOut = [head];
  const matter = mattersOf(words[head])[0]!;
  for (;;) {
    const more = nextOfList(words, ruledOut.at(-1)!, matter, SHORT_NEGATIONS.includes(words[at]!.plain));
    if (more.length === 0) return { used: between(head), ruledOut };
    ruledOut.push(...more);
  }
}

/** The word that is meant: "no loud drums", "no jazz piano", "not sad". */
function headOf(words: readonly PromptWord[], from: number, isNot: boolean): number | undefined {
  const matters = mattersOf(words[from]);
  const isAdjective = !isNot && !matters.includes('sound') && isPlainWord(words[from]);
  if (isAdjective && mattersOf(words[from + 1]).includes('sound')) return from + 1;
  if (isAdjective && matters.includes('mood') && mattersOf(words[from + 1]).includes('genre'))
    return from + 1;
  return matters.length > 0 ? from : undefined;
}

function isPlainWord(word: PromptWord | undefined): boolean {
  return word !== undefined && !word.isMark && namesIn(word, 'grammar').length === 0;
}

/** Places of the further items that the negation covers after the item at a place. */
function nextOfList(words: readonly PromptWord[], at: number, matter: Matter, isShort: boolean): number[] {
  const joint = words[at + 1];
  if (isSeparator(joint) && !isGrammar(words[at + 2], 'or', 'and', 'without'))
    return restOfCommas(words, at + 1, matter, isShort);
  const link = isSeparator(joint) ? at + 2 : at + 1;
  return linkedItem(words, link, matter);
}

/** The item behind "or" (of any kind) or "and" (of the same kind, and no fresh start with an article). */
function linkedItem(words: readonly PromptWord[], link: number, matter: Matter): number[] {
  const isOr = isGrammar(words[link], 'or');
  if (!isOr && !isGrammar(words[link], 'and')) return [];
  const from = skipFillers(words, link + 1);
  if (isGrammar(words[from], 'without', 'with', 'only')) return [];
  if (!isOr && ARTICLES.includes(words[link + 1]?.plain ?? '')) return [];
  const head = headOf(words, from, true);
  if (head === undefined || isGrammar(words[head + 1], 'only')) return [];
  return isOr || mattersOf(words[head]).includes(matter) ? [head] : [];
}

/** "no drums, bass or piano": a comma goes on only where the list ends with "or" (or "and"). */
function restOfCommas(
  words: readonly PromptWord[],
  comma: number,
  matter: Matter,
  isShort: boolean,
): number[] {
  const items: number[] = [];
  for (let at = comma; isSeparator(words[at]);) {
    const item = skipFillers(words, at + 1);
    if (!mattersOf(words[item]).includes(matter)) return [];
    items.push(item);
    const link = isSeparator(words[item + 1]) ? item + 2 : item + 1;
    const last = linkedItem(words, link, matter);
    if (last.length > 0) {
      const isAll = isGrammar(words[link], 'or') || (!isShort && matter === 'sound');
      return isAll ? [...items, ...last] : [];
    }
    at = item + 1;
  }
  return [];
}

/** "drums off", "piano-free", "ドラムとベースなし". */
function listBefore(words: readonly PromptWord[], at: number, taken: ReadonlySet<number>): Reach {
  const isFree = isGrammar(words[at], 'free');
  const item = at - 1;
  const isAbout = mattersOf(words[item]).length > 0 && !taken.has(item);
  if (!isAbout || (isFree && mattersOf(words[at + 1]).includes('genre'))) return { used: [], ruledOut: [] };
  const ruledOut = [item];
  const matter = mattersOf(words[item])[0]!;
  for (let link = item - 1; isGrammar(words[link], 'and', 'or'); link = ruledOut.at(-1)! - 1) {
    if (!mattersOf(words[link - 1]).includes(matter)) break;
    ruledOut.push(link - 1);
  }
  return { used: [at], ruledOut };
}

function isSeparator(word: PromptWord | undefined): boolean {
  return word !== undefined && [',', '、', '，', '/'].includes(word.plain);
}

function skipFillers(words: readonly PromptWord[], from: number): number {
  let at = from;
  while (isGrammar(words[at], 'filler', 'more')) at++;
  return at;
}

function mattersOf(word: PromptWord | undefined): Matter[] {
  if (!word) return [];
  return MATTERS.filter(([kind]) => namesIn(word, kind).length > 0).map(([, matter]) => matter);
}
