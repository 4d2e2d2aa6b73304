import type { LightName } from './light-vocabulary.js';
import {
  DIRECTIONS,
  DIRECTION_NAMES,
  type DirectionName,
  GRAMMAR_NAMES,
  type GrammarName,
  LIGHT_NAMES,
} from './light-names.js';
import { MORE_LANGUAGES } from './light-names-more.js';
import { LIGHT_WORDS, type LightWord } from './light-vocabulary.js';
import { PROMPT_WEIGHT_MAX, PROMPT_WEIGHT_MIN } from './prompt-parts.js';
import { withoutFiller } from './prompt-fillers.js';
import { type FoundName, lexerOf } from './prompt-lexer.js';

export type Vector = readonly [x: number, y: number];

/** What one part of a prompt says, as "red light from the left". */
export type LightPhrase = {
  /** Sides that it names, shadows turned round; empty where it names none. */
  readonly sides: Vector[];
  readonly words: { readonly word: LightWord; readonly stress: number }[];
  behind: number;
  /** Stress of the named sides. */
  stress: number;
  /** Brightness of a light against the others, for one that is called key or fill. */
  share: number;
};

/** The phrases of a prompt, and the sides from which it wants no light. */
export type LightPhrases = { readonly phrases: LightPhrase[]; readonly unwanted: Vector[] };

type ItemName = DirectionName | GrammarName | LightName | 'pause';
type Item = FoundName<ItemName>;

const VERY = 1.6;
const SLIGHTLY = 0.5;

/** A fill is well below the key: about two stops. */
const ROLES = { key: 1, fillLight: 0.25 } as const;

const itemsOf = lexerOf<ItemName>(
  [DIRECTION_NAMES, GRAMMAR_NAMES, LIGHT_NAMES, ...Object.values(MORE_LANGUAGES)],
  'pause',
);

export function readPhrases(prompt: string): LightPhrases {
  const items = withoutThings(itemsOf(prompt).names);
  const denied = deniedItems(items);
  const phrases: LightPhrase[] = [];
  const unwanted: Vector[] = [];
  let open: Item[] = [];
  const close = (): void => {
    if (open.length > 0) phrases.push(...phrasesOf(open));
    open = [];
  };
  for (const item of items) {
    if (denied.has(item)) {
      if (isDirection(item.name)) unwanted.push(DIRECTIONS[item.name].from);
    } else if (isBreak(item.name)) close();
    else open.push(item);
  }
  close();
  return { phrases: phrases.filter(({ sides, words }) => sides.length + words.length > 0), unwanted };
}

/**
 * The words of a prompt that change nothing, in its order: those that are not known, things with their colours, and, where there
 * is no person to draw a rim on, those that ask for light from behind.
 */
export function ignoredWords(prompt: string, hasPerson: boolean): string[] {
  const { names, others } = itemsOf(prompt);
  const used = new Set(withoutThings(names));
  const unused = names.filter((item) => {
    if (item.name === 'pause' || item.name === 'ignored') return false;
    return !used.has(item) || (!hasPerson && isBehind(item.name));
  });
  const words = [...unused, ...others.flatMap(withoutFiller)].toSorted((one, other) => one.at - other.at);
  return [...new Set(words.map(({ text }) => text))];
}

function isBehind(name: ItemName): boolean {
  return (
    (isDirection(name) && 'behind' in DIRECTIONS[name]) || (isLight(name) && 'behind' in LIGHT_WORDS[name])
  );
}

function isDirection(name: ItemName): name is DirectionName {
  return Object.hasOwn(DIRECTIONS, name);
}

function isLight(name: ItemName): name is LightName {
  return Object.hasOwn(LIGHT_WORDS, name);
}

function isRole(name: ItemName): name is keyof typeof ROLES {
  return Object.hasOwn(ROLES, name);
}

function isBreak(name: ItemName): boolean {
  return name === 'pause' || name === 'and' || name === 'or' || name === 'but';
}

/** Drops a colour that is a thing's, as in "red dress". */
function withoutThings(items: readonly Item[]): Item[] {
  return items.filter((item, index) => {
    const next = items[index + 1];
    return item.name !== 'ignored' && item.name !== 'thing' && !(next?.name === 'thing' && next.isNext);
  });
}

/** The words denied by a "no", up to the end of its phrase or list, or by a なし after them. */
function deniedItems(items: Item[]): Set<Item> {
  const denied = new Set<Item>();
  let isDenied = false;
  for (const [index, item] of items.entries()) {
    if (item.name === 'not') isDenied = items[index + 1]?.name !== 'only';
    else if (item.name === 'notBefore') {
      for (let at = index - 1; at >= 0 && !isBreak(items[at]!.name); at--) denied.add(items[at]!);
    } else if (item.name === 'pause' || item.name === 'but') isDenied = false;
    // "no red and blue light" goes on, "no red light and blue light" does not.
    else if (item.name === 'and') isDenied &&= item.isNext;
    else if (isDenied && item.name !== 'or') denied.add(item);
  }
  return denied;
}

/** Splits "red from the left blue from the right", where nothing else does. */
function phrasesOf(items: Item[]): LightPhrase[] {
  const phrases: LightPhrase[] = [];
  let open: Item[] = [];
  let last: ReturnType<typeof kindOf>;
  const seen = new Set<string>();
  for (const item of items) {
    const kind = kindOf(item.name);
    if (kind && kind !== last && seen.has(kind)) {
      phrases.push(phraseOf(open));
      open = [];
      seen.clear();
    }
    if (kind) {
      last = kind;
      seen.add(kind);
    }
    open.push(item);
  }
  return [...phrases, phraseOf(open)];
}

function kindOf(name: ItemName): 'side' | 'gel' | 'role' | undefined {
  if (isDirection(name)) return 'side';
  if (isRole(name)) return 'role';
  return isLight(name) && (LIGHT_WORDS[name] as LightWord).gel ? 'gel' : undefined;
}

function phraseOf(items: Item[]): LightPhrase {
  const phrase: LightPhrase = { sides: [], words: [], behind: 0, stress: 1, share: 1 };
  const shadowed = shadowedItems(items);
  let degree = 1;
  for (const item of items) {
    const stress = stressOf(item.weight) * degree;
    if (item.name === 'very') degree *= VERY;
    else if (item.name === 'slightly') degree *= SLIGHTLY;
    else if (isDirection(item.name)) addSide(phrase, item.name, shadowed.has(item), stressOf(item.weight));
    else if (isRole(item.name)) {
      phrase.share = ROLES[item.name] * stress;
      degree = 1;
    } else if (isLight(item.name)) {
      phrase.words.push({ word: LIGHT_WORDS[item.name], stress });
      degree = 1;
    }
  }
  return phrase;
}

/** Directions in which shadows lie: those behind the word, or else those before it. */
function shadowedItems(items: Item[]): Set<Item> {
  const at = items.findIndex(({ name }) => name === 'shadow');
  if (at < 0) return new Set();
  const after = items.slice(at).filter(({ name }) => isDirection(name));
  return new Set(after.length > 0 ? after : items);
}

function addSide(phrase: LightPhrase, name: DirectionName, isShadowed: boolean, stress: number): void {
  const direction: { from: Vector; behind?: number } = DIRECTIONS[name];
  const [x, y] = isShadowed ? [-direction.from[0], -direction.from[1]] : direction.from;
  // "From left to right" comes from the left.
  if (phrase.sides.some((side) => x * side[0] + y * side[1] < 0)) return;
  if (name === 'bothSides') phrase.sides.push([-1, 0], [1, 0]);
  else phrase.sides.push([x, y]);
  phrase.behind = Math.max(phrase.behind, direction.behind ?? 0);
  phrase.stress = Math.max(phrase.stress, stress);
}

/** 1 → 1, 1.4 → 1.8: the narrow range of weights must be seen. */
function stressOf(weight: number): number {
  const clamped = Math.min(PROMPT_WEIGHT_MAX, Math.max(PROMPT_WEIGHT_MIN, weight));
  return 1 + 2 * (clamped - 1);
}
