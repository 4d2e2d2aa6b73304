import type { Node } from 'web-tree-sitter';

import type { SourceTree } from './source-tree.js';
import type { Arguments, PyClass, PyDict, PyFunction, PyModule, Unknown, Value, Scope } from './values.js';

/** Where code runs: the names it sees, and what a call has produced so far. */
export type Frame = {
  readonly module: PyModule;
  readonly scope: Scope;
  readonly callee?: PyFunction;
  /** The first argument of the running method. */
  readonly receiver?: Value;
  /** Values returned on paths whose condition is not known. */
  readonly returns: Value[];
  readonly yields: Value[];
};

/** How a statement ended, when not by reaching its end. */
export type Completion =
  { readonly kind: 'return'; readonly value: Value } | { readonly kind: 'break' | 'continue' } | undefined;

/** What an iterable holds, and why there may be more. */
export type Items = { readonly items: readonly Value[]; readonly gap?: string | undefined };

/** The interpreter as its parts see it. */
export type Machine = {
  /** Greater than 0 while running code whose condition is not known: nothing is removed then. */
  speculation: number;
  /** Running inside a `try` of the same module: certain failures are raised instead of being skipped. */
  isGuarded: boolean;
  /** The class that is passed to a metaclass now. */
  newborn: PyClass | undefined;
  /** Counts one step. @throws BudgetSpent */
  step(): void;
  evaluate(node: Node, frame: Frame): Value;
  execute(block: Node, frame: Frame): Completion;
  /** Runs a text as code; returns its syntax tree, undefined when it is no code or too much of it. */
  runText(text: string, frame: Frame): Node | undefined;
  call(callee: Value, call: Arguments): Value;
  /** A class, instance or module attribute; undefined when it is certainly absent. */
  attribute(target: Value, name: string): Value | undefined;
  /** Items of an iterable; undefined when it is not known. */
  items(value: Value | undefined): Items | undefined;
  importModule(dotted: string, from: PyModule): Value;
  importPath(path: string): Value;
  /** `importlib.import_module(name, anchor)`. */
  importFrom(name: string, anchor: string | undefined): Value;
  /** `sys.modules`. */
  readonly modulesByName: PyDict;
  /** The module whose code is running. */
  entryModule(): PyModule;
  readonly sources: SourceTree;
  unknown(reason: string, node?: Node, frame?: Frame): Unknown;
  builtin(name: string): Value | undefined;
  /** A function of another package that the interpreter knows, by dotted path. */
  external(path: string): Value | undefined;
};

/** The code raised, or would raise, an exception. */
export class PyRaise extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

const NOTHING: readonly Node[] = [];

/** Named children without comments. */
export function parts(node: Node | null): readonly Node[] {
  if (node === null) return NOTHING;
  return node.namedChildren.filter((child) => child.type !== 'comment' && child.type !== 'line_continuation');
}

/** A field that the grammar guarantees. */
export function field(node: Node, name: string): Node {
  const child = node.childForFieldName(name);
  if (child === null) throw new PyRaise('SyntaxError', `${node.type} has no ${name}`);
  return child;
}
