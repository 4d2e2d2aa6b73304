/** A deterministic generator (mulberry32): equal seeds give equal sequences. Values in [0, 1). */
export function randomFrom(seed: number): () => number {
  let index = 0;
  return () => randomAt(seed, index++);
}

/** The value at a place of the sequence of `randomFrom`, counted from 0. */
export function randomAt(seed: number, index: number): number {
  const state = (seed + Math.imul(index + 1, 0x6d2b79f5)) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
