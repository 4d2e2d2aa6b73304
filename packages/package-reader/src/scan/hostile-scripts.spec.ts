import { type Bytes, bytes, callingPickle, scannedBytes } from './__fixtures__/binaries.js';

const HARM = ';eval(atob("YQ=="));\n';
/** Milliseconds until the scan stops, and until it must have ended on a busy machine. */
const TIMEOUT = 5_000;
const END = 10_000;

async function timed(files: Bytes): Promise<string[]> {
  const started = Date.now();
  const found = await scannedBytes(files, TIMEOUT);
  expect(Date.now() - started).toBeLessThan(END);
  return found.map(({ code }) => code);
}

describe('scripts that mean harm to the scan cost a bounded effort, and hide nothing', () => {
  it.each([
    ['brackets', `x = ${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['braces', '{'.repeat(100_000) + '}'.repeat(100_000)],
    ['calls', `${'f('.repeat(50_000)}${')'.repeat(50_000)}`],
    ['functions', `${'()=>'.repeat(100_000)}1`],
    ['conditions', `x = ${'a?'.repeat(50_000)}1${':1'.repeat(50_000)}`],
    ['templates', `x = ${'`${'.repeat(30_000)}1${'}`'.repeat(30_000)}`],
    ['signs', `x = ${'!'.repeat(200_000)}1`],
    ['members', `x = a${'.b'.repeat(200_000)}`],
    ['a long sum', `x = "a"${' + "b"'.repeat(100_000)}`],
    ['one long text', `x = "${'a'.repeat(3_000_000)}"`],
    ['many texts', '"a";'.repeat(200_000)],
    ['texts that grow', `let x = "ab";${'x = x + x;'.repeat(5_000)}`],
    ['a pattern without end', `x = /${'(a+)+'.repeat(50_000)}$/.test(y)`],
    ['slashes', `x = ${'a / /b/ / '.repeat(50_000)}1`],
    ['an open pattern', `x = /${'['.repeat(300_000)}`],
    ['an open text', `x = "${'\\"'.repeat(400_000)}`],
    ['an open template', `x = \`${'${'.repeat(100_000)}`],
    ['an open comment', `/*${'/*'.repeat(400_000)}`],
    ['bad syntax', `${')]}{[('.repeat(50_000)}`],
    ['escapes', `x = "${'\\x61'.repeat(300_000)}"`],
    [
      'many functions',
      Array.from({ length: 10_000 }, (_, at) => `function f${at}(x) { return f${at + 1}(x) }`).join('\n'),
    ],
    [
      'names of prototypes',
      'const __proto__ = {}; x.constructor.prototype = __proto__; ({ "__proto__": x, ["constructor"]: y })',
    ],
  ])('%s', async (_what, source) => {
    const codes = await timed({ 'web/a.js': `${source}\n${HARM}` });
    expect(codes).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:scan_stopped|script_runs_hidden_code)$/)]),
    );
  });

  it('many large files', async () => {
    const files = Array.from({ length: 15 }, (_, at) => [
      `web/${at}.js`,
      `${'f(a, b);'.repeat(60_000)}${HARM}`,
    ]);
    expect(await timed(Object.fromEntries(files) as Bytes)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:scan_stopped|script_runs_hidden_code)$/)]),
    );
  });

  it('a minified file of a megabyte', async () => {
    const source = Array.from(
      { length: 20_000 },
      (_, at) => `function a${at}(e,t){return e?t(e+${at}):null}`,
    ).join('');
    expect(await timed({ 'web/a.js': source })).toEqual([]);
  });

  it('markup', async () => {
    await timed({
      'web/a.html': '<div><svg onload=a>'.repeat(60_000),
      'web/b.svg': '<svg><script>'.repeat(60_000),
      'web/c.html': `<script>${'<!--<script>'.repeat(60_000)}`,
      'web/d.html': `<a ${'b="'.repeat(200_000)}`,
    });
  });
});

describe('stored objects and archives that mean harm to the scan', () => {
  it('many large pickles end near the deadline', async () => {
    const memo = bytes(`\x80\x04${'N\x94'.repeat(1_500_000)}.`);
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.pkl`, memo]));
    await timed({ ...files, 'z.pkl': callingPickle('os', 'system') });
  });
});
