import { isBlank, nameProblem } from './visible-text.js';

describe('nameProblem', () => {
  it.each(['Käse-Knoten', '画像ノード', 'a (b) [c]', '👩‍🚀 tools', '👍🏽', "it's", 'עברית'])(
    'takes %s',
    (name) => {
      expect(nameProblem(name)).toBeUndefined();
    },
  );

  it.each([
    ['a zero-width space', 'im\u200Bage', 'U+200B'],
    ['a zero-width joiner between letters', 'im\u200Dage', 'U+200D'],
    ['a right-to-left override', 'gpj\u202Eexe', 'U+202E'],
    ['an isolate', '\u2066a', 'U+2066'],
    ['a byte order mark', '\uFEFFname', 'U+FEFF'],
    ['a line break', 'two\nlines', 'U+000A'],
    ['an escape character', '\u001b[31mred', 'U+001B'],
    ['a soft hyphen', 'na\u00ADme', 'U+00AD'],
    ['a blank Hangul letter', '\u3164', 'U+3164'],
    ['a tag character', 'a\u{E0041}', 'U+E0041'],
  ])('names %s', (_, name, code) => {
    expect(nameProblem(name)).toContain(code);
  });
});

describe('isBlank', () => {
  it.each(['', ' ', '\t\r\n', '\u00A0\u3000', '\u200B\uFEFF \u202E', '\u3164', '\u200D'])(
    'sees nothing in %j',
    (text) => {
      expect(isBlank(text)).toBe(true);
    },
  );

  it.each(['.', ' a ', '\u200B雨', '👩‍🚀', '\u0301', '\u202Eא'])('sees something in %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});
