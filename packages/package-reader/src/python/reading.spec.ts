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
    ['defaults of a lambda', 'p = "Pre "\nf = lambda n, p=p: p + n\np = ""\nx = f("a")\n', 'Pre a'],
    [
      'a bound method that is bound again',
      'class A:\n    @classmethod\n    def f(cls): return cls.__name__\nclass B: pass\nx = A.f.__get__(B, B)()\n',
      'B',
    ],
    ['a function that is bound', 'class A: pass\ndef f(s, n): return n\nx = f.__get__(A())("a")\n', 'a'],
    ['an item that is deleted', 'x = ["a", "b", "c"]\ndel x[0], x[-1]\n', "['b']"],
    ['items that are deleted', 'x = list("abcdef")\ndel x[:2]\ndel x[1::2]\n', "['c', 'e']"],
    ['an attribute that is deleted', 'class A: b = 1\ndel A.b\nx = hasattr(A, "b")\n', 'False'],
    [
      'keys deleted from a class of dict',
      'class D(dict): pass\nd = D(a=1, b=2)\ndel d["a"]\nx = list(d)\n',
      "['b']",
    ],
    [
      'a slice that is set',
      'x = list("abcd")\nx[1:3] = ["x", "y", "z"]\nx[:1] = []\n',
      "['x', 'y', 'z', 'd']",
    ],
    [
      'a slice set from the end',
      'x = list("abcd")\nx[-1:] = "xy"\nx[9:] = ["z"]\n',
      "['a', 'b', 'c', 'x', 'y', 'z']",
    ],
    ['an item that is set', 'x = list("abc")\nx[-1] = "z"\n', "['a', 'b', 'z']"],
    ['__bool__', 'class A:\n    def __bool__(self): return False\nx = "yes" if A() else "no"\n', 'no'],
    [
      '__len__ in conditions and len',
      'class A:\n    def __init__(self, n): self.n = n\n    def __len__(self): return self.n\nx = [bool(A(0)), not A(1), len(A(2)), A(0) and 1 or "or"]\nwhile A(0): x = 0\n',
      "[False, False, 2, 'or']",
    ],
    [
      '__eq__ and __ne__',
      'class A:\n    def __eq__(self, o): return o == "a"\nclass S(str):\n    def __ne__(self, o): return False\nx = [A() == "a", A() == "b", "a" == A(), A() != "a", S("*") != "b", "b" != S("*"), S("s") == "s"]\n',
      '[True, False, True, False, False, False, True]',
    ],
    [
      'move_to_end and popitem',
      'from collections import OrderedDict as O\nd = O((k, 1) for k in "abc")\nd.move_to_end("a")\nd.move_to_end("c", last=False)\nx = list(d)\nd.popitem(last=False)\nx += list(d)\n',
      "['c', 'b', 'a', 'b', 'a']",
    ],
    [
      'a pair whose second part is one of two',
      'import torch\nx = ("T", {"a": 1})\nif torch.a(): x = ("T", {"a": 1, "b": 2})\nx = [len(x), x[1]["a"]]\n',
      '[2, 1]',
    ],
    [
      'a partial call',
      'from functools import partial\nd = {}\npartial(d.__setitem__, "Z")(1)\nx = list(d)\n',
      "['Z']",
    ],
    [
      'keywords of a partial call',
      'import functools as t\nf = t.partial(lambda a, b, c: a + b + c, "a", c="c")\nx = [f("b"), f("b", c="d")]\n',
      "['abc', 'abd']",
    ],
    [
      'the text of floats',
      'x = [1.0, 1e16, 1e-5, 0.0001, 1.5e300, -0.0]\n',
      '[1.0, 1e+16, 1e-05, 0.0001, 1.5e+300, -0.0]',
    ],
    [
      'numbers of a JSON text',
      'import json\nx = json.loads("[1.0, 1, 1e2, 12345678901234567890]")\n',
      '[1.0, 1, 100.0, 12345678901234567890]',
    ],
    ['the widest float', 'import sys\nx = sys.float_info.max\n', '1.7976931348623157e+308'],
    [
      'a constant of the host',
      'from nodes import MAX_RESOLUTION\nimport nodes\nx = [MAX_RESOLUTION, nodes.MAX_RESOLUTION]\n',
      '[16384, 16384]',
    ],
    [
      'known data that a function walks',
      'import torch\ndef walk(d, p):\n    out = []\n    for k, v in d.items():\n        if isinstance(v, dict): out.extend(walk(v, p + k))\n        elif torch.a(): out.append(p + k)\n    return out\nx = walk({"a": {"b": 1}, "c": {"d": {"e": 2}}}, "")\n',
      "['ab', 'cde']",
    ],
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
    [
      'what a list holds without one of its items',
      'import torch\nx = [1, 2]\ndel x[torch.a()]\nx = len(x)\n',
      /^\? /,
    ],
    [
      'what a list holds after a part is set',
      'import torch\nx = [1]\nx[torch.a():] = [2]\nx = len(x)\n',
      /^\? /,
    ],
    [
      'what a list holds after an item is set',
      'import torch\nx = [1, 2]\nx[torch.a()] = 3\nx = x[0]\n',
      /^\? /,
    ],
    ['an item that may be set', 'import torch\nx = [1, 2]\nif torch.a(): x[0] = 3\nx = x[0]\n', /^\? /],
    [
      'a class that decides by itself',
      'import torch\nclass A:\n    def __bool__(self): return torch.a()\nx = bool(A())\n',
      /^\? /,
    ],
    [
      'a class that compares by itself',
      'class A:\n    def __eq__(self, o): return o == 1\nx = [A()].index(1)\n',
      /^\? /,
    ],
    ['what only running would tell', 'import random\nx = "n" + random.choice("ab")\n', /^\? /],
  ])('does not guess %s', async (_what, source, x) => {
    expect((await read(source)).x).toMatch(x);
  });

  it.each([
    ['one call', 'out.extend(walk(v))'],
    [
      'calls with a path and a depth',
      'out.extend(walk(v, path + "x", depth + 1)); out.extend(walk(k, path, depth))',
    ],
    ['calls by way of another', 'out += again(v) + again(k)'],
  ])('leaves a walk over data that is not known at once: %s', async (_what, body) => {
    const source = `import some_lib
def again(d): return walk(d) + walk(d)
def walk(d, path="", depth=0):
    out = []
    for k, v in d.items():
        if isinstance(v, dict): ${body}
        else: out.append(v)
    return out
keys = walk(some_lib.load())
x = "after"
`;
    expect(await read(source)).toEqual({ x: 'after', problems: [] });
  });

  it.each([
    ['a file with a syntax error', 'x = 1\nimport pack.other\n', 'def (\n', 'other.py has a syntax error'],
    ['a loop without end', 'x = 1\nwhile True:\n    pass\n', '', '__init__.py:2 takes too many steps'],
  ])('goes on after %s, and says so', async (_what, source, other, problem) => {
    expect(await read(source, other)).toEqual({ x: '1', problems: [expect.stringContaining(problem)] });
  });
});
