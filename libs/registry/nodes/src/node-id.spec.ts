import { lookAlikeKey, nodeIdProblem } from './node-id.js';

describe('nodeIdProblem', () => {
  it.each(['a', '7', 'My.Node_pack-2', 'x'.repeat(100), 'searches'])('takes %s', (id) => {
    expect(nodeIdProblem(id)).toBeUndefined();
  });

  it.each([
    '',
    '-a',
    'a-',
    '.a',
    'a_',
    'a b',
    'a/b',
    'x'.repeat(101),
    'knöten',
    'a\u200Bb',
    'а',
    7,
    undefined,
  ])('refuses the shape of %p', (id) => {
    expect(nodeIdProblem(id)).toMatch(/^must be 1 to 100 letters/);
  });

  it.each(['search', 'Search', 'NULL', 'versions'])('refuses the reserved word %s', (id) => {
    expect(nodeIdProblem(id)).toBe('must not be a reserved word');
  });
});

describe('lookAlikeKey', () => {
  it('is the same for ids that differ in case and separators', () => {
    expect(new Set(['Image-Tools', 'image_tools', 'image.TOOLS', 'imagetools'].map(lookAlikeKey)).size).toBe(
      1,
    );
  });
});
