import type { ScanFile } from '../../scan-file.js';

/** What the first bytes of a file say that it is. */
export type FileKind =
  'program' | 'bytecode' | 'shortcut' | 'script' | 'zip' | 'gzip' | 'zstd' | 'tar' | 'archive';

/** ELF, Mach-O in both byte orders and sizes, fat Mach-O and Java classes. */
const PROGRAM_HEAD = /^(?:7f454c46|feedface|feedfacf|cefaedfe|cffaedfe|cafebabe)/;
/** "MZ" and something that no text has: DOS and Windows programs. */
const MZ_HEAD = /^4d5a(?:..)*?(?:0[0-8]|1[0-9a-f]|[89a-f][0-9a-f])/;
/** The same for what was decoded as a text, which may have letters of any kind. */
const MZ_IN_TEXT = /^4d5a(?:..)*?0[0-8]/;
/** The head and class id of a shell link; https://learn.microsoft.com/openspecs/windows_protocols/ms-shllink, read 2026-11-27. */
const SHORTCUT_HEAD = /^4c0000000114020000000000c000000000000046/;
/** A marshalled code object without arguments, with and without its reference flag. */
const MARSHAL_HEAD = /^(?:e3|63)0{24}/;
const ARCHIVES: readonly [RegExp, FileKind][] = [
  [/^504b(?:0304|0506)/, 'zip'],
  [/^1f8b08/, 'gzip'],
  [/^28b52ffd/, 'zstd'],
  [/^(?:377abcaf271c|526172211a07|fd377a585a00|425a68)/, 'archive'],
];
/** Beginnings of texts that a shell, PHP or Python runs. */
const SCRIPT_HEAD =
  /^\s*(?:#!|@echo off|<\?php|<script|powershell|import [\w.]+\s*(?:$|;|as |import)|from [\w.]+ import )/im;
const SCRIPT_HEAD_CHARS = 256;

export function kindOf(file: ScanFile): FileKind | undefined {
  const head = headOf(file);
  const hex = head.toString('hex');
  const mz = file.text === undefined ? MZ_HEAD : MZ_IN_TEXT;
  if (PROGRAM_HEAD.test(hex) || mz.test(hex)) return 'program';
  if (SHORTCUT_HEAD.test(hex)) return 'shortcut';
  if (isBytecode(head) || MARSHAL_HEAD.test(hex)) return 'bytecode';
  const archive = ARCHIVES.find(([pattern]) => pattern.test(hex));
  if (archive) return archive[1];
  if (isTar(file)) return 'tar';
  return isScript(file) ? 'script' : undefined;
}

export function headOf({ content, text }: ScanFile): Buffer {
  return Buffer.from(content?.subarray(0, 64) ?? (text ?? '').slice(0, 64));
}

/** By the sum of its first header, in which the sum itself counts as blanks; the oldest kind has no other sign. */
function isTar({ content }: ScanFile): boolean {
  if (!content || content.length < 512 || content[0] === 0) return false;
  const sum = Number.parseInt(Buffer.from(content.subarray(148, 156)).toString('latin1'), 8);
  if (!(sum > 0)) return false;
  const header = content.subarray(0, 512);
  return header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0) === sum;
}

/** The magic number of a `.pyc`: Python 2.7's, or of Python 3, and CR LF; Lib/importlib/_bootstrap_external.py. */
function isBytecode(head: Buffer): boolean {
  if (head.length < 16 || head[2] !== 0x0d || head[3] !== 0x0a) return false;
  const magic = head.readUInt16LE(0);
  return (magic >= 3_000 && magic < 4_200) || (magic >= 62_000 && magic < 62_300);
}

function isScript({ text }: ScanFile): boolean {
  return text !== undefined && SCRIPT_HEAD.test(text.slice(0, SCRIPT_HEAD_CHARS));
}
