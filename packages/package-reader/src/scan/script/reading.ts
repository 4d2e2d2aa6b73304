import type { Syntax } from '../code/syntax.js';
import type { DataFiles } from './data-files.js';
import type { ScriptObserver } from './observation.js';
import type { Script } from './script-file.js';

/** What all scripts of a package share while they are read. */
export type Reading = {
  readonly deadline: number;
  /** How many parts of scripts may still be read. */
  steps: number;
  /** Names under which the package stores something in the browser. */
  readonly ownKeys: Set<string>;
  /** Constant texts that a script runs or adds to the page. */
  readonly within: Map<string, Within>;
  /** The files of data of the package. */
  readonly data: DataFiles;
  readonly observer: ScriptObserver;
};

/** A text of code or markup within a script. */
export type Within = { readonly script: Script; readonly node: Syntax; readonly isMarkup: boolean };

/** Thrown when a package takes too long to be read, or is nested too deep. */
export class ReadingStopped extends Error {}
