import type { DataFiles } from './data-files.js';
import type { Observer } from './observation.js';
import type { Turn } from './lookers.js';
import type { PythonFile, Value } from './python-file.js';

/** What all files of a package share while they are read. */
export type Reading = {
  readonly packageName: string;
  readonly deadline: number;
  /** How many parts of files may still be read. */
  steps: number;
  /** How many functions may still be read for certain arguments, and how many are being read. */
  trials: number;
  trialDepth: number;
  readonly turn: Turn<Value>;
  /** The file of the package that an import names. */
  readonly fileOf: (importer: PythonFile, dots: number, module: string) => PythonFile | undefined;
  /** The files of data of the package. */
  readonly data: DataFiles;
  readonly observer: Observer;
};

/** Thrown when a package takes too long to be read, or is nested too deep. */
export class ReadingStopped extends Error {}
