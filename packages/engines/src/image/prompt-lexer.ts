import { promptParts } from './prompt-parts.js';

/** A name of a table, found in a prompt. */
export type FoundName<Name extends string> = {
  readonly name: Name;
  /** Weight of the brackets round it. */
  readonly weight: number;
  /** Whether only blanks separate it from the name before. */
  readonly isNext: boolean;
} & PromptWord;

/** A stretch of a prompt, as it is written there, and where. */
export type PromptWord = { readonly text: string; readonly at: number };

/** What a table finds in a prompt, and the words that it does not know. */
export type Lexed<Name extends string> = {
  readonly names: readonly FoundName<Name>[];
  readonly others: readonly PromptWord[];
};

type Spelling<Name> = { readonly key: string; readonly name: Name; readonly ending: '' | '*' | '+' };

const SPACED = /[a-z0-9&°\u00df\u0400-\u04ff+]/;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'-]*/gu;
const ENDINGS = { '': '', '*': String.raw`\p{L}*`, '+': String.raw`\p{L}{0,3}` };
const PUNCTUATION = String.raw`[,;.!?:|/\n、，。；！？]`;

/** Finds the names of a table in prompts, the longest spelling at each place; `pause` is the name of punctuation. */
export function lexerOf<Name extends string>(
  tables: readonly Readonly<Partial<Record<Name, string>>>[],
  pause: Name,
): (prompt: string) => Lexed<Name> {
  const spellings = tables
    .flatMap((table) => Object.entries(table) as [Name, string][])
    .flatMap(([name, words]) => words.split(/\s+/).map((word) => spellingOf(name, word)))
    .sort((one, other) => other.key.length - one.key.length);
  const pattern = patternOf(spellings);
  return (prompt) => {
    const { text, weightAt } = plainPrompt(prompt);
    const written = new Map((prompt.match(WORD) ?? []).map((word) => [plainText(word), word]));
    const asWritten = (found: string): string => written.get(found) ?? found;
    const others: PromptWord[] = [];
    let end = 0;
    const leaveOut = (until: number): void => {
      for (const { 0: word, index } of text.slice(end, until).matchAll(WORD))
        others.push({ text: asWritten(word), at: end + index });
    };
    const names = [...text.matchAll(pattern)].map(({ 0: found, index }) => {
      const isNext = text.slice(end, index).trim() === '';
      leaveOut(index);
      end = index + found.length;
      const name = nameOf(spellings, found) ?? pause;
      return { name, weight: weightAt(index), isNext, text: asWritten(found), at: index };
    });
    leaveOut(text.length);
    return { names, others };
  };
}

/** Lower case without accents, so that one spelling serves several languages. */
export function plainText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('’', "'")
    .normalize('NFC');
}

function plainPrompt(prompt: string): { text: string; weightAt: (index: number) => number } {
  const parts = promptParts(prompt).map(({ text, weight }) => ({ text: plainText(text), weight }));
  const weightAt = (index: number): number => {
    let end = 0;
    return parts.find(({ text }) => (end += text.length + 1) > index)?.weight ?? 1;
  };
  return { text: parts.map(({ text }) => text).join(' '), weightAt };
}

function spellingOf<Name>(name: Name, word: string): Spelling<Name> {
  const ending =
    word.length > 1 && word.endsWith('*') ? '*' : word.length > 1 && word.endsWith('+') ? '+' : '';
  return { key: plainText(ending ? word.slice(0, -1) : word), name, ending };
}

/**
 * Names of several words before single ones; any spelling may match, since each ends where the word does. All words share one set
 * of letter classes: with one set per word, the pattern took half a second and 70 MB.
 */
function patternOf(spellings: readonly Spelling<string>[]): RegExp {
  const unspaced = spellings.filter(({ key }) => !SPACED.test(key));
  const spaced = spellings.filter(({ key }) => SPACED.test(key));
  const long = spaced.filter(({ key }) => key.includes('-'));
  const short = spaced.filter(({ key }) => !key.includes('-'));
  const words = [...inGroups(long), ...inGroups(short)].join('|');
  const names = String.raw`(?<![\p{L}\p{N}])(?:${words})(?![\p{L}\p{N}])`;
  return new RegExp([PUNCTUATION, ...unspaced.map(stemOf), ...(words ? [names] : [])].join('|'), 'gu');
}

function inGroups(spellings: readonly Spelling<string>[]): string[] {
  return (['', '+', '*'] as const).flatMap((wanted) => {
    const stems = spellings.filter(({ ending }) => ending === wanted).map(stemOf);
    return stems.length > 0 ? [`(?:${stems.join('|')})${ENDINGS[wanted]}`] : [];
  });
}

function stemOf({ key }: Spelling<string>): string {
  return key.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('-', String.raw`[\s_-]?`);
}

function nameOf<Name>(spellings: readonly Spelling<Name>[], found: string): Name | undefined {
  const bare = found.replace(/[\s_-]/g, '');
  return spellings.find(({ key, ending }) => {
    const stem = key.replaceAll('-', '');
    return ending ? bare.startsWith(stem) : bare === stem;
  })?.name;
}
