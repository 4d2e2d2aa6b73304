import { type Files, scanned } from '../__fixtures__/scanned.js';
import { SCRIPT_ATTACK_PACKS } from '../__fixtures__/script-attack-packs.js';
import { EVASION_SCRIPTS } from '../__fixtures__/script-evasion-packs.js';
import { HIDDEN_SCRIPT_PACKS } from '../__fixtures__/script-hidden-packs.js';
import { SCRIPT_DATA_PACKS } from '../__fixtures__/script-data-packs.js';
import { SCRIPT_VARIANT_PACKS } from '../__fixtures__/script-variant-packs.js';
import { FOUND_SCRIPTS, HONEST_SCRIPTS } from '../__fixtures__/script-packs.js';

const PAIRS = [
  ...SCRIPT_ATTACK_PACKS,
  ...HIDDEN_SCRIPT_PACKS,
  ...SCRIPT_VARIANT_PACKS,
  ...EVASION_SCRIPTS,
  ...SCRIPT_DATA_PACKS,
];

const page = (source: string): Files => ({ 'web/page.html': source });
const BLANKS = ' '.repeat(400_000);
const BOUNDED: readonly (readonly [what: string, source: string])[] = [
  [
    'blanks',
    `import${BLANKS}(${BLANKS}"a"); setTimeout(${BLANKS}x); document.body.innerHTML = "src=${' '.repeat(15_000)}"`,
  ],
  ['words of pools', 'job_id nonce '.repeat(60_000)],
  ['turns of tables', 't.push(t.shift();'.repeat(30_000)],
  ['words that are cut', `"a" + "b"; fetch; "a${' '.repeat(9)}+`.repeat(20_000)],
  ['beginnings of styles', `${'[value^=a]'.repeat(60_000)} url(`],
  ['fonts of letters', `${'@font-face { unicode-range: '.repeat(20_000)} url(`],
  ['names of prototypes', `${'"constructor": "__proto__"'.repeat(20_000)}`],
  ['imports of one decoder', 'import { a as b } from "./a.js";'.repeat(10_000)],
  ['addresses', 'fetch("https://example.net/a'.repeat(50_000)],
];
const HOSTILE: readonly (readonly [what: string, source: string])[] = [
  ['deep nesting', `eval(atob(${'['.repeat(50_000)}${']'.repeat(50_000)}))`],
  ['one long line', `eval(atob("x"));${'a.b(c,d);'.repeat(60_000)}`],
  [
    'letters of texts',
    `eval(atob("x")); const s = "${'a'.repeat(20_000)}";${'[...s]; Array.from(s);'.repeat(10_000)}`,
  ],
  ['a long chain of calls', `eval(atob("x"))${'.then(a)'.repeat(20_000)}`],
  [
    'text without end',
    `let s = atob("x"); eval(s);${'s += "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx";'.repeat(15_000)}`,
  ],
  ['a long sum', `eval(atob("x" ${'+ "abc"'.repeat(50_000)}))`],
  [
    'growing replacements',
    `let s = "${'a'.repeat(9_000)}"; eval(atob(s));${'s = s.replaceAll("a", s);'.repeat(3_000)}`,
  ],
];

const sourcesOf = (sources: string | Files): Files =>
  typeof sources === 'string' ? { 'web/a.js': sources } : sources;
const toldOf = async (sources: string | Files): Promise<string[]> =>
  (await scanned(sourcesOf(sources))).filter(({ severity }) => severity !== 'note').map(({ code }) => code);

describe('rules over what browsers run', () => {
  it.each(FOUND_SCRIPTS)('%s finds %s', async (rule, _what, sources) => {
    expect((await scanned(sourcesOf(sources))).map(({ code }) => code)).toContain(rule);
  });

  it.each(HONEST_SCRIPTS)('%s is no finding', async (_what, sources) => {
    expect(await toldOf(sources)).toEqual([]);
  });

  it.each(PAIRS)('$rule finds $what', async ({ rule, attack }) => {
    expect((await scanned(sourcesOf(attack))).map(({ code }) => code)).toContain(rule);
  });

  it.each(PAIRS.filter(({ honest }) => honest !== undefined))(
    'what is near $what and honest is no finding',
    async ({ honest = '' }) => {
      expect(await toldOf(honest)).toEqual([]);
    },
  );

  it.each(HOSTILE)('%s is read or held in bounded steps', async (_what, source) => {
    expect(await toldOf(source)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:scan_stopped|script_runs_hidden_code)$/)]),
    );
  });

  it.each(BOUNDED)('many %s cost little', async (_what, source) => {
    expect(await toldOf(source)).toEqual([]);
  });

  it('holds a page of more parts than are read', async () => {
    expect(await toldOf(page('<a onclick=a>'.repeat(20_001)))).toEqual(['scan_stopped']);
  });

  it('reads pages within pages to a few levels', async () => {
    let source = '<script>eval(atob("YQ=="))</script>';
    for (let level = 0; level < 12; level += 1)
      source = `<iframe src="data:text/html;base64,${Buffer.from(source).toString('base64')}"></iframe>`;
    expect(await toldOf(page(source))).toEqual([]);
  });

  it('names the file and the line within a page', async () => {
    expect(await scanned(page(`<p>\n<script>\nlet a;\neval(atob("YQ=="))\n</script>`))).toEqual([
      expect.objectContaining({
        path: 'web/page.html',
        lines: [4],
        excerpt: 'eval(atob("YQ=="))',
        severity: 'held',
      }),
    ]);
  });

  it('finds the gravest in a script that is too large to be read', async () => {
    expect(await toldOf(`${'x=1;'.repeat(300_000)}eval(atob("YQ=="))`)).toContain('script_runs_hidden_code');
  });
});
