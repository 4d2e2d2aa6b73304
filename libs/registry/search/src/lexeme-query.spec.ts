import { allOf, anyOf, lexeme, searchKeys } from './lexeme-query.js';

const NOTHING = "'~'";

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
    expect(searchKeys(image)).toEqual([NOTHING, "'timage'"]);
    expect(searchKeys(allOf([image, mask])!)).toEqual([NOTHING, "'tmask'", "'timage'"]);
    expect(searchKeys(allOf([allOf([image, lexeme('tx', 7)]), anyOf([mask, blur]), blur])!)).toEqual([
      NOTHING,
      "'tx'",
      "'tblur'",
      "('tmask'|'tblur')",
      "'timage'",
    ]);
  });

  it('put the most frequent parts together when there are too many', () => {
    const words = Array.from({ length: 7 }, (_, at) => lexeme(`t${at}`, at));
    expect(searchKeys(allOf(words)!)).toEqual([NOTHING, "'t0'", "'t1'", "'t2'", "'t3'", "'t4'&'t5'&'t6'"]);
  });

  it('are looked up by what suffices, or by the parts of the broadest alternative', () => {
    const either = anyOf([mask, allOf([image, blur])]);
    const both = ["'tblur'", "'timage'"];
    expect(searchKeys(either!)).toEqual(["('tmask')", ...both]);
    expect(searchKeys(anyOf([lexeme('tx', 7), either])!)).toEqual(["(('tmask')|'tx')", ...both]);
    expect(searchKeys(allOf([lexeme('tx', 7), either])!)).toEqual([
      "((('tmask')&'tx'))",
      "'tx'",
      "'tblur'",
      "'timage'",
    ]);
    expect(searchKeys(anyOf([allOf([image, mask]), allOf([image, blur])])!)).toEqual([
      "(('timage'&'tmask'))",
      ...both,
    ]);
  });
});
