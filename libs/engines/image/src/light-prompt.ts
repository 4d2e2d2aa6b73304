import { type Triple, clamp } from './colour.js';
import { LIGHT_WORDS, type LightWord } from './light-vocabulary.js';
import { PROMPT_WEIGHT_MAX, PROMPT_WEIGHT_MIN, promptParts } from './prompt-parts.js';

/** What a whole prompt says about light. */
export type PromptLight = Required<LightWord>;

const NEGATIONS = new Set(['no', 'not', 'without']);

/** The light a prompt asks for, or undefined when none of its words is in the vocabulary. */
export function promptLight(prompt: string): PromptLight | undefined {
  const words = promptParts(prompt).flatMap(({ text, weight }) =>
    knownWords(text).map((word) => ({ word, stress: stressOf(weight) })),
  );
  if (words.length === 0) return undefined;
  const sum = (of: (word: LightWord) => number | undefined, least: number, most: number): number =>
    clamp(
      words.reduce((total, { word, stress }) => total + (of(word) ?? 0) * stress, 0),
      least,
      most,
    );
  return {
    from: [sum(({ from }) => from?.[0], -1.8, 1.8), sum(({ from }) => from?.[1], -1.8, 1.8)],
    centred: sum(({ centred }) => centred, -2, 2),
    behind: sum(({ behind }) => behind, 0, 2),
    exposure: sum(({ exposure }) => exposure, -2, 1.5),
    hardness: sum(({ hardness }) => hardness, -1.2, 1.8),
    colour: blendColours(words.map(({ word, stress }) => ({ colour: word.colour, stress }))),
    counterColour: blendColours(
      words.map(({ word, stress }) => ({ colour: word.counterColour ?? word.colour, stress })),
    ),
    saturation: sum(({ saturation }) => saturation, -1, 0.8),
  };
}

/** 1 → 1, 1.4 → 1.8: the narrow range of weights must be seen. */
function stressOf(weight: number): number {
  return 1 + 2 * (clamp(weight, PROMPT_WEIGHT_MIN, PROMPT_WEIGHT_MAX) - 1);
}

function knownWords(text: string): LightWord[] {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  return words.flatMap((word, index) => {
    if (NEGATIONS.has(words[index - 1] ?? '')) return [];
    const known = lookUp(word);
    return known ? [known] : [];
  });
}

function lookUp(word: string): LightWord | undefined {
  const stems = [
    word,
    word.replace(/s$/, ''),
    word.replace(/ly$/, ''),
    word.replace(/(?:ing|ed|er)$/, ''),
    word.replace(/y$/, ''),
  ];
  const stem = stems.find((candidate) => Object.hasOwn(LIGHT_WORDS, candidate));
  return stem === undefined ? undefined : LIGHT_WORDS[stem];
}

/** Geometric mean by stress, then as strong as the strongest stress asks. */
function blendColours(colours: { colour?: Triple; stress: number }[]): Triple {
  const coloured = colours.flatMap(({ colour, stress }) => (colour ? [{ colour, stress }] : []));
  const total = coloured.reduce((sum, { stress }) => sum + stress, 0);
  if (total === 0) return [1, 1, 1];
  const strongest = Math.max(...coloured.map(({ stress }) => stress));
  const channel = (index: 0 | 1 | 2): number =>
    2 **
    ((coloured.reduce((sum, { colour, stress }) => sum + Math.log2(colour[index]) * stress, 0) / total) *
      strongest);
  return [channel(0), channel(1), channel(2)];
}
