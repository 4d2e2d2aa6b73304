import { LRUCache } from 'lru-cache';
import unhomoglyph from 'unhomoglyph';
import { editDistance } from '#libs/registry/search';

/**
 * How one name may be taken for another; the first that holds counts. `same_letters`: they differ in letter case and signs;
 * `affix`: in words such as `comfyui-` or `-official`; `look_alike_letters`: in letters that look the same; `swapped_words`:
 * in the order of the words; `bit_flip`: in one bit; `typo`: in a neighbouring key, or two letters are swapped; `omitted`: a letter
 * is missing; `one_edit`: in any other letter; `copied`: the text or the repository is the other's.
 */
export const LIKENESSES = [
  'same_letters',
  'one_edit',
  'omitted',
  'typo',
  'swapped_words',
  'bit_flip',
  'affix',
  'look_alike_letters',
  'copied',
] as const;
export type Likeness = (typeof LIKENESSES)[number];
/** One that the names alone show. */
export type NameLikeness = Exclude<Likeness, 'copied'>;

/** A name as the checks compare it. */
export type NameForms = {
  /** In lower case, without signs. */
  letters: string;
  /** The letters without affixes. */
  core: string;
  /** The core, where characters that look the same are the same. */
  looks: string;
  /** The words without affixes, sorted; undefined when they are fewer than two. */
  words: string | undefined;
};

/** Shorter cores, such as `sd` or `3d`, are in too many honest names. */
const CORE_MIN_CHARS = 4;
/** Of shorter cores, too many are one letter apart by chance. */
const EDITED_MIN_CHARS = 5;
/** A core keeps this much of a name that is all affixes. */
const KEPT_CHARS = 3;

const BEFORE = ['comfyui', 'comfy', 'official'];
const AFTER = [
  ...BEFORE,
  'customnodes',
  'customnode',
  'nodes',
  'node',
  'pack',
  'suite',
  'extension',
  'plugin',
];
const AFFIX_WORDS = new Set([...AFTER, 'ui', 'custom']);

const KEYBOARD = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];

const AFFIXES = affixPattern((affix) => affix);
const LOOKS_OF_AFFIXES = affixPattern(looksOf);

/** Popular names are compared again and again. */
const FORMS = new LRUCache<string, NameForms>({ max: 10_000 });

export function formsOf(name: string): NameForms {
  const known = FORMS.get(name);
  if (known) return known;
  const forms = newFormsOf(name);
  FORMS.set(name, forms);
  return forms;
}

function newFormsOf(name: string): NameForms {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const letters = words.join('');
  const own = words.filter((word) => !AFFIX_WORDS.has(word)).sort();
  return {
    letters,
    core: withoutAffixes(letters, AFFIXES),
    looks: withoutAffixes(looksOf(letters), LOOKS_OF_AFFIXES),
    words: own.length < 2 ? undefined : own.join(' '),
  };
}

/** How a name may be taken for a popular one; undefined when it may not. */
export function likenessOf(name: NameForms, popular: NameForms): NameLikeness | undefined {
  if (name.letters === popular.letters) return 'same_letters';
  if (Math.min(name.core.length, popular.core.length) < CORE_MIN_CHARS) return undefined;
  if (name.core === popular.core) return 'affix';
  if (name.looks === popular.looks) return 'look_alike_letters';
  if (name.words !== undefined && name.words === popular.words) return 'swapped_words';
  return editOf(name.core, popular.core);
}

/** Whether a name claims a standing that only the registry gives. */
export function claimsStanding(name: string): boolean {
  return /(?:^|[^\p{L}])(?:official|verified)(?:$|[^\p{L}])/iu.test(name.normalize('NFKC'));
}

function affixPattern(spelt: (affix: string) => string): RegExp {
  const [before, after] = [BEFORE, AFTER].map((affixes) => affixes.map(spelt).join('|'));
  return new RegExp(`^(?:${before})|(?:${after})$`, 'g');
}

function withoutAffixes(letters: string, affixes: RegExp): string {
  const shorter = letters.replaceAll(affixes, '');
  return shorter === letters || shorter.length < KEPT_CHARS ? letters : withoutAffixes(shorter, affixes);
}

/** Confusable characters of Unicode as one, and Latin letters and digits that look alike as one. */
function looksOf(letters: string): string {
  return letters
    .replaceAll(/[^a-z0-9]+/g, unhomoglyph)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replaceAll(/[i1]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/** Names that differ in digits are versions of something: `flux1` and `flux2`. */
function editOf(core: string, popular: string): NameLikeness | undefined {
  if (Math.min(core.length, popular.length) < EDITED_MIN_CHARS) return undefined;
  if (editDistance(core, popular, 1) !== 1) return undefined;
  if (core.replaceAll(/\d/g, '') === popular.replaceAll(/\d/g, '')) return undefined;
  if (core.length !== popular.length) return core.length < popular.length ? 'omitted' : 'one_edit';
  const at = [...core].findIndex((letter, place) => letter !== popular[place]);
  if (core.slice(at + 1) !== popular.slice(at + 1)) return 'typo';
  return substitution(core.charAt(at), popular.charAt(at));
}

function substitution(letter: string, meant: string): NameLikeness {
  const bits = letter.charCodeAt(0) ^ meant.charCodeAt(0);
  if ((bits & (bits - 1)) === 0) return 'bit_flip';
  return areNeighbours(letter, meant) ? 'typo' : 'one_edit';
}

/** Whether the keys touch: beside each other, or in the row above or below. */
function areNeighbours(left: string, right: string): boolean {
  const [a, b] = [left, right].map((letter) => {
    const row = KEYBOARD.findIndex((keys) => keys.includes(letter));
    return { row, column: KEYBOARD[row]?.indexOf(letter) ?? -1 };
  });
  if (!a || !b || a.row < 0 || b.row < 0 || Math.abs(a.row - b.row) > 1) return false;
  const step = b.column - a.column;
  return a.row === b.row ? Math.abs(step) === 1 : (b.row - a.row) * step <= 0 && Math.abs(step) <= 1;
}
