import { allOf, anyOf, lexeme, searchKeys } from './lexeme-query.js';

const NOTHING = "'~'";
const EVERYTHING = "!'~'";

describe('lexeme queries', () => {
  const [image, mask, blur] = [lexeme('timage', 900), lexeme('tmask', 50), lexeme('tblur', 300)];

  it('write conditions as text queries and bound the rows they match', () => {
    expect(allOf([image, mask])).toMatchObject({ text: "('timage'&'tmask')", rows: 50, leastRows: 0 });
    expect(anyOf([image, undefined, mask])).toMatchObject({
      text: "('timage'|'tmask')",
      rows: 950,
      leastRows: 900,
    });
  });

  it('match nothing when a part of all, or every part of any, matches nothing', () => {
    expect(allOf([image, undefined])).toBeUndefined();
    expect(anyOf([undefined])).toBeUndefined();
    expect(allOf([])).toBeUndefined();
  });

  it('keep quotes and backslashes inside the lexeme', () => {
    expect(lexeme(`n"it's\\`, 1).text).toBe(`'n"it''s\\\\'`);
  });

  it('are looked up by the rarest part first', () => {
    expect(searchKeys(image)).toEqual([NOTHING, "'timage'", EVERYTHING, EVERYTHING]);
    expect(searchKeys(allOf([image, mask])!)).toEqual([NOTHING, "'tmask'", "'timage'", EVERYTHING]);
    expect(searchKeys(allOf([allOf([image, lexeme('tx', 7)]), anyOf([mask, blur]), blur])!)).toEqual([
      NOTHING,
      "'tx'",
      "'tblur'",
      "('tmask'|'tblur')&'timage'",
    ]);
  });

  it('are looked up by what suffices, or by the parts of the broadest alternative', () => {
    const either = anyOf([mask, allOf([image, blur])]);
    expect(searchKeys(either!)).toEqual(["('tmask')", "'tblur'", "'timage'", EVERYTHING]);
    expect(searchKeys(anyOf([lexeme('tx', 7), either])!)).toEqual([
      "(('tmask')|'tx')",
      "'tblur'",
      "'timage'",
      EVERYTHING,
    ]);
    expect(searchKeys(allOf([lexeme('tx', 7), either])!)).toEqual([
      NOTHING,
      "'tx'",
      "('tmask'|('timage'&'tblur'))",
      EVERYTHING,
    ]);
    expect(searchKeys(anyOf([allOf([image, mask]), allOf([image, blur])])!)).toEqual([
      "(('timage'&'tmask'))",
      "'tblur'",
      "'timage'",
      EVERYTHING,
    ]);
  });
});
