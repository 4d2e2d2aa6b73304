import { Interpreter } from './interpreter.js';
import { PythonParser } from './python-parser.js';
import { SourceTree } from './source-tree.js';
import { plainText } from './text.js';
import { reasonOf } from './value-reading.js';
import { PyModule } from './values.js';

const LIMITS = {
  steps: 100_000,
  triesPatterns: true,
  depth: 600,
  calls: 60,
  fileChars: 100_000,
  timeoutMs: 20_000,
};

/** The text of the names that end up in `x`, or `?` and why they are not known. */
async function read(main: string, other = ''): Promise<{ x: string; problems: readonly string[] }> {
  const parser = await PythonParser.open();
  try {
    const files = new Map([
      ['__init__.py', main],
      ['other.py', other],
    ]);
    const sources = new SourceTree(files, 'pack');
    const interpreter = new Interpreter(sources, parser, LIMITS);
    const module = interpreter.importPath(`${sources.root}/__init__.py`);
    const held = module instanceof PyModule ? module.scope.vars.get('x') : undefined;
    if (held === undefined) return { x: 'absent', problems: interpreter.problems };
    return { x: plainText(held) ?? `? ${reasonOf(held)}`, problems: interpreter.problems };
  } finally {
    parser.close();
  }
}

describe('reading Python', () => {
  it.each([
    ['a loop', 'x = []\nfor n in range(5):\n    if n == 3: break\n    x.append(n * 2)\n', '[0, 2, 4]'],
    [
      'a class',
      'class A:\n    n = 1\n    @classmethod\n    def f(cls): return cls.n\nclass B(A): n = 2\nx = B.f()\n',
      '2',
    ],
    ['a closure', 'def f(a):\n    return lambda b: a + b\nx = f("p")("q")\n', 'pq'],
    ['a generator', 'def f():\n    yield from ("a", "b")\nx = list(f())\n', "['a', 'b']"],
    ['a comprehension', 'x = sorted({k: v for k, v in zip("ba", "dc")})\n', "['a', 'b']"],
    ['an exception', 'try:\n    raise KeyError("k")\nexcept KeyError:\n    x = "caught"\n', 'caught'],
    ['a match', 'match ("a", 1):\n    case ("b", _): x = 1\n    case ("a", n): x = n + 1\n', '2'],
    ['a format', 'x = f"{3:02d}|{1.5!s:>5}|{\'q\'!r}"\n', "03|  1.5|'q'"],
    ['an import', 'from .other import *\nx = a + _b if "_b" in globals() else a\n', 'seen'],
    ['known text', 'exec("x = 1 + 1")\n', '2'],
    ['a pattern', 'import re\nx = re.sub("(?<!^)(?=[A-Z])", " ", "TwoWords")\n', 'Two Words'],
    ['a slice of all that is set to itself', 'x = ["b", "a"]\nx[:] = sorted(x)\nx[:] = x\n', "['a', 'b']"],
    ['a list that another library sorts', 'import natsort as n\nx = ["a"]\nx[:] = n.natsorted(x)\n', "['a']"],
    ['an operator', 'class P(str):\n    def __mod__(self, o): return "own"\nx = P("a%s") % "b"\n', 'own'],
    ['a cached call', 'import functools\n@functools.lru_cache\ndef f(a): return a\nx = f("a")\n', 'a'],
  ])('follows %s', async (_what, source, x) => {
    expect(await read(source, 'a = "seen"\n_b = "hidden"\n')).toEqual({ x, problems: [] });
  });

  it.each([
    ['what another library gives', 'import torch\nx = torch.zeros(1)\n', /^\? comes from torch\.zeros$/],
    ['a set after pop', 's = {"a", "b"}\ns.pop()\nx = sorted(s)\n', /^\? /],
    ['a set after difference_update', 's = {"a", "b"}\ns.difference_update({"b"})\nx = sorted(s)\n', /^\? /],
    ['brackets in a pattern of files', 'import glob\nx = len(glob.glob(__file__[:-3] + "[p]y"))\n', /^\? /],
    [
      'the order of bases',
      'class B: pass\ntry:\n    B.mro()\n    x = B.mro()\nexcept Exception: x = "wrong"\n',
      /^\? /,
    ],
    ['what one of two ways gives', 'import torch\nx = 1\nif torch.a(): x = 2\n', /^\? /],
    ['a module that is missing', 'from .gone import a\nx = a\n', /^\? .*gone/],
    ['what a pattern finds beyond ASCII', 'import re\nx = re.sub("e", "", "caf\u00e9")\n', /^\? /],
    ['what a pattern means otherwise', 'import re\nx = re.sub(r"(a)|\\1", "", "b")\n', /^\? /],
    ['what only running would tell', 'import random\nx = "n" + random.choice("ab")\n', /^\? /],
  ])('does not guess %s', async (_what, source, x) => {
    expect((await read(source)).x).toMatch(x);
  });

  it.each([
    ['a file with a syntax error', 'x = 1\nimport pack.other\n', 'def (\n', 'other.py has a syntax error'],
    ['a loop without end', 'x = 1\nwhile True:\n    pass\n', '', '__init__.py:2 takes too many steps'],
  ])('goes on after %s, and says so', async (_what, source, other, problem) => {
    expect(await read(source, other)).toEqual({ x: '1', problems: [expect.stringContaining(problem)] });
  });
});
