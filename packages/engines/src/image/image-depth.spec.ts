import { deepenChange, shallowPixels } from './image-depth.js';

const SIZE = { width: 96, height: 24, channels: 3 } as const;

/** A ramp finer than 8 bits can show. */
const ramp = (): Uint16Array =>
  Uint16Array.from(
    { length: SIZE.width * SIZE.height * SIZE.channels },
    (_, at) => 20_000 + 30 * (Math.floor(at / 3) % SIZE.width),
  );

function deepened(change: (value: number, at: number) => number): Uint16Array {
  const deep = ramp();
  const data = shallowPixels(deep, SIZE).map(change);
  deepenChange(deep, { data, ...SIZE });
  return deep;
}

describe('deepenChange', () => {
  it('leaves what a job has not changed', () => {
    expect(deepened((value) => value)).toEqual(ramp());
  });

  it('keeps the fine steps under a change', () => {
    const row = deepened((value) => value * 0.7 + 20)
      .subarray(0, SIZE.width * 3)
      .filter((_, at) => at % 3 === 0);
    expect(new Set(row).size).toBeGreaterThan(SIZE.width * 0.9);
    const steps = [...row].slice(1).map((value, at) => value - row[at]!);
    // A ramp of 21 a pixel; rounded to 8 bits it would have steps of 257.
    expect(Math.max(...steps.map(Math.abs))).toBeLessThan(90);
  });

  it('stays within a level of what the job made', () => {
    const noisy = (value: number, at: number): number => value + ((at * 7_919) % 90);
    const made = shallowPixels(ramp(), SIZE).map(noisy);
    deepened(noisy).forEach((value, at) => expect(Math.abs(value / 257 - made[at]!)).toBeLessThan(1.01));
  });

  it('works on pictures smaller than its window', () => {
    const deep = Uint16Array.of(1_000, 30_000, 65_535, 300);
    const shape = { width: 1, height: 1, channels: 4 } as const;
    deepenChange(deep, { data: shallowPixels(deep, shape), ...shape });
    expect(deep).toEqual(Uint16Array.of(1_000, 30_000, 65_535, 300));
  });
});
