/** A reproducible generator of numbers in [0, 1). */
export type Random = () => number;

/** Mixes any text into 32 well-spread bits (FNV-1a with a final avalanche). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Gives every purpose its own generator, so that one more draw in one voice never changes another voice. */
export function randomStream(seed: number, purpose: string): Random {
  let state = hashText(`${seed}/${purpose}`);
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 0x100000000;
  };
}

export function pick<T>(random: Random, choices: readonly T[]): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new RangeError('Nothing to pick from');
  return choice;
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
