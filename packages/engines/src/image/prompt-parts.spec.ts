import { promptParts, promptWeights } from './prompt-parts.js';

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
    [
      '((warm:1.5) light:2)!',
      [
        { text: 'warm', weight: 3 },
        { text: ' light', weight: 2 },
        { text: '!', weight: 1 },
      ],
    ],
    ['((warm):1.2)', [{ text: '(warm)', weight: 1.2 }]],
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
    for (const piece of ['(', '(:', '(: ', '1.', '(a:1.', ')', ':1.3)', ': 1']) {
      expect(promptParts(piece.repeat(200_000)).length).toBeLessThan(3);
    }
    const nested = '(a'.repeat(200_000) + ':1.3)'.repeat(200_000);
    expect(promptParts(nested)).toHaveLength(200_000);
    expect(promptWeights(nested)).toHaveLength(200_000);
  });
});

describe('promptWeights', () => {
  it.each([
    ['(a:1.2) (b:1.3)', [1.2, 1.3]],
    ['((a:1.2):1.9)', [1.2, 1.9]],
    ['(a (b:0.5) c:1.3)', [0.5, 1.3]],
    ['(:7)', [7]],
    ['(a:7', []],
    ['a:7)', []],
    ['(a (b):)', []],
    ['(a:1.2 b)', []],
    ['(a:(1.2))', []],
  ])('finds those of %j', (prompt, weights) => {
    expect(promptWeights(prompt)).toEqual(weights);
  });
});
