import { bytes, scannedBytes, shortText } from '../../__fixtures__/binaries.js';
import { ARCHIVES_TO_FIND, HONEST_ARCHIVES } from '../../__fixtures__/archive-packs.js';
import { ARCHIVES_LEADING_OUT, ARCHIVES_STAYING } from '../../__fixtures__/data-packs.js';
import {
  HONEST_HOOKS,
  HONEST_PICKLES,
  HONEST_PROGRAMS,
  HOOKS_TO_FIND,
  PICKLES_TO_FIND,
  PROGRAMS_TO_FIND,
} from '../../__fixtures__/file-packs.js';
import { FILE_RULES } from './file-rules.js';

const TO_FIND = [
  ...PROGRAMS_TO_FIND,
  ...HOOKS_TO_FIND,
  ...PICKLES_TO_FIND,
  ...ARCHIVES_TO_FIND,
  ...ARCHIVES_LEADING_OUT,
];

describe('rules over files by what they are', () => {
  it.each(TO_FIND)('%s finds %s', async (rule, _what, files) => {
    expect((await scannedBytes(files)).map(({ code }) => code)).toContain(rule);
  });

  it.each([...HONEST_PROGRAMS, ...HONEST_HOOKS, ...HONEST_PICKLES, ...HONEST_ARCHIVES, ...ARCHIVES_STAYING])(
    '%s are no finding',
    async (_what, files) => {
      expect((await scannedBytes(files)).filter(({ severity }) => severity !== 'note')).toEqual([]);
    },
  );

  it('has a pack for each rule', () => {
    const shown = new Set(TO_FIND.map(([rule]) => rule));
    expect(FILE_RULES.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });
});

describe('stored objects that mean harm to the scan cost a bounded effort', () => {
  const start = '\x80\x04';
  const harm = 'cposix\nsystem\n(Vid\ntR.';

  it.each([
    ['nested marks', `${start}${'('.repeat(1_000_000)}${harm}`, 'pickle_runs_code'],
    ['nested lists', `${start}${'(l'.repeat(500_000)}${harm}`, 'pickle_runs_code'],
    ['an endless memo', `${start}${'N\x94'.repeat(900_000)}${harm}`, 'pickle_runs_code'],
    [
      'an endless memo of long texts',
      `${start}${`${shortText('a'.repeat(250))}\x94`.repeat(20_000)}${harm}`,
      'pickle_runs_code',
    ],
    ['many imports', `${start}${'ca\nb\n'.repeat(20_000)}${harm}`, 'pickle_unread'],
    ['many pickles', `${`${start}N.`.repeat(200_000)}${start}${harm}`, 'pickle_runs_code'],
    ['a long line', `${start}c${'a'.repeat(4_000_000)}\nb\n${harm}`, 'pickle_runs_code'],
    ['a quoted long line', `${start}S'${"\\x41'".repeat(500_000)}'\n${harm}`, 'pickle_runs_code'],
  ])('%s', async (_what, source, code) => {
    const started = Date.now();
    expect((await scannedBytes({ 'a.pkl': bytes(source) })).map((finding) => finding.code)).toContain(code);
    expect(Date.now() - started).toBeLessThan(5_000);
  });

  it.each([
    ['a huge length', `${start}\x8d${'\xff'.repeat(8)}a`],
    ['a negative length', `${start}T\xff\xff\xff\xffa`],
    ['a huge frame', `${start}\x95${'\xff'.repeat(8)}N.`],
    ['a huge number', `${start}\x8b\xff\xff\xff\x7f1`],
    ['no end of line', `${start}c${'a'.repeat(100_000)}`],
    ['a huge place in the memo', `${start}g${'9'.repeat(400)}\nj\xff\xff\xff\xff\x93.`],
    ['nothing on its stack', `${start}\x93R.`],
    ['only its mark', start],
    ['a cut header of numpy', '\x93NUMPY\x01\x00'],
    ['a header of numpy without end', '\x93NUMPY\x02\x00\xff\xff\xff\xff{'],
  ])('%s is read without an error', async (_what, source) => {
    const codes = (await scannedBytes({ 'a.pkl': bytes(source) })).map(({ code }) => code);
    expect(codes).not.toContain('pickle_runs_code');
  });
});
