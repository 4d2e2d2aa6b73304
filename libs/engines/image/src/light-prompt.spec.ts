import { promptLight, promptParts } from './light-prompt.js';

describe('promptParts', () => {
  it.each([
    ['warm light', [{ text: 'warm light', weight: 1 }]],
    [
      'a (golden sunset:1.3) by the sea',
      [
        { text: 'a ', weight: 1 },
        { text: 'golden sunset', weight: 1.3 },
        { text: ' by the sea', weight: 1 },
      ],
    ],
    ['(warm:1.4', [{ text: '(warm:1.4', weight: 1 }]],
    ['warm:1.4)', [{ text: 'warm:1.4)', weight: 1 }]],
    [
      '((warm:1.2)',
      [
        { text: '(', weight: 1 },
        { text: 'warm', weight: 1.2 },
      ],
    ],
    ['(warm)', [{ text: '(warm)', weight: 1 }]],
    ['(warm:hot)', [{ text: '(warm:hot)', weight: 1 }]],
    ['(warm:9)', [{ text: 'warm', weight: 9 }]],
    ['(warm:-1)', [{ text: 'warm', weight: -1 }]],
    ['(warm:1e9)', [{ text: 'warm', weight: 1e9 }]],
    ['(warm:.9)', [{ text: 'warm', weight: 0.9 }]],
    ['(warm:1:2)', [{ text: 'warm:1', weight: 2 }]],
    ['', []],
  ])('splits %j', (prompt, parts) => {
    expect(promptParts(prompt)).toEqual(parts);
  });

  it('takes long hostile prompts in its stride', () => {
    for (const piece of ['(', '(:', '(: ', '1.', '(a:1.']) {
      expect(promptParts(piece.repeat(20_000)).length).toBeLessThan(3);
    }
  });
});

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
});
