import { promptLight } from './light-prompt.js';

describe('promptLight', () => {
  it('knows nothing of words outside the vocabulary', () => {
    expect(promptLight('')).toBeUndefined();
    expect(promptLight('a cat on a constructor')).toBeUndefined();
  });

  it('finds words in any case and common endings', () => {
    expect(promptLight('WARM')).toEqual(promptLight('warm'));
    expect(promptLight('warmly')).toEqual(promptLight('warm'));
    expect(promptLight('candles')).toEqual(promptLight('candle'));
  });

  it('minds a negation', () => {
    expect(promptLight('no neon')).toBeUndefined();
    expect(promptLight('warm, not red')).toEqual(promptLight('warm'));
  });

  it('adds directions up', () => {
    expect(promptLight('from the top left')?.from).toEqual([-1, -1]);
    expect(promptLight('left and right')?.from).toEqual([0, 0]);
  });

  it('stresses a part by its weight', () => {
    expect(promptLight('(left:1.4) light')?.from[0]).toBeCloseTo(-1.8);
  });

  it('stresses a nested part by both weights, to the limit', () => {
    expect(promptLight('((left:1.1) light:1.2)')?.from[0]).toBeCloseTo(-1.64);
    expect(promptLight('((left:1.4) light:1.4)')).toEqual(promptLight('(left:1.4) light'));
  });
});
