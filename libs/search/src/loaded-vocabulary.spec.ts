import { LoadedVocabulary } from './loaded-vocabulary.js';
import { type TermEntry } from './vocabulary-terms.js';

function entry(term: string, counts: Partial<TermEntry>): TermEntry {
  return { term, n: 0, t: 0, a: 0, r: 0, ...counts };
}

/** What one batch tells, whether its words are new or not. */
function told(vocabulary: LoadedVocabulary, ...entries: TermEntry[]): TermEntry[] {
  const { first, grown } = vocabulary.add(entries);
  return [...first, ...grown];
}

describe('the words of an import', () => {
  it('are told at once when they are new, or new in a field', () => {
    const vocabulary = new LoadedVocabulary();
    expect(vocabulary.add([entry('mask', { t: 3 })])).toEqual({
      first: [entry('mask', { t: 3 })],
      grown: [],
    });
    expect(vocabulary.add([entry('mask', { t: 1 })])).toEqual({ first: [], grown: [] });
    expect(vocabulary.add([entry('mask', { a: 1 })])).toEqual({
      first: [],
      grown: [entry('mask', { t: 1, a: 1 })],
    });
  });

  it('are told again when their counts have doubled', () => {
    const vocabulary = new LoadedVocabulary();
    const counts = Array.from({ length: 16 }, () => told(vocabulary, entry('mask', { t: 10 })));
    expect(counts.flat().map(({ t }) => t)).toEqual([10, 10, 20, 40, 80]);
  });

  it('are told completely in the end, rare ones too', () => {
    const vocabulary = new LoadedVocabulary();
    const all = Array.from({ length: 21 }, () =>
      told(vocabulary, entry('mask', { t: 10, n: 1 }), entry('rare', { t: 1 })),
    ).flat();
    all.push(...vocabulary.settle());
    const sum = (term: string, field: 'n' | 't'): number =>
      all.filter((one) => one.term === term).reduce((total, one) => total + one[field], 0);
    expect([sum('mask', 't'), sum('mask', 'n'), sum('rare', 't')]).toEqual([210, 21, 21]);
    expect(vocabulary.settle()).toEqual([]);
  });

  it('are forgotten, but not lost, when there are too many', () => {
    const vocabulary = new LoadedVocabulary();
    vocabulary.add([entry('mask', { t: 3 })]);
    vocabulary.add([entry('mask', { t: 1 })]);
    vocabulary.add(Array.from({ length: 200_000 }, (_, at) => entry(`word${at}`, { t: 1 })));
    expect(vocabulary.add([entry('mask', { t: 5 })])).toEqual({
      first: [entry('mask', { t: 5 })],
      grown: [entry('mask', { t: 1 })],
    });
  });
});
