import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { headOf, kindOf } from './file-kind.js';

const DISGUISED = rule(
  'disguised_program',
  'Is a program or script under a name that is not a program’s, so that nobody sees it as one.',
  'held',
);
const PROGRAM = rule('program_file', 'Is a program, which nobody can read here.', 'warning');
const LIBRARY = rule('native_library', 'Is machine code, which nobody can read here.', 'note');
const ORPHAN_BYTECODE = rule(
  'bytecode_without_source',
  'Is compiled Python without its source beside it, which nobody can read here.',
  'held',
);
const UNCHECKED_BYTECODE = rule(
  'unchecked_bytecode',
  'Is compiled Python that runs in place of its source, whatever that says.',
  'held',
);
const STALE_BYTECODE = rule('stale_bytecode', 'Is compiled Python that is left of a removed source.', 'note');
const SHORTCUT = rule('shortcut_file', 'Is a Windows shortcut, which starts what it names.', 'held');
const WINDOWS_SCRIPT = rule(
  'windows_script',
  'Is of a kind that Windows runs when it is opened, and that packages do not need.',
  'warning',
);
const MINER = rule('miner_program', 'Is or names a program that mines cryptocurrency.', 'held');
const DISGUISED_ARCHIVE = rule(
  'disguised_archive',
  'Is an archive under the name of something else.',
  'warning',
);

export const PROGRAM_RULES = [
  DISGUISED,
  PROGRAM,
  LIBRARY,
  ORPHAN_BYTECODE,
  UNCHECKED_BYTECODE,
  STALE_BYTECODE,
  SHORTCUT,
  WINDOWS_SCRIPT,
  MINER,
  DISGUISED_ARCHIVE,
];

const LIBRARY_NAME = /\.(?:so(?:\.[\d.]+)?|dll|pyd|dylib|node|o|a|lib|ko|abi3|class|jar)$/i;
const PROGRAM_NAME = /\.(?:exe|msi|com|bin|elf|out|appimage|run)$/i;
const SCREENSAVER_NAME = /\.(?:scr|pif|cpl)$/i;
const WINDOWS_SCRIPT_NAME = /\.(?:hta|vbs|vbe|jse|wsf|wsh|pif|scr|cpl)$/i;
/** Kinds of files that people open to look at, listen to or read. */
const MEDIA_NAME =
  /\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?|avif|mp[34]|wav|ogg|flac|webm|mov|avi|ttf|otf|woff2?|pdf|css|safetensors|gguf|onnx)$/i;
const DOUBLE_NAME =
  /\.(?:png|jpe?g|gif|webp|mp[34]|pdf|txt|md|json|zip|docx?)\.(?:exe|com|scr|pif|bat|cmd|lnk)$/i;
const ASSET_FOLDER =
  /(?:^|\/)(?:assets|images?|img|icons|fonts|docs|examples?|samples?|media|pictures|thumbnails)\//i;
const MINER_NAME =
  /(?:^|\/)(?:xmrig|xmr-stak|nbminer|phoenixminer|ethminer|lolminer|nanominer|ccminer|cpuminer|minerd|t-rex|teamredminer|srbminer)(?:[-_.][^/]*)?$/i;
const MINER_WORDS = ['stratum+tcp://', 'stratum+ssl://', 'donate.v2.xmrig', 'randomx', 'cryptonight'];

/** Finds programs by their first bytes, whatever they are called. */
export function programHits(file: ScanFile, hasPath: (path: string) => boolean): Hit[] {
  const kind = kindOf(file);
  const hits = WINDOWS_SCRIPT_NAME.test(file.path) ? [{ rule: WINDOWS_SCRIPT, file }] : [];
  switch (kind) {
    case 'program':
      return [...hits, ...machineCode(file)];
    case 'bytecode':
      return [...hits, ...bytecode(file, hasPath)];
    case 'shortcut':
      return [{ rule: file.path.toLowerCase().endsWith('.lnk') ? SHORTCUT : DISGUISED, file }];
    case 'script':
      return MEDIA_NAME.test(file.path) ? [...hits, { rule: DISGUISED, file, index: 0 }] : hits;
    case 'zip':
    case 'gzip':
    case 'zstd':
    case 'tar':
    case 'archive':
      return MEDIA_NAME.test(file.path) ? [...hits, { rule: DISGUISED_ARCHIVE, file }] : hits;
    case undefined:
      return hits;
  }
}

function machineCode(file: ScanFile): Hit[] {
  const { path } = file;
  if (MINER_NAME.test(path) || minerWord(file)) return [{ rule: MINER, file }];
  if (DOUBLE_NAME.test(path) || SCREENSAVER_NAME.test(path)) return [{ rule: DISGUISED, file }];
  if (LIBRARY_NAME.test(path)) return [{ rule: ASSET_FOLDER.test(path) ? PROGRAM : LIBRARY, file }];
  if (PROGRAM_NAME.test(path)) return [{ rule: ASSET_FOLDER.test(path) ? DISGUISED : PROGRAM, file }];
  return [{ rule: DISGUISED, file }];
}

/** Two words of miners: one alone may be a list of words to look for. */
function minerWord({ content }: ScanFile): boolean {
  if (!content) return false;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  return MINER_WORDS.filter((word) => bytes.includes(word)).length > 1;
}

function bytecode(file: ScanFile, hasPath: (path: string) => boolean): Hit[] {
  const { path } = file;
  if (!/\.py[co]$/i.test(path)) return [{ rule: DISGUISED, file }];
  const head = headOf(file);
  // PEP 552: bit 0 says that the file is bound to its source's hash, bit 1 that the hash is compared.
  if (head.readUInt16LE(0) < 4_200 && head.readUInt32LE(4) === 1) return [{ rule: UNCHECKED_BYTECODE, file }];
  const cached = /^(.*\/)?__pycache__\/([^/]+?)\.[^/]*$/.exec(path);
  if (cached) {
    const source = `${cached[1] ?? ''}${cached[2] ?? ''}.py`;
    return hasPath(source) ? [] : [{ rule: STALE_BYTECODE, file }];
  }
  return hasPath(path.replace(/[co]$/i, '')) ? [] : [{ rule: ORPHAN_BYTECODE, file }];
}
