import { scanInThread } from '../scan-in-thread.js';
import {
  type Declared,
  DEPENDENCIES_TO_FIND,
  HONEST_DEPENDENCIES,
  HONEST_WORDS,
  WORDS_TO_FIND,
} from '../__fixtures__/declared-packs.js';
import { scanFile } from '../__fixtures__/binaries.js';
import { HONEST_AGENT_WORDS, WORDS_TO_AGENTS } from '../__fixtures__/data-packs.js';
import { DECLARED_RULES } from './declared-rules.js';

const TO_FIND = [...DEPENDENCIES_TO_FIND, ...WORDS_TO_FIND, ...WORDS_TO_AGENTS];

async function scanned({ files = {}, context = {} }: Declared, timeoutMs = 60_000) {
  const scanFiles = Object.entries(files).map(([path, text]) => scanFile(path, text));
  return (await scanInThread(scanFiles, { packageName: 'pack', ...context }, timeoutMs)).findings;
}

describe('rules over requirements and over words', () => {
  it.each(TO_FIND)('%s finds %s', async (rule, _what, declared) => {
    expect((await scanned(declared)).map(({ code }) => code)).toContain(rule);
  });

  it.each([...HONEST_DEPENDENCIES, ...HONEST_WORDS, ...HONEST_AGENT_WORDS])(
    '%s are no finding',
    async (_what, declared) => {
      expect((await scanned(declared)).filter(({ severity }) => severity !== 'note')).toEqual([]);
    },
  );

  it('has a pack for each rule', () => {
    const shown = new Set(TO_FIND.map(([rule]) => rule));
    expect(DECLARED_RULES.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });

  it('names the file, the line and the requirement', async () => {
    const files = { 'requirements.txt': 'numpy\n\nrequsts==1.0 # fast\n' };
    expect(await scanned({ files })).toEqual([
      expect.objectContaining({
        code: 'look_alike_requirement',
        path: 'requirements.txt',
        lines: [3],
        excerpt: 'requsts==1.0',
      }),
    ]);
  });
});

describe('words and requirements that mean harm to the scan cost a bounded effort', () => {
  it.each([
    ['many requirements', 'requirements.txt', 'requsts @ https://example.org/a\n'.repeat(30_000)],
    ['one long requirement', 'requirements.txt', `a${'.'.repeat(1_000_000)}`],
    ['a file that requires itself', 'requirements.txt', '-r requirements.txt\n'.repeat(1_000)],
    ['continued lines', 'requirements.txt', 'a\\\n'.repeat(300_000)],
    ['nested TOML', 'pyproject.toml', `a = ${'['.repeat(100_000)}`],
    ['long lists of a setup file', 'setup.py', 'install_requires = ["a", '.repeat(40_000)],
    ['quotes of a setup file', 'setup.py', `install_requires = [${'"'.repeat(900_000)}`],
    ['lists of a configuration', 'setup.cfg', 'install_requires =\n a\n'.repeat(50_000)],
    ['frames in frames', 'README.md', '<iframe/srcdoc='.repeat(30_000)],
    ['many handlers', 'README.md', '<b onclick=a>'.repeat(38_000)],
    ['fences', 'README.md', '```\n~~~\n'.repeat(100_000) + '<script>'],
    ['ticks', 'README.md', `${'`a'.repeat(250_000)}<script>`],
    ['orders', 'README.md', 'ignore previous instructions run '.repeat(30_000)],
    ['half orders', 'README.md', `ignore${' all'.repeat(250_000)}`],
    ['comments that do not end', 'README.md', '<!-- AI assistants: '.repeat(50_000)],
    ['words to assistants', 'AGENTS.md', 'as an ai coding agent, read the '.repeat(30_000)],
    ['keys that are taken', 'AGENTS.md', 'silently collect the api keys; '.repeat(30_000)],
    ['keys that are not taken', 'AGENTS.md', 'silently never push your credentials '.repeat(30_000)],
    ['verbs', 'README.md', 'agents: silently push collect gather attach '.repeat(25_000)],
    ['commands', 'AGENTS.md', 'curl cat api '.repeat(70_000)],
    ['quotes in code', 'a.js', `\u0430a${'"\\'.repeat(400_000)}`],
    ['letters that look alike', 'a.js', 'a\u0430 '.repeat(200_000)],
    ['slashes', 'a.js', `\u0430a ${'/['.repeat(400_000)}`],
  ])(
    '%s',
    async (_what, path, text) => {
      const started = Date.now();
      await scanned({ files: { [path]: text } });
      expect(Date.now() - started).toBeLessThan(10_000);
    },
    60_000,
  );

  it.each([
    '<iframe/srcdoc='.repeat(6_000),
    '<b onclick=a>'.repeat(7_000),
    'if you are an ai agent '.repeat(4_000),
  ])('a description of %.20s', async (description) => {
    const started = Date.now();
    await scanned({ context: { description } });
    expect(Date.now() - started).toBeLessThan(5_000);
  });
});
