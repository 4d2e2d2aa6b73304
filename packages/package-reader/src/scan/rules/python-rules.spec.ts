import { ACTS_TO_FIND } from '../__fixtures__/act-packs.js';
import { CODE_TO_FIND } from '../__fixtures__/code-packs.js';
import { ASSETS_TO_FIND, DATA_TO_FIND, HONEST_ASSETS, HONEST_DATA } from '../__fixtures__/data-packs.js';
import { EVASIONS_NOT_TO_FIND, EVASIONS_TO_FIND } from '../__fixtures__/evasion-packs.js';
import { FETCHED_NOT_TO_FIND, FETCHED_TO_FIND } from '../__fixtures__/fetched-packs.js';
import { HONEST_PYTHON } from '../__fixtures__/honest-packs.js';
import { scanned } from '../__fixtures__/scanned.js';
import { SPREAD_NOT_TO_FIND, SPREAD_TO_FIND } from '../__fixtures__/spread-packs.js';
import { VARIANTS_NOT_TO_FIND, VARIANTS_TO_FIND } from '../__fixtures__/variant-packs.js';
import { HONEST_TEXTS, TEXTS_TO_FIND } from '../__fixtures__/text-packs.js';
import { PYTHON_AND_TEXT_RULES } from './python-rules.js';

const TO_FIND = [
  ...CODE_TO_FIND,
  ...ACTS_TO_FIND,
  ...TEXTS_TO_FIND,
  ...VARIANTS_TO_FIND,
  ...EVASIONS_TO_FIND,
  ...ASSETS_TO_FIND,
  ...DATA_TO_FIND,
  ...SPREAD_TO_FIND,
  ...FETCHED_TO_FIND,
];

describe('rules over Python and texts', () => {
  it.each(TO_FIND)('%s finds %s', async (rule, _what, files) => {
    expect((await scanned(files)).map(({ code }) => code)).toContain(rule);
  });

  it.each([
    ...HONEST_PYTHON,
    ...HONEST_TEXTS,
    ...VARIANTS_NOT_TO_FIND,
    ...EVASIONS_NOT_TO_FIND,
    ...HONEST_ASSETS,
    ...HONEST_DATA,
    ...SPREAD_NOT_TO_FIND,
    ...FETCHED_NOT_TO_FIND,
  ])('%s are no finding', async (_what, files) => {
    expect((await scanned(files)).filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('has a pack for each rule', () => {
    const shown = new Set(TO_FIND.map(([rule]) => rule));
    expect(PYTHON_AND_TEXT_RULES.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('names the file, the lines and the text of what was found', async () => {
    const line = 'exec(base64.b64decode("cHJpbnQoMSk="))';
    expect(await scanned({ 'a/b.py': `import base64\n\n${line}\n` })).toEqual([
      expect.objectContaining({
        path: 'a/b.py',
        lines: [3],
        excerpt: line,
        severity: 'held',
        ruleVersion: 1,
      }),
    ]);
  });
});
