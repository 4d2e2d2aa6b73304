import type { GenreName } from './genres.js';
import { MOODS } from './moods.js';
import type { MoodName } from './words/mood-words.js';
import { isGrammar, namesIn, type PromptWord } from './words/prompt-words.js';

/** Weights of words: a name counts more than a scene, what comes "with" the piece less than what it is. */
const NAMED = 3;
const HINTED = 1;
const BESIDE = 0.4;
const MODIFYING = 0.6;
const AFTER_BUT = 1.4;
const MORE = 1.6;
const LESS = 0.5;
/** In these a genre is played; they are not its kind: "lofi jazz", "a cappella pop". */
const SETTINGS: readonly GenreName[] = [
  ...(['lofi', 'chiptune', 'vaporwave', 'acappella', 'stringQuartet', 'lullaby', 'children'] as const),
];
const SETTING = 1.2;
/** Earlier words count a little more. */
const FADE = 0.985;

/** The genres that words name or hint at, the weightiest first. */
export function weighGenres(words: readonly PromptWord[], unwanted: ReadonlySet<GenreName>): GenreName[] {
  const weights = new Map<GenreName, number>();
  let isBeside = false;
  words.forEach((word, index) => {
    if (isGrammar(word, 'with')) isBeside = true;
    else if (word.isMark || isGrammar(word, 'but')) isBeside = false;
    // In "folk metal" and "jazz rock" the last word is the thing, the others are its kind.
    const isModifier = namesIn(words[index + 1], 'genre').length > 0;
    const weigh = (name: GenreName, weight: number): void => {
      if (!unwanted.has(name))
        weights.set(
          name,
          (weights.get(name) ?? 0) + weight * stress(words, index) * (isBeside ? BESIDE : 1) * FADE ** index,
        );
    };
    for (const name of namesIn(word, 'genre'))
      weigh(name, NAMED * (SETTINGS.includes(name) ? SETTING : isModifier ? MODIFYING : 1));
    for (const name of namesIn(word, 'genreHint')) weigh(name, HINTED);
  });
  return heaviestFirst(weights);
}

/** The moods that words name or hint at, the weightiest first, and the sum of their light and dark sides. */
export function weighMoods(
  words: readonly PromptWord[],
  absent: readonly PromptWord[],
): { moods: MoodName[]; light: number; pace: number } {
  const weights = new Map<MoodName, number>();
  words.forEach((word, index) => {
    const weigh = (name: MoodName, weight: number): void => {
      weights.set(name, (weights.get(name) ?? 0) + weight * stress(words, index) * FADE ** index);
    };
    for (const name of namesIn(word, 'mood')) weigh(name, NAMED);
    for (const name of namesIn(word, 'moodHint')) weigh(name, HINTED);
  });
  const unwanted = absent.flatMap((word) => [...namesIn(word, 'mood'), ...namesIn(word, 'moodHint')]);
  for (const name of unwanted) weights.delete(name);
  let light = 0;
  for (const [name, weight] of weights) light += (MOODS[name].light * weight) / NAMED;
  // What is not sad is a little happy.
  for (const name of unwanted) light -= MOODS[name].light / 2;
  const moods = heaviestFirst(weights);
  return { moods, light, pace: paceOf(moods) };
}

/** The moves of the moods, the weightiest twice; against each other they cancel out. */
function paceOf(moods: readonly MoodName[]): number {
  const [first, second] = moods.map((mood) => MOODS[mood].tempo);
  return first === undefined ? 0 : second === undefined ? first : (2 * first + second) / 3;
}

function stress(words: readonly PromptWord[], index: number): number {
  const before = words[index - 1];
  const degree = isGrammar(before, 'more') ? MORE : isGrammar(before, 'less') ? LESS : 1;
  const isTurn = words.slice(Math.max(0, index - 3), index).some((word) => isGrammar(word, 'but'));
  return degree * (isTurn ? AFTER_BUT : 1);
}

function heaviestFirst<Name>(weights: ReadonlyMap<Name, number>): Name[] {
  return [...weights].sort(([, one], [, other]) => other - one).map(([name]) => name);
}
