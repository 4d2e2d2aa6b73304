import type { Part } from './lookers.js';
import type { PythonFile, Scope } from './python-file.js';
import type { Syntax } from './syntax.js';
import type { Value } from './value.js';

/** A call in the code, with what is known of it. */
export type Call = {
  /** What is read, of which it is a part. */
  readonly part: Part;
  readonly file: PythonFile;
  readonly node: Syntax;
  readonly scope: Scope;
  /** Dotted name of what is called, when it is not the package's. */
  readonly path: string | undefined;
  /** What a call of that name does: a sum of `KIND`. */
  readonly kinds: number;
  /** Name of the method, when it is called on a value. */
  readonly method: string | undefined;
  readonly receiver: Value | undefined;
  /** Arguments by position. */
  readonly given: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** All arguments, those with `*` too. */
  readonly everything: readonly Value[];
  /** The text of the call in its file. */
  readonly source: () => string;
  /** Notes what was written into the file that the first argument names. */
  readonly note: (marks: number) => void;
};

/** `target = value`, where the target belongs to something outside of the package. */
export type Assignment = {
  readonly part: Part;
  readonly file: PythonFile;
  readonly node: Syntax;
  readonly scope: Scope;
  readonly path: string;
  /** Of `target[key] = value`. */
  readonly key?: Value;
  readonly value: Value;
};

/** Receives what the code does. A part is read again when more is known for it; then only the last reading counts. */
export type Observer = {
  /** Before a part is read, for the first time or again. */
  begin(part: Part): void;
  call(call: Call): void;
  assignment(assignment: Assignment): void;
  /** A text that the code puts together or decodes, which its source does not show. */
  hiddenText(part: Part, file: PythonFile, node: Syntax, text: string): void;
};
