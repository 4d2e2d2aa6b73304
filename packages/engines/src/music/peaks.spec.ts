import { PEAK_SAMPLES, peaksOf } from './peaks.js';

function samples(length: number, at: Record<number, number> = {}): Float32Array {
  const all = new Float32Array(length);
  for (const [index, value] of Object.entries(at)) all[Number(index)] = value;
  return all;
}

describe('peaksOf', () => {
  it('tells the loudest sample of either side for each step, the last of which may be short', () => {
    const length = 2 * PEAK_SAMPLES + 10;
    const left = samples(length, { 5: 0.256, [PEAK_SAMPLES]: 0.1 });
    const right = samples(length, { 9: -0.1, [PEAK_SAMPLES + 1]: -0.5, [length - 1]: -1.2 });
    expect(peaksOf({ left, right })).toEqual([0.26, 0.5, 1]);
  });

  it('has none for no samples', () => {
    expect(peaksOf({ left: samples(0), right: samples(0) })).toEqual([]);
  });
});
