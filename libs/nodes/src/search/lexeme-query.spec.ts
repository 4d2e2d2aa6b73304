import { allOf, anyOf, lexeme, without } from './lexeme-query.js';

describe('lexeme queries', () => {
  const [image, mask] = [lexeme('timage', 900), lexeme('tmask', 50)];

  it('write conditions as text queries and bound the rows they match', () => {
    expect(allOf([image, mask])).toEqual({ text: "('timage'&'tmask')", rows: 50, leastRows: 0 });
    expect(anyOf([image, undefined, mask])).toEqual({
      text: "('timage'|'tmask')",
      rows: 950,
      leastRows: 900,
    });
    expect(without(image, [mask]).text).toBe("'timage'&!('tmask')");
  });

  it('match nothing when a part of all, or every part of any, matches nothing', () => {
    expect(allOf([image, undefined])).toBeUndefined();
    expect(anyOf([undefined])).toBeUndefined();
    expect(allOf([])).toBeUndefined();
  });

  it('keep quotes and backslashes inside the lexeme', () => {
    expect(lexeme(`n"it's\\`, 1).text).toBe(`'n"it''s\\\\'`);
  });
});
