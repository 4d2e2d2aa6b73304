import { extractAppNodes } from '../reading/read-package.js';
import { extractInThread } from './extract-in-thread.js';
import { DEFAULT_EXTRACTION_LIMITS, type ExtractionLimits } from './extraction-limits.js';
import type { ExtractionResult } from './extraction-result.js';

async function extract(
  files: Record<string, string>,
  limits: Partial<ExtractionLimits> = {},
): Promise<ExtractionResult> {
  return extractInThread(new Map(Object.entries(files)), 'pack', { ...DEFAULT_EXTRACTION_LIMITS, ...limits });
}

const MAPPING = 'class A:\n    FUNCTION = "a"\nNODE_CLASS_MAPPINGS = {"A": A}\n';
const names = (result: ExtractionResult) => result.appNodes.map(({ name }) => name);

describe('sources that mean harm cost a bounded effort', () => {
  it.each([
    ['deep brackets', `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}\n`],
    ['deep lists', `x = ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
    ['a long sum', `x = ${'1 + '.repeat(20_000)}1\n`],
    ['deep calls', 'def f(n):\n    return f(n + 1)\nx = f(0)\n'],
    ['mutual recursion', 'f = lambda: g()\ng = lambda: f()\nx = f()\n'],
    [
      'deep ifs',
      Array.from({ length: 150 }, (_, at) => `${' '.repeat(at)}if 1:\n`).join('') +
        `${' '.repeat(150)}x = 1\n`,
    ],
    ['text bombs', 'x = "ab" * 10 ** 9\nfor i in range(60):\n    y = (globals().get("y") or "x") * 2\n'],
    ['list bombs', 'x = [[]] * 10 ** 9\ny = list(range(10 ** 12))\n'],
    ['a self-containing list', 'x = []\nx.append(x)\nd = {}\nd["d"] = d\nstr(x) if False else None\n'],
    [
      'special keys',
      'd = {"__proto__": 1, "constructor": 2}\nx = d["toString"] if "toString" in d else None\n',
    ],
    [
      'code made of text without end',
      'code = "exec(code)"\nexec(code)\nwhile len(code) < 9: exec(code * 99)\n',
    ],
    [
      'endless counts',
      'from itertools import count\nx = [count() for i in range(20)]\nfor i in count(): break\n',
    ],
    ['patterns that repeat repetitions', 'import re\nx = re.findall("(a+)+$", "a" * 400 + "b")\n'],
    ['a byte order mark and CRLF', '\r\n\r\nx = 1\r\n'],
  ])('%s', async (_what, prefix) => {
    expect(names(await extract({ '__init__.py': prefix + MAPPING }))).toEqual(['A']);
  });

  it('endless loops end with the reason', async () => {
    const result = await extract(
      { '__init__.py': 'while True:\n    x = 1\n    for i in range(100000):\n        pass\n' + MAPPING },
      { steps: 50_000 },
    );
    expect(result).toMatchObject({ status: 'success', reason: expect.stringContaining('too many steps') });
    expect(names(result)).toEqual(['A']);
    expect(result.problems).toContain('__init__.py:1 takes too many steps and was left');
  });

  it('what takes too many steps costs nothing but itself, wherever it stands', async () => {
    const endless = 'while True:\n            n = len(list(range(9000)))';
    const result = await extract(
      {
        '__init__.py': `from .slow import *\nfrom . import gone\n${MAPPING}NODE_CLASS_MAPPINGS.update(MORE)\n`,
        'slow.py': `def search():\n    if True:\n        ${endless}\n    return 1\nclass B:\n    N = search()\n    FUNCTION = "b"\nMORE = {"B": B}\nx = [y for y in iter(search, 2)]\n`,
        'gone.py': 'def f(n):\n    return f(n + 1) + f(n + 2)\nx = [f(0) for i in range(100000)]\n',
      },
      { steps: 300_000 },
    );
    expect([result.status, result.problems.length > 0]).toEqual(['success', true]);
    expect(result.appNodes.map((node) => [node.name, node.function])).toEqual([
      ['A', 'a'],
      ['B', 'b'],
    ]);
  });

  it.each([
    ['a look-up in a list', 'x = list(range(50000))\n', 'n = -1 in x'],
    ['a sorted list', 'x = list(range(50000))\n', 'y = sorted(x)'],
    ['a long text', 'x = "ab" * 400000\n', 'y = x.replace("a", "b")'],
    ['common members', 'x = set(range(20000))\n', 'y = x & x'],
    ['equal lists', 'x = list(range(50000))\n', 'y = x == list(x)'],
    ['a long text sought in another', 'x = "b" + "a" * 200000\ny = "a" * 900000\n', 'z = x in y'],
    ['many texts joined', 'x = ["ab" * 400000] * 9000\n', 'y = "".join(x)'],
    ['a copied dict', 'x = {n: n for n in range(50000)}\n', 'y = dict(x)'],
    ['all names', 'for i in range(3000):\n    globals()["v%d" % i] = i\n', 'y = globals()'],
    ['lists that share their parts', 'x = []\nfor i in range(60):\n    x = [x, x]\n', 'y = x == [x, x]'],
    ['the text of such lists', 'x = []\nfor i in range(60):\n    x = [x, x]\n', 'y = str(x)'],
    ['a list in itself', 'x = []\nx.append(x)\n', 'y = [str(x), x == [x]]'],
    ['equal texts', 'x = "ab" * 400000\n', 'y = x == x + ""'],
    ['two ways', 'import torch\nx = list(range(20000))\nz = list(x)\n', 'y = x if torch.a() else z'],
  ])('%s counts as the work it is', async (_what, before, body) => {
    const result = await extract(
      { '__init__.py': `${before}while True:\n    ${body}\n${MAPPING}` },
      { steps: 300_000 },
    );
    expect(result).toMatchObject({
      reason: expect.stringContaining('takes too many steps'),
      appNodes: [{ name: 'A' }],
    });
  });

  it('more app nodes than a package may have are refused as a whole', async () => {
    const source = `${MAPPING}NODE_CLASS_MAPPINGS.update({f"A{n}": A for n in range(5000)})\n`;
    expect(await extract({ '__init__.py': source })).toMatchObject({
      status: 'failed',
      reason: 'the package has 5001 app nodes, more than the 5000 that a package may have',
      appNodes: [],
    });
    const most = await extract({ '__init__.py': source.replace('range(5000)', 'range(4999)') });
    expect([most.status, most.appNodes.length]).toEqual(['success', 5_000]);
  });

  it('one expensive class leaves the others their metadata', async () => {
    const source =
      'class Slow:\n    @classmethod\n    def INPUT_TYPES(cls):\n        while True:\n            pass\n' +
      MAPPING.replace('{"A": A}', '{"Slow": Slow, "A": A}');
    const result = await extract({ '__init__.py': source }, { stepsPerNode: 1_000 });
    expect(names(result)).toEqual(['Slow', 'A']);
    expect(result.appNodes[1]).toMatchObject({ function: 'a' });
    expect(result.unknowns).toEqual([expect.objectContaining({ subject: 'inputTypes', name: 'Slow' })]);
  });

  it('bases that meet again, and metadata that shares its parts, are read once or left', async () => {
    const diamonds = Array.from(
      { length: 200 },
      (_, at) =>
        `class L${at + 1}(B${at}): pass\nclass R${at + 1}(B${at}): pass\nclass B${at + 1}(L${at + 1}, R${at + 1}): pass\n`,
    );
    const source =
      `class B0:\n    FUNCTION = "base"\n${diamonds.join('')}` +
      'x = []\nfor i in range(39):\n    x = [x, x]\nclass Wide:\n    FUNCTION = "w"\n    INPUT_TYPES = x\n    RETURN_TYPES = ("IMAGE",)\n' +
      MAPPING.replace('{"A": A}', '{"Deep": B200, "Wide": Wide, "A": A}');
    const result = await extract({ '__init__.py': source });
    expect(result.appNodes).toMatchObject([
      { name: 'Deep', function: 'base' },
      {
        name: 'Wide',
        function: 'w',
        inputTypes: expect.stringContaining('too many steps'),
        returnTypes: '["IMAGE"]',
      },
      { name: 'A', function: 'a' },
    ]);
    expect(result.unknowns).toEqual([expect.objectContaining({ subject: 'inputTypes', name: 'Wide' })]);
  });

  it('data nested without measure is not known, and the rest is', async () => {
    const result = await extract({
      '__init__.py': 'import json\nx = json.load(open(__path__[0] + "/deep.json"))\n' + MAPPING,
      'deep.json': '['.repeat(200_000) + ']'.repeat(200_000),
    });
    expect([result.status, names(result)]).toEqual(['success', ['A']]);
  });

  it('a file beyond the size limit is left out and named', async () => {
    const result = await extract(
      { '__init__.py': `from .big import *\n${MAPPING}`, 'big.py': 'x = 1\n'.repeat(100) },
      { fileChars: 500 },
    );
    expect(names(result)).toEqual(['A']);
    expect(result.problems).toEqual([expect.stringContaining('big.py is larger than 500 characters')]);
  });

  it('a source of one megabyte is read', async () => {
    const filler = 'def unused(a, b):\n    return {"a": [a, b, (1, 2, 3)], "b": f"{a}{b}"}\n\n';
    const result = await extract({
      '__init__.py': filler.repeat(Math.ceil(1_048_576 / filler.length)) + MAPPING,
    });
    expect(names(result)).toEqual(['A']);
  });

  it('names that mean something to JavaScript are names like others', async () => {
    const result = await extract({
      '__init__.py': 'class A: pass\nNODE_CLASS_MAPPINGS = {"__proto__": A, "constructor": A, "": A}\n',
    });
    expect(names(result)).toEqual(['__proto__', 'constructor', '']);
  });

  it('binary rubbish and empty packages fail with a reason', async () => {
    const rubbish = Array.from({ length: 4_000 }, (_, at) => String.fromCharCode((at * 7919) % 256)).join('');
    expect(await extract({ '__init__.py': rubbish })).toMatchObject({ status: 'failed', appNodes: [] });
    expect(await extract({})).toMatchObject({ status: 'failed', reason: 'the package has no Python files' });
  });
});

/** Reads a package of one file in a thread. */
async function read(text: string, limits: Partial<ExtractionLimits> = {}): Promise<ExtractionResult> {
  const files = new Map([['__init__.py', text]]);
  return extractAppNodes({ files, otherPaths: [] }, { packageName: 'pack' }, limits);
}

describe('extractAppNodes', () => {
  it('gives from its own thread what the thread found', async () => {
    const result = await read(MAPPING);
    expect(result).toMatchObject({ status: 'success', appNodes: [{ name: 'A', function: 'a' }] });
  });

  it('ends a thread that needs too much memory', async () => {
    const hungry = 'x = []\nfor i in range(100000):\n    x.append([i] * 50000)\n';
    const result = await read(hungry + MAPPING, { heapMebibytes: 32 });
    expect(result.status).toBe('failed');
    expect(names(result)).toEqual(['A']);
  });

  it('ends a pattern that tries too many ways', async () => {
    const slow = 'import re\nx = re.findall("(?:a|a)*$", "a" * 60 + "b")\n';
    const result = await read(slow + MAPPING, { timeoutMs: 200 });
    expect(result).toMatchObject({ status: 'failed', reason: 'the extraction takes too long' });
    expect(names(result)).toEqual(['A']);
  });

  it('stops at its deadline', async () => {
    const slow = 'while True:\n    for i in range(100000):\n        pass\n';
    const result = await read(slow, { timeoutMs: 300, steps: 1e12 });
    expect(result).toMatchObject({ status: 'failed', reason: 'the extraction takes too long' });
  });
});
