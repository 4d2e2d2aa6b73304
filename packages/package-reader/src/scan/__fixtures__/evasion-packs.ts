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

/** Classes of attacks that a blind trial of the scan showed. */
export const EVASIONS_TO_FIND: readonly ToFind[] = [...OVERWRITTEN, ...COMPUTED_NAMES];
export const EVASIONS_NOT_TO_FIND: readonly NotToFind[] = [...NOT_OVERWRITTEN, ...NOT_COMPUTED];
