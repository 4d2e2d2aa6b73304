/** Weights a prompt part may carry in brackets. */
export const PROMPT_WEIGHT_MIN = 1;
export const PROMPT_WEIGHT_MAX = 1.4;

/** A stretch of a prompt and its stress: 1 where none is written, the product where brackets are nested. */
export type PromptPart = {
  readonly text: string;
  readonly weight: number;
};

/** A balanced pair of brackets with a weight, `(text:weight)`, by the positions of `(`, of the last `:`, and of `)`. */
type WeightedBrackets = {
  readonly open: number;
  readonly colon: number;
  readonly close: number;
  readonly weight: number;
};

const WEIGHT = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Splits a prompt at its `(text:weight)` brackets. Unbalanced brackets are plain text; weights are kept as written. */
export function promptParts(prompt: string): PromptPart[] {
  const cuts = weightedBrackets(prompt)
    .flatMap(({ open, colon, close, weight }) => [
      { from: open, to: open + 1, weight },
      { from: colon, to: close + 1, weight: undefined },
    ])
    .sort((one, other) => one.from - other.from);
  const parts: PromptPart[] = [];
  const stresses = [1];
  let end = 0;
  for (const { from, to, weight } of cuts) {
    const stress = stresses.at(-1) ?? 1;
    parts.push({ text: prompt.slice(end, from), weight: stress });
    if (weight === undefined) stresses.pop();
    else stresses.push(stress * weight);
    end = to;
  }
  parts.push({ text: prompt.slice(end), weight: 1 });
  return parts.filter(({ text }) => text.trim() !== '');
}

/** Every weight that a prompt writes in balanced brackets, nested ones too, in the order in which these close. */
export function promptWeights(prompt: string): number[] {
  return weightedBrackets(prompt).map(({ weight }) => weight);
}

/**
 * A `)` closes the last `(` that is open. A weight holds no brackets, so it is searched for after the bracket before:
 * no character is read twice, however deep the brackets are.
 */
function weightedBrackets(prompt: string): WeightedBrackets[] {
  const found: WeightedBrackets[] = [];
  const opened: number[] = [];
  let behindBracket = 0;
  for (const { 0: bracket, index: close } of prompt.matchAll(/[()]/g)) {
    const open = bracket === '(' ? undefined : opened.pop();
    if (bracket === '(') opened.push(close);
    if (open !== undefined) {
      const tail = prompt.slice(behindBracket, close);
      const colon = tail.lastIndexOf(':');
      const weight = tail.slice(colon + 1);
      if (colon >= 0 && WEIGHT.test(weight))
        found.push({ open, colon: behindBracket + colon, close, weight: Number(weight) });
    }
    behindBracket = close + 1;
  }
  return found;
}
