import type { Syntax } from '../code/syntax.js';
import type { Script } from './script-file.js';
import type { ScriptValue } from './script-value.js';

/** `callee(…)` or `new callee(…)`. */
export type ScriptCall = {
  readonly script: Script;
  readonly node: Syntax;
  /** Dotted name of what is called, when the browser has it. */
  readonly path: string;
  /** Name of the method, or of the function when it is called by a plain name. */
  readonly name: string;
  readonly callee: ScriptValue;
  readonly receiver?: ScriptValue;
  readonly given: readonly ScriptValue[];
};

/** `target.name = value`. */
export type ScriptAssignment = {
  readonly script: Script;
  readonly node: Syntax;
  readonly target: ScriptValue;
  readonly name: string;
  readonly value: ScriptValue;
};

/** Receives what a script does. It is read several times; only the last reading counts. */
export type ScriptObserver = {
  /** Before a script is read, for the first time or again. */
  begin(script: Script): void;
  call(call: ScriptCall): void;
  assignment(assignment: ScriptAssignment): void;
  /** A member of the browser that the script names by pieces; without its path when that is not known. */
  hiddenName(script: Script, node: Syntax, path?: string): void;
  /** A text that the script decodes, which its source does not show. */
  hiddenText(script: Script, node: Syntax, text: string): void;
  /** Code that a script loads by `import`, with the address. */
  imported(script: Script, node: Syntax, address: ScriptValue): void;
};
