import { PythonParser } from '../../python/index.js';
import type { ScanContext, ScanFile } from '../scan-file.js';
import type { DataFiles } from './data-files.js';
import { either } from './either.js';
import { Evaluation } from './evaluation.js';
import type { Observer } from './observation.js';
import { PythonFile, type Value } from './python-file.js';
import { type Reading, ReadingStopped } from './reading.js';
import type { Turn } from './lookers.js';
import { syntaxOf } from './syntax.js';

const STEPS_MAX = 6_000_000;
const TRIALS_MAX = 1_000;
/** Values that pass through more functions than this are lost. */
const ROUNDS_MAX = 4;
const FILE_CHARS_MAX = 4_000_000;

export type TextFile = ScanFile & { readonly text: string };

/** Reads Python files of a package together, and tells the observer what they do. Gives the files that were not read to their end. */
export async function readPython(
  texts: readonly TextFile[],
  { packageName }: ScanContext,
  deadline: number,
  data: DataFiles,
  observer: Observer,
): Promise<TextFile[]> {
  if (texts.length === 0) return [];
  const parser = await PythonParser.open();
  try {
    const stopped: TextFile[] = [];
    const turn: Turn<Value> = { part: { isStale: false, wasRead: true }, depth: 0, either };
    const files = texts.flatMap((file) => {
      const tree = file.text.length > FILE_CHARS_MAX ? undefined : parser.parse(file.text, deadline);
      const root = tree && syntaxOf(tree);
      if (!root) stopped.push(file);
      return root ? [new PythonFile(file, root, turn)] : [];
    });
    const reading: Reading = {
      packageName,
      deadline,
      steps: STEPS_MAX,
      trials: TRIALS_MAX,
      trialDepth: 0,
      turn,
      fileOf: importing(files),
      data,
      observer,
    };
    for (let round = 0; round < ROUNDS_MAX; round += 1)
      for (const file of files) evaluate(file, reading, stopped);
    return [...new Set(stopped)];
  } finally {
    parser.close();
  }
}

function evaluate(file: PythonFile, reading: Reading, stopped: TextFile[]): void {
  try {
    new Evaluation(file, reading).run();
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw error;
    stopped.push(file.file);
  }
}

/** Finds files by the names that imports use: from the file's folder, or from the package's for those without dots. */
function importing(files: readonly PythonFile[]): Reading['fileOf'] {
  const byPath = new Map(files.map((file) => [file.file.path, file]));
  return (importer, dots, module) => {
    const folders = importer.file.path.split('/').slice(0, -1);
    const names = module === '' ? [] : module.split('.');
    const starts = dots > 0 ? [folders.slice(0, Math.max(0, folders.length - dots + 1))] : [folders, []];
    for (const start of starts) {
      const path = [...start, ...names].join('/');
      const found =
        byPath.get(`${path}.py`) ?? byPath.get(path === '' ? '__init__.py' : `${path}/__init__.py`);
      if (found && found !== importer) return found;
    }
    return undefined;
  };
}
