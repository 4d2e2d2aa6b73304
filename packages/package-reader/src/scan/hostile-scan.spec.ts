import { scanned } from './__fixtures__/scanned.js';
import { scanInThread } from './scan-in-thread.js';

const HARM = 'import base64\nexec(base64.b64decode("eA=="))\n';

describe('sources that mean harm to the scan cost a bounded effort, and hide nothing', () => {
  it.each([
    ['a long sum', `x = ${'"a" + '.repeat(5_000)}"a"\n`],
    ['a long list', `x = [${'"a", '.repeat(10_000)}]\n`],
    ['a giant literal', `x = "${'a'.repeat(2_000_000)}"\n`],
    ['many calls', 'f(open("a"), "b")\n'.repeat(3_000)],
    ['texts that grow', `x = "ab"\n${'x = x + x\n'.repeat(2_000)}`],
    ['lists that grow', `x = ["ab"]\n${'x = x + x\n'.repeat(2_000)}`],
    ['replaced text that grows', `x = "ab"\n${'x = x.replace("a", "ab" * 99)\n'.repeat(500)}`],
    ['filled in text that grows', `x = "{}{}"\n${'x = x.format(x, x)\n'.repeat(500)}`],
    ['functions that call each other', 'def f(x):\n    return g(x)\ndef g(x):\n    return f(x)\nf(g(1))\n'],
    ['a name for itself', 'x = x\nx.y = x\nx["a"] = x\nx = [x, x]\nx = lambda: x\nx()()\n'],
    [
      'a chain of functions',
      Array.from({ length: 500 }, (_, at) => `def f${at}(x):\n    return f${at + 1}(x)\n`).join(''),
    ],
    ['much the same text', `x = "${'curl wget powershell '.repeat(5_000)}"\n`],
    ['bad syntax', `${')]}{[('.repeat(2_000)}\n`],
    ['compressed without measure', 'import zlib\nzlib.decompress(b"x\\x9c" + b"\\x00" * 9)\n'],
    [
      'names of JavaScript',
      'x = {"__proto__": 1}\nx["constructor"]\n__proto__ = constructor\nx.toString()\n',
    ],
    ['CRLF and a byte order mark', '\ufeffx = 1\r\n'],
  ])('%s', async (_what, before) => {
    const codes = (await scanned(before + HARM)).map(({ code }) => code);
    expect(codes).toContain('runs_hidden_code');
    expect(codes).not.toContain('scan_stopped');
  });

  it.each([
    ['nested without measure', `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['calls in calls', `x = ${'f('.repeat(5_000)}${')'.repeat(5_000)}\nexec\n`],
  ])('what is %s waits for a person', async (_what, source) => {
    expect((await scanned(`${source}${HARM}`)).map(({ code }) => code)).toContain('scan_stopped');
  });

  it('many hits are few findings', async () => {
    const findings = await scanned(HARM.repeat(500));
    expect(findings).toEqual([
      expect.objectContaining({ code: 'runs_hidden_code', lines: [2, 4, 6, 8, 10] }),
    ]);
  });

  it('stops at its deadline', async () => {
    const file = { path: 'a.py', bytes: 1, sha256: '', text: HARM };
    const { findings } = await scanInThread([file], { packageName: 'pack' }, -1);
    expect(findings).toEqual([expect.objectContaining({ code: 'scan_stopped', severity: 'held' })]);
  });
});
