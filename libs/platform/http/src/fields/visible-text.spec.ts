import { isBlank, nameProblem, proseProblem, visibleProse } from './visible-text.js';

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

describe('proseProblem', () => {
  it.each([
    'Zwei\r\nZeilen\tund mehr',
    'עברית \u200F(123)\u200F',
    'می\u200Cخواهم',
    '👩‍🚀 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ])('takes %j', (text) => {
    expect(proseProblem(text)).toBeUndefined();
    expect(visibleProse(text)).toBe(text);
  });

  it.each([
    ['a right-to-left override', 'The \u202Elive\u202C node', 'U+202E', 'The live node'],
    ['an isolate', '\u2067a\u2069', 'U+2067', 'a'],
    ['an escape character', '\u001B[31mred', 'U+001B', '[31mred'],
    ['a C1 control', 'a\u009Bb', 'U+009B', 'ab'],
    ['a hidden letter', 'a\u{E0041}', 'U+E0041', 'a'],
  ])('names %s, which is left out of what is shown', (_, text, code, shown) => {
    expect(proseProblem(text)).toContain(code);
    expect(visibleProse(text)).toBe(shown);
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
