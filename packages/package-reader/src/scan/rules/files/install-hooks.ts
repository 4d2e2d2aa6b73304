import type { Hit } from '../../rule.js';
import type { ScanFile } from '../../scan-file.js';
import { rule } from '../define-rule.js';
import { contentOf } from './inner-file.js';

const PTH_CODE = rule('pth_runs_code', 'Is a path file with code, which every start of Python runs.', 'held');
const SITE_CODE = rule(
  'site_customization',
  'Has a name that every start of Python imports by itself.',
  'held',
);
const SETUP_HOOK = rule(
  'setup_hook',
  'Replaces a step of the installation by code that starts programs, loads from the network or runs text.',
  'held',
);
export const SETUP_CODE = rule(
  'setup_runs_code',
  'Starts programs or loads from the network while it is installed.',
  'warning',
);

export const INSTALL_HOOK_RULES = [PTH_CODE, SITE_CODE, SETUP_HOOK, SETUP_CODE];

/** A step that runs when a package is installed; `build_ext` and `bdist_wheel` are those of packages with machine code. */
const STEP = '(?:install|develop|egg_info|build_py|build|install_lib|install_scripts|sdist|editable_wheel)';
/** As a key, an argument by name, or the class that is derived from. */
const INSTALL_STEP = new RegExp(
  `["']${STEP}["']\\s*[:\\]]|[(,]\\s*${STEP}\\s*=|\\bclass \\w+\\([\\w.]*\\b_*${STEP}\\b`,
);
const PATH_FILE_BYTES = 64 * 1024;
const PATH_FILE_CODE =
  /(?:^|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029])(?:\ufeff|\xef\xbb\xbf)?import[ \t][\w. ,;()"']{1,200}/;
export const RUNS_PROGRAM =
  /\bsubprocess\.\w|\bos\.(?:system|popen|startfile|exec[lv]\w{0,2}|spawn[lv]\w{0,2})\s*\(|\bpty\.spawn\b/;
export const USES_NETWORK =
  /\burlopen\s*\(|\burlretrieve\s*\(|\brequests\.(?:get|post|put)\s*\(|\bhttpx?\.(?:get|post|client)\b|\bsocket\.(?:socket|create_connection)\b/;
export const RUNS_TEXT = /(?<![\w.])(?:exec|eval)\s*\(|\b__import__\s*\(|\bb64decode\s*\(|\bmarshal\.loads\b/;

/** Finds what Python and installers run without being asked for. */
export function installHookHits(file: ScanFile): Hit[] {
  const { path, text } = file;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name.endsWith('.pth')) return pathFile(file);
  if (text === undefined) return [];
  if (name === 'sitecustomize.py' || name === 'usercustomize.py')
    return [{ rule: SITE_CODE, file, index: 0 }];
  return name === 'setup.py' ? setup(file, text) : [];
}

/** Of a path file, lines that begin with `import` and a blank are run, in whatever encoding; Lib/site.py. */
function pathFile(file: ScanFile): Hit[] {
  // Checkpoints have the same extension.
  const text = file.text ?? contentOf(file)?.subarray(0, PATH_FILE_BYTES).toString('latin1') ?? '';
  const line = PATH_FILE_CODE.exec(text);
  if (!line) return [];
  return [
    { rule: PTH_CODE, file, ...(file.text === undefined ? { excerpt: line[0] } : { index: line.index }) },
  ];
}

function setup(file: ScanFile, text: string): Hit[] {
  const acts = [RUNS_PROGRAM, USES_NETWORK, RUNS_TEXT].map((pattern) => pattern.exec(text)?.index);
  const [program, network] = acts;
  const index = program ?? network ?? acts[2];
  if (index === undefined) return [];
  if (/\bcmdclass\b/.test(text) && INSTALL_STEP.test(text)) return [{ rule: SETUP_HOOK, file, index }];
  // `exec` of the own version file is usual; programs and the network are not.
  return program === undefined && network === undefined ? [] : [{ rule: SETUP_CODE, file, index }];
}
