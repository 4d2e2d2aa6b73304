import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { contentOf } from './inner-file.js';
import { type PickledImport, readPickle } from './pickle-opcodes.js';

const RUNS = rule(
  'pickle_runs_code',
  'Is a stored object that runs code when it is loaded: it names functions that start programs, run text or open files.',
);
const HIDES = rule(
  'pickle_hides_import',
  'Is a stored object that computes what it imports when it is loaded.',
);
const UNKNOWN = rule(
  'pickle_imports',
  'Is a stored object that imports something unusual when it is loaded.',
  'note',
);

export const PICKLE_UNREAD = rule(
  'pickle_unread',
  'Is a stored object that is too large to be read to its end, so that nobody sees what it imports.',
  'warning',
);

export const PICKLE_RULES = [RUNS, HIDES, UNKNOWN, PICKLE_UNREAD];

/** Modules without a function that a stored object needs. Facts from the lists of picklescan and fickling, read 2026-11-27. */
const HARMFUL_MODULES = new Set(
  `os posix nt subprocess sys socket pty runpy importlib shutil webbrowser commands ctypes code codeop pip pdb bdb asyncio
   timeit profile cProfile trace doctest requests urllib urllib3 httplib http aiohttp httpx ftplib smtplib telnetlib marshal
   pickle _pickle cPickle dill cloudpickle tempfile signal threading multiprocessing pkgutil pydoc imp zipimport ensurepip venv
   platform linecache inspect types`.split(/\s+/),
);
const HARMFUL_FUNCTIONS = new Set(
  `eval exec execfile compile open __import__ getattr setattr delattr globals locals vars input breakpoint apply file memoryview
   help`.split(/\s+/),
);
const HARMFUL_NAMES = new Set([
  'operator.attrgetter',
  'operator.methodcaller',
  'operator.itemgetter',
  'functools.partial',
  'functools.reduce',
  'torch.load',
  'torch.hub.load',
  'torch.jit.load',
  'torch._dynamo.guards.GuardBuilder.get',
  'numpy.load',
  'numpy.f2py.crackfortran._eval_scalar',
  'joblib.load',
]);
const INSIDES = /\b__(?:globals|builtins|code|subclasses|import|loader|spec|getattribute)__\b/;
const HARMLESS_HIDDEN =
  /^(?:pathlib|types)\.(?:PosixPath|PurePosixPath|WindowsPath|SimpleNamespace|MappingProxyType)$/;
const USUAL_MODULE =
  /^(?:torch|numpy|collections|copyreg|copy_reg|_codecs|builtins|__builtin__|datetime|decimal|fractions|pathlib|uuid|argparse|omegaconf|sklearn|scipy|pandas|PIL|_collections|array|re|enum|typing|xgboost|pytorch_lightning|lightning|transformers|tokenizers|random|functools|operator)(?:\.|$)/;
const PICKLE_NAME = /\.(?:pkl|pickle|pt|pth|ckpt|bin|dat|joblib|p|sav|model|npy|npz)$/i;
/** An import of a pickle in the old, printable form. */
const PRINTED_IMPORT = /(?:^|[(\n])[ci]\w[\w.]{0,100}\n\w{1,100}\n/;
const NUMPY_HEAD = Buffer.from('\x93NUMPY', 'latin1');

/** Finds what stored Python objects import, by their opcodes and whatever their name. */
export function pickleHits(file: ScanFile): Hit[] {
  const bytes = bytesOf(file);
  const start = bytes === undefined ? undefined : pickleStart(file, bytes);
  if (bytes === undefined || start === undefined) return [];
  const { imports, sure, cut } = readPickle(bytes, start);
  const harmful = imports.find(isHarmful);
  if (harmful) return [{ rule: RUNS, file, excerpt: nameOf(harmful) }];
  const isUnread = cut === 'opcodes' || (cut === 'bytes' && file.bytes > bytes.length);
  if (isUnread && isPickleName(file.path)) return [{ rule: PICKLE_UNREAD, file }];
  // Other files begin like a pickle by chance; an opcode of theirs means nothing.
  const hidden = sure.find(({ module, name }) => module === undefined || name === undefined);
  if (hidden) return [{ rule: HIDES, file, excerpt: nameOf(hidden) }];
  const unknown = sure.find(({ module = '' }) => !USUAL_MODULE.test(module));
  return unknown ? [{ rule: UNKNOWN, file, excerpt: nameOf(unknown) }] : [];
}

export function isPickleName(path: string): boolean {
  return PICKLE_NAME.test(path);
}

function bytesOf(file: ScanFile): Buffer | undefined {
  const { text, path } = file;
  if (file.content) return contentOf(file);
  if (isPickleName(path) && text !== undefined) return Buffer.from(text);
  if (text === undefined || /\.(?:py|js|mjs|ts|md|json|css|html)$/i.test(path)) return undefined;
  return PRINTED_IMPORT.test(text.slice(0, 100_000)) ? Buffer.from(text) : undefined;
}

/** Where the opcodes begin; undefined for what is no pickle. */
function pickleStart({ path }: ScanFile, bytes: Buffer): number | undefined {
  const [first = 0, second = 0] = bytes;
  if (first === 0x80 && second <= 5) return 0;
  if (bytes.subarray(0, 6).equals(NUMPY_HEAD)) return numpyObjects(bytes);
  const begin = bytes.subarray(0, 4_096).toString('latin1');
  return isPickleName(path) || PRINTED_IMPORT.test(begin) ? 0 : undefined;
}

/** Where the objects of a numpy array begin; undefined for an array of numbers. numpy/lib/format.py. */
function numpyObjects(bytes: Buffer): number | undefined {
  const isLong = (bytes[6] ?? 1) > 1;
  if (bytes.length < 12) return undefined;
  const end = isLong ? 12 + bytes.readUInt32LE(8) : 10 + bytes.readUInt16LE(8);
  return /'descr':\s*'\|O/.test(bytes.toString('latin1', 8, Math.min(end, 1_000))) ? end : undefined;
}

function isHarmful(imported: PickledImport): boolean {
  const { module = '', name = '' } = imported;
  const full = nameOf(imported);
  const parts = name.split('.');
  if (HARMLESS_HIDDEN.test(full)) return false;
  if (HARMFUL_MODULES.has(module.split('.', 1)[0] ?? '')) return true;
  // From an honest module, a name with dots leads to the modules that it imports and the insides of its functions.
  if (parts.slice(0, -1).some((part) => HARMFUL_MODULES.has(part)) || INSIDES.test(name)) return true;
  if (/^(?:builtins|__builtin__)$/.test(module)) return HARMFUL_FUNCTIONS.has(parts[0] ?? '');
  return HARMFUL_NAMES.has(full) || /(?:^|\.)(?:runstring|_execute_child|system|popen|spawn\w*)$/.test(name);
}

function nameOf({ module = '(computed)', name = '(computed)' }: PickledImport): string {
  return `${module}.${name}`;
}
