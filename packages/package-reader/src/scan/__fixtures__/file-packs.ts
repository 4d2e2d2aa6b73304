import { zipBytes } from '../../../../../test/support/zip-bytes.js';
import { type Bytes, bytes, callingPickle, numpyArray, padded, shortText, STATE_DICT } from './binaries.js';

type ToFind = readonly [rule: string, what: string, files: Bytes];
type NotToFind = readonly [what: string, files: Bytes];

const ELF = padded('hex:7f454c4602010100');
const WINDOWS = padded('hex:4d5a90000300000004000000ffff0000');
const PYC = padded('hex:a70d0d0a0000000000000000');
const UNCHECKED_PYC = padded('hex:a70d0d0a0100000000000000');
const ZIP = zipBytes([{ name: 'a.txt', content: 'a' }]);

export const PROGRAMS_TO_FIND: readonly ToFind[] = [
  ['disguised_program', 'an ELF program as a picture', { 'assets/logo.png': ELF }],
  ['disguised_program', 'an ELF program without an extension', { 'bin/helper': ELF }],
  ['disguised_program', 'a Windows program as a model', { 'models/a.safetensors': WINDOWS }],
  ['disguised_program', 'a Windows program with two extensions', { 'photo.png.exe': WINDOWS }],
  ['disguised_program', 'a screensaver', { 'photo.scr': WINDOWS }],
  ['disguised_program', 'a Mach-O program', { 'font.ttf': padded('hex:cffaedfe07000001') }],
  ['disguised_program', 'a fat Mach-O program', { 'a.dat': padded('hex:cafebabe00000002') }],
  ['disguised_program', 'a program beside examples', { 'examples/run.exe': WINDOWS }],
  ['disguised_program', 'bytecode as data', { 'data/weights.dat': PYC }],
  ['disguised_program', 'marshalled code', { 'a.bin': padded('hex:e3000000000000000000000000') }],
  ['disguised_program', 'a shell script as a picture', { 'a.jpg': '#!/bin/sh\nid\n' }],
  ['disguised_program', 'PHP as a picture', { 'a.gif': 'GIF89a\n<?php system($_GET[0]);' }],
  ['disguised_program', 'a shortcut as a document', { 'read.txt': padded('hex:4c0000000114020000000000c000000000000046') }],
  ['program_file', 'a Windows program', { 'bin/tool.exe': WINDOWS }],
  ['program_file', 'a library beside pictures', { 'images/a.dll': WINDOWS }],
  ['native_library', 'a library', { 'lib/a.so.1.2': ELF }],
  ['native_library', 'an extension of Python', { 'lib/a.cp312-win_amd64.pyd': WINDOWS }],
  ['bytecode_without_source', 'a compiled module', { 'core.pyc': PYC }],
  ['bytecode_without_source', 'a compiled module of Python 2.7', { 'core.pyc': padded('hex:03f30d0a00000000') }],
  ['unchecked_bytecode', 'bytecode that is never compared', { '__pycache__/a.cpython-312.pyc': UNCHECKED_PYC, 'a.py': 'x = 1\n' }],
  ['stale_bytecode', 'bytecode of a removed source', { '__pycache__/a.cpython-312.pyc': PYC }],
  ['shortcut_file', 'a shortcut', { 'Start.lnk': padded('hex:4c0000000114020000000000c000000000000046') }],
  ['windows_script', 'an HTML application', { 'setup.hta': '<html></html>' }],
  ['windows_script', 'a script', { 'a.vbs': 'MsgBox 1' }],
  ['miner_program', 'a miner by its name', { 'bin/xmrig': ELF, 'bin/xmrig-6.21': ELF }],
  ['miner_program', 'a miner by its words', { 'bin/helper.so': Buffer.concat([ELF, bytes('stratum+tcp://x randomx')]) }],
  ['disguised_archive', 'a zip file as a picture', { 'a.png': ZIP }],
  ['disguised_archive', 'a 7z file as a font', { 'a.woff2': padded('hex:377abcaf271c0004') }],
];

export const HONEST_PROGRAMS: readonly NotToFind[] = [
  ['pictures', { 'a.png': padded('hex:89504e470d0a1a0a'), 'b.jpg': padded('hex:ffd8ffe0') }],
  ['a text that begins like a program', { 'MZ.md': 'MZ 说明:这是一个节点包。\n', 'b.txt': 'MZ\u0085 и так далее\n' }],
  ['a class of weights', { 'a.safetensors': padded('hex:4000000000000000') }],
  ['bytecode beside its source', { '__pycache__/a.cpython-312.pyc': PYC, 'a.py': 'x = 1\n', 'b.pyc': PYC, 'b.py': 'x = 1\n' }],
  ['scripts under their names', { 'run.sh': '#!/bin/sh\necho\n', 'run.bat': '@echo off\n', 'a.py': '#!/usr/bin/env python\n' }],
  ['a style with a rule', { 'a.css': '@import url("b.css");\nfrom { color: red }\n' }],
  ['an archive under its name', { 'examples.zip': ZIP }],
  ['bytes by chance', { 'a.bin': padded('hex:00000000e3000001') }],
];

export const HOOKS_TO_FIND: readonly ToFind[] = [
  ['pth_runs_code', 'an import', { 'a.pth': 'import os; os.getcwd()\n' }],
  ['pth_runs_code', 'an import behind paths', { 'lib/a.pth': './lib\n./more\nimport\tos\n' }],
  ['pth_runs_code', 'an import behind another end of line', { 'a.pth': './lib\x0cimport os\n' }],
  ['pth_runs_code', 'an import behind a byte order mark', { 'a.pth': '\ufeffimport os\n' }],
  ['pth_runs_code', 'an import in a file that is no UTF-8', { 'a.pth': bytes('# \xff\nimport os\n') }],
  ['site_customization', 'one for all users', { 'sitecustomize.py': 'x = 1\n' }],
  ['site_customization', 'one for a user', { 'lib/usercustomize.py': 'x = 1\n' }],
  ['setup_hook', 'an installation that starts a program', { 'setup.py': 'import os\nfrom setuptools.command.install import install\nclass P(install):\n    def run(self):\n        os.system("id")\nsetup(cmdclass={"install": P})\n' }],
  ['setup_hook', 'a step given by its name', { 'setup.py': 'import subprocess\nfrom setuptools.command.develop import develop\nclass P(develop):\n    def run(self):\n        subprocess.run(["id"])\nsetup(cmdclass=dict(develop=P))\n' }],
  ['setup_hook', 'a step that runs text', { 'setup.py': 'class P(egg_info):\n    def run(self):\n        exec(text)\nsetup(cmdclass={\'egg_info\': P})\n' }],
  ['setup_runs_code', 'a program', { 'setup.py': 'import subprocess\nsubprocess.run(["id"])\n' }],
  ['setup_runs_code', 'a download', { 'setup.py': 'from urllib.request import urlopen\nurlopen("https://example.org")\n' }],
  ['build_changes_package', 'a backend that adds a file', { 'native/pyproject.toml': '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["tools"]\n', 'native/tools/backend.py': 'import zipfile\nfrom setuptools.build_meta import *\ndef build_wheel(folder, settings=None, data=None):\n    with zipfile.ZipFile(folder + "/a.whl", "a") as wheel:\n        wheel.writestr(target, text)\n' }],
  ['build_changes_package', 'a backend that loads', { 'pyproject.toml': '[build-system]\nbuild-backend = "build.own:backend"\nbackend-path = ["."]\n', 'build/own/__init__.py': 'from urllib.request import urlopen\nurlopen("https://example.org")\n' }],
  ['build_changes_package', 'a hook that writes a path file', { 'pyproject.toml': '[tool.hatch.build.hooks.custom]\npath = "tools/hook.py"\n', 'tools/hook.py': 'def initialize(self, version, data):\n    data["force_include"]["x.txt"] = "boot.pth"\n' }],
  ['build_changes_package', 'a script of a build', { 'pyproject.toml': '[tool.poetry.build]\nscript = "build.py"\n', 'build.py': 'import requests\nrequests.get("https://example.org")\n' }],
  ['build_changes_package', 'a module of a backend', { 'pyproject.toml': '[build-system]\nbuild-backend = "_b"\nbackend-path = ["."]\n', '_b.py': 'from setuptools.build_meta import *\nimport _h\n_h.go()\n', '_h.py': 'import urllib.request\ndef go():\n    urllib.request.urlopen("https://example.org")\n' }],
  ['setup_runs_code', 'a backend that starts a program', { 'pyproject.toml': '[build-system]\nbuild-backend = "own"\nbackend-path = ["."]\n', 'own.py': 'import subprocess\nsubprocess.run(["id"])\n' }],
  ['runs_hidden_code', 'a hook of a build', { 'hatch_build.py': 'import base64\nexec(base64.b64decode("eA=="))\n' }],
];

export const HONEST_HOOKS: readonly NotToFind[] = [
  ['paths', { 'a.pth': './lib\nimportant\n# import os\n' }],
  ['a backend that only builds', { 'pyproject.toml': '[build-system]\nbuild-backend = "own"\nbackend-path = ["."]\n', 'own.py': 'from setuptools.build_meta import *\ndef get_requires_for_build_wheel(settings=None):\n    return ["wheel"]\n', 'node.py': 'from urllib.request import urlopen\nurlopen("https://example.org")\n' }],
  ['a usual backend', { 'pyproject.toml': '[build-system]\nbuild-backend = "setuptools.build_meta"\n[tool.poetry.build]\n', 'build.py': 'import requests\nrequests.get("https://example.org")\n' }],
  ['a broken project', { 'pyproject.toml': '[build-system\nbackend-path = 1\n' }],
  ['names that resemble', { 'site_customize.py': 'x = 1\n', 'customize.py': 'x = 1\n' }],
  ['a plain setup', { 'setup.py': 'from setuptools import setup, find_packages\nsetup(name="a", packages=find_packages(), entry_points={"console_scripts": ["a=a:main"]})\n' }],
  ['an extension that is built', { 'setup.py': 'from torch.utils.cpp_extension import BuildExtension, CUDAExtension\nsetup(ext_modules=[CUDAExtension("a", ["a.cu"])], cmdclass={"build_ext": BuildExtension})\n' }],
  ['the own version', { 'setup.py': 'ns = {}\nexec(open("a/version.py").read(), ns)\nsetup(version=ns["v"])\n' }],
];

const HIDDEN = bytes(`\x80\x04${shortText('os')}K\x010${shortText('load')}\x93${shortText('id')}\x85R.`);

export const PICKLES_TO_FIND: readonly ToFind[] = [
  ...[0, 1, 2, 3, 4].map((protocol): ToFind => ['pickle_runs_code', `a program by protocol ${protocol}`, { 'a.pkl': callingPickle('posix', 'system', 'id', protocol) }]),
  ['pickle_runs_code', 'built-in code', { 'a.pkl': callingPickle('builtins', 'exec') }],
  ['pickle_runs_code', 'built-in code by its old name', { 'a.pickle': callingPickle('__builtin__', 'eval', 'id', 2) }],
  ['pickle_runs_code', 'a name inside of an honest module', { 'a.pt': callingPickle('torch.serialization', 'os.execv') }],
  ['pickle_runs_code', 'a way by inner names', { 'a.pt': callingPickle('collections', 'OrderedDict.__init__.__globals__') }],
  ['pickle_runs_code', 'a name with escapes', { 'a.pkl': bytes('\x80\x04Vp\\u006fsix\nVsyste\\u006d\n\x93(Vid\ntR.') }],
  ['pickle_runs_code', 'a quoted name with escapes', { 'a.pkl': bytes("\x80\x04S'p\\x6fsix'\nS'system'\n\x93(Vid\ntR.") }],
  ['pickle_runs_code', 'a name from the memo', { 'a.pkl': bytes(`\x80\x04${shortText('system')}\x94${shortText('posix')}h\x00\x93.`) }],
  ['pickle_runs_code', 'a class by its mark', { 'a.pkl': bytes("(S'id'\niposix\nsystem\n.") }],
  ['pickle_runs_code', 'another beginning', { 'a.pkl': bytes('N0cposix\nsystem\n(Vid\ntR.') }],
  ['pickle_runs_code', 'protocol 1 with its mark', { 'a.pkl': bytes('\x80\x01cposix\nsystem\n(Vid\ntR.') }],
  ['pickle_runs_code', 'a second pickle', { 'a.pt': bytes('\x80\x02K\x01.\x80\x02K\x02.\x80\x02cposix\nsystem\n(Vid\ntR.') }],
  ['pickle_runs_code', 'a second pickle without a mark', { 'a.pt': bytes('\x80\x02K\x01.I1001\n.cposix\nsystem\n(Vid\ntR.') }],
  [
    'pickle_runs_code',
    'a broken pickle behind another one',
    { 'a.pt': bytes('\x80\x02K\x01.cposix\nsystem\n(Vid\ntR\xff') },
  ],
  ['pickle_runs_code', 'a cut pickle', { 'a.pkl': callingPickle('posix', 'system').subarray(0, -3) }],
  ['pickle_runs_code', 'a pickle under any name', { 'data/a.txt2': callingPickle('subprocess', 'Popen') }],
  ['pickle_runs_code', 'a printable pickle as a text', { 'notes.txt': 'cposix\nsystem\n(Vid\ntR.' }],
  ['pickle_runs_code', 'a checkpoint', { 'a.ckpt': zipBytes([{ name: 'archive/data.pkl', content: callingPickle('posix', 'system', 'id', 2), method: 0 }, { name: 'archive/data/0', content: 'x' }]) }],
  ['pickle_runs_code', 'the beginning of a large checkpoint', { 'a.pt': zipBytes([{ name: 'archive/data.pkl', content: callingPickle('posix', 'system', 'id', 2), method: 0 }, { name: 'archive/data/0', content: Buffer.alloc(9_000), method: 0 }]).subarray(0, 4_000) }],
  ['pickle_runs_code', 'a numpy array', { 'a.npy': numpyArray('|O', callingPickle('os', 'system')) }],
  ['pickle_runs_code', 'an archive of numpy arrays', { 'a.npz': zipBytes([{ name: 'a.npy', content: numpyArray('|O', callingPickle('os', 'system')) }]) }],
  ['pickle_runs_code', 'what Joblib packs', { 'a.joblib': callingPickle('joblib.numpy_pickle', 'NumpyArrayWrapper.os.system') }],
  ['pickle_hides_import', 'a computed name', { 'a.pkl': HIDDEN }],
  ['pickle_unread', 'a pickle of more steps than are read', { 'a.pkl': Buffer.concat([bytes('\x80\x04'), Buffer.alloc(4_100_000, 'N'), bytes('cposix\nsystem\n(Vid\ntR.')]) }],
  ['pickle_unread', 'a checkpoint whose pickle is at its end', { 'a.pt': zipBytes([{ name: 'archive/data/0', content: Buffer.alloc(9_000), method: 0 }, { name: 'archive/data.pkl', content: STATE_DICT }]).subarray(0, 4_000) }],
  ['pickle_imports', 'an unusual class', { 'a.pkl': callingPickle('strange.module', 'Thing') }],
];

export const HONEST_PICKLES: readonly NotToFind[] = [
  ['weights', { 'a.pt': zipBytes([{ name: 'archive/data.pkl', content: STATE_DICT, method: 0 }, { name: 'archive/data/0', content: Buffer.alloc(64), method: 0 }]) }],
  ['old weights', { 'a.pth2': Buffer.concat([bytes('\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M\xe9\x03.\x80\x02}q\x00.'), STATE_DICT, Buffer.alloc(64)]) }],
  ['an array of numbers', { 'a.npy': numpyArray('<f4', Buffer.alloc(4)) }],
  ['an array of texts', { 'a.npy': numpyArray('|O', bytes('\x80\x03cnumpy.core.multiarray\n_reconstruct\nq\x00cnumpy\nndarray\nq\x01K\x00\x85q\x02C\x01bq\x03\x87q\x04Rq\x05.')) }],
  ['a date', { 'a.pkl': bytes('\x80\x03cdatetime\ndatetime\nq\x00C\n\x07\xea\x0b\x1b\x00\x00\x00\x00\x00\x00q\x01\x85q\x02Rq\x03.') }],
  ['a path', { 'a.pkl': callingPickle('pathlib', 'PosixPath') }],
  ['plain values', { 'a.pkl': bytes('\x80\x04]\x94(K\x01K\x02e.'), 'b.dat': bytes('(lp0\nI1\na.') }],
  ['raw numbers', { 'a.bin': Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7919) % 251)) }],
  ['a text that shows one', { 'README.md': 'cposix\nsystem\n(Vid\ntR.', 'a.py': '"""\ncposix\nsystem\n"""\n' }],
];
