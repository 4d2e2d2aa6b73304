import { canonicalTranslations, mergedTranslations, translationsProblem } from './node-translations.js';

describe('translationsProblem', () => {
  it.each([{}, { de: { name: 'Knoten' } }, { 'zh-Hant-TW': { description: '節點' }, 'pt-BR': {} }])(
    'takes %j',
    (value) => {
      expect(translationsProblem(value)).toBeUndefined();
    },
  );

  it.each([
    [[], 'must be an object'],
    ['de', 'must be an object'],
    [{ deutsch_de: {} }, 'BCP 47'],
    [{ '': {} }, 'BCP 47'],
    [{ en: {}, EN: {} }, 'repeats'],
    [{ de: 'Knoten' }, 'under "de"'],
    [{ de: { title: 'x' } }, '"title" is neither'],
    [{ de: { name: 7 } }, '"de.name"'],
    [{ de: { name: 'x'.repeat(201) } }, '"de.name"'],
    [{ de: { name: 'a\u202Eb' } }, 'U+202E'],
    [
      Object.fromEntries(
        Array.from({ length: 101 }, (_, at) => [`a${String.fromCharCode(97 + (at % 26))}-${100 + at}`, {}]),
      ),
      'at most 100',
    ],
  ])('refuses %j', (value, problem) => {
    expect(translationsProblem(value)).toContain(problem);
  });
});

describe('translations', () => {
  it('writes tags canonically', () => {
    expect(canonicalTranslations({ 'EN-us': { name: 'a' } })).toEqual({ 'en-US': { name: 'a' } });
  });

  it('adds, replaces and removes languages', () => {
    const present = { de: { name: 'alt' }, fr: { name: 'vieux' } };
    expect(mergedTranslations(present, { DE: { description: 'neu' }, fr: {}, ja: { name: '新' } })).toEqual({
      de: { description: 'neu' },
      ja: { name: '新' },
    });
  });
});
