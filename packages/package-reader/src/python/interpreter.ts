import { posix } from 'node:path';

import type { Node } from 'web-tree-sitter';

import type { ReadingLimits } from './reading-limits.js';
import { attributeOf } from './attributes.js';
import { Budget } from './budget.js';
import { builtinFunctions, iterate } from './builtin-functions.js';
import { callValue } from './calls.js';
import { documentationOf } from './documentation.js';
import { BudgetSpent, spend } from './effort.js';
import { evaluateExpression } from './expressions.js';
import { knownExternals } from './known-externals.js';
import { parts, PyRaise, type Completion, type Frame, type Items, type Machine } from './machine.js';
import { findModule } from './module-finder.js';
import { newModule } from './module-making.js';
import { HostMapping } from './host-mapping.js';
import { type PythonParser, syntaxErrorPlace } from './python-parser.js';
import { RunningCalls } from './running-calls.js';
import type { SourceTree } from './source-tree.js';
import { executeStatement } from './statements.js';
import { plainText } from './text.js';
import { orElse } from './arguments.js';
import {
  External,
  type PyClass,
  PyDict,
  PyFunction,
  PyModule,
  Unknown,
  type Arguments,
  type Value,
  Scope,
} from './values.js';

/** What parsing costs. */
const CHARS_PER_STEP = 20;

/**
 * Runs package code over partly unknown values. No code of the package is executed by Python or JavaScript, no file is read but
 * the given sources, and steps, depth and time are limited.
 */
export class Interpreter implements Machine {
  speculation = 0;
  isGuarded = false;
  newborn: PyClass | undefined;
  /** Files that could not be read, with the reason. */
  readonly problems: string[] = [];
  private readonly modules = new Map<string, PyModule>();
  /** The host's own table of nodes, with what the package adds to it. */
  readonly hostMapping = new HostMapping();
  private readonly builtins: Map<string, Value>;
  private readonly externals: Map<string, Value>;
  readonly modulesByName = new PyDict();
  private readonly running: PyModule[] = [];
  private readonly runningCalls = new RunningCalls();
  readonly budget: Budget;
  /** Length of all texts that the code has run as code. */
  private textChars = 0;
  private depth = 0;
  private calls = 0;

  constructor(
    readonly sources: SourceTree,
    private readonly parser: PythonParser,
    private readonly limits: ReadingLimits,
  ) {
    this.budget = new Budget(limits);
    this.modulesByName.gaps.add('modules of other packages');
    this.modulesByName.excludes = (key) => plainText(key)?.startsWith(sources.root) === true;
    this.builtins = builtinFunctions(this);
    this.externals = knownExternals(this).set('nodes.NODE_CLASS_MAPPINGS', this.hostMapping);
  }

  step(): void {
    this.budget.step();
  }

  /** Runs a statement with half of the remaining steps; if it needs more it is skipped, and the next one runs. */
  private shared(statement: Node, frame: Frame): Completion {
    return this.budget.withHalf(
      () => executeStatement(statement, frame, this),
      () => {
        this.newborn = undefined;
        const place = `${this.sources.relative(frame.module.path)}:${statement.startPosition.row + 1}`;
        if (this.budget.cut(place)) this.problems.push(`${place} takes too many steps and was left`);
        return undefined;
      },
    );
  }

  private isShared(statement: Node, frame: Frame): boolean {
    if (!this.budget.isDivided) return false;
    return frame.scope.kind !== 'function' || /^(?:for|while)_statement$/.test(statement.type);
  }

  evaluate(node: Node, frame: Frame): Value {
    if (this.depth >= this.limits.depth) return this.unknown('an expression nested too deeply', node, frame);
    return this.nested(() => evaluateExpression(node, frame, this));
  }

  execute(block: Node, frame: Frame): Completion {
    if (this.depth >= this.limits.depth) return undefined;
    return this.nested(() => {
      for (const statement of parts(block)) {
        this.step();
        const end = this.isShared(statement, frame)
          ? this.shared(statement, frame)
          : executeStatement(statement, frame, this);
        if (end !== undefined) return end;
      }
      return undefined;
    });
  }

  call(callee: Value, call: Arguments): Value {
    this.step();
    if (this.calls >= this.limits.calls) return this.unknown('calls nested too deeply');
    this.calls += 1;
    try {
      return callee instanceof PyFunction ? this.callOwn(callee, call) : callValue(callee, call, this);
    } finally {
      this.calls -= 1;
    }
  }

  private callOwn(callee: PyFunction, call: Arguments): Value {
    if (this.speculation > 0 && this.runningCalls.repeats(callee, call))
      return this.unknown(`how often ${callee.name} calls itself`);
    this.running.push(callee.module);
    try {
      return this.runningCalls.run(callee, call, () => callValue(callee, call, this));
    } finally {
      this.running.pop();
    }
  }

  attribute(target: Value, name: string): Value | undefined {
    return attributeOf(target, name, this);
  }

  items(value: Value | undefined): Items | undefined {
    const found = iterate(value, this);
    spend((found?.items.length ?? 0) / 64);
    return found;
  }

  unknown(reason: string, node?: Node, frame?: Frame): Unknown {
    const where =
      node === undefined || frame === undefined
        ? ''
        : `${this.sources.relative(frame.module.path)}:${node.startPosition.row + 1}: `;
    return new Unknown(`${where}${reason}`);
  }

  builtin(name: string): Value | undefined {
    return this.builtins.get(name);
  }

  external(path: string): Value | undefined {
    if (!this.limits.triesPatterns && path.startsWith('re.')) return undefined;
    return this.externals.get(path);
  }

  entryModule(): PyModule {
    return (
      this.running.at(-1) ??
      new PyModule(this.sources.packageName, this.sources.root, new Scope('module'), this.sources.root)
    );
  }

  importFrom(name: string, anchor: string | undefined): Value {
    const running = this.entryModule();
    const dots = /^\.*/.exec(name)?.[0].length ?? 0;
    if (dots === 0 || anchor === undefined) return this.importModule(name, running);
    const parents = anchor.split('.');
    const base = parents.slice(0, parents.length - dots + 1).join('.');
    return this.importModule(`${base}.${name.slice(dots)}`, running);
  }

  importModule(dotted: string, from: PyModule): Value {
    const entered = this.modulesByName.get(dotted);
    if (entered instanceof PyModule && entered.path === '') return entered;
    const path = findModule(dotted, from, this.sources);
    if (path !== undefined) return this.importPath(path);
    const isOwn = dotted.startsWith('.') || this.sources.isOwnName(dotted);
    if (!isOwn) return orElse(this.externals.get(dotted), new External(dotted));
    if (this.isGuarded && this.speculation === 0) throw new PyRaise('ImportError', `no module ${dotted}`);
    return this.unknown(
      `the module ${dotted}, imported in ${this.sources.relative(from.path)}, is not in the package`,
    );
  }

  importPath(path: string): Value {
    const known = this.modules.get(path);
    if (known !== undefined) return known;
    const isFolder = this.sources.isFolder(path);
    const file = isFolder ? `${path}/__init__.py` : path;
    if (!isFolder && this.sources.text(path) === undefined) {
      if (this.isGuarded && this.speculation === 0) throw new PyRaise('ImportError', `no file ${path}`);
      return this.unknown(`the file ${this.sources.relative(path)} is not in the package`);
    }
    const module = newModule(file, path, this.sources);
    this.modules.set(path, module);
    this.modulesByName.set(module.name, module);
    if (module.folder !== undefined || module.path !== '') this.bindInParent(module);
    const text = this.sources.text(file);
    try {
      if (text !== undefined) this.load(module, text);
    } finally {
      module.isLoaded = true;
    }
    return module;
  }

  /** The module of an imported file, even if its code stopped early. */
  moduleAt(path: string): PyModule | undefined {
    return this.modules.get(path);
  }

  private bindInParent(module: PyModule): void {
    const base = module.folder ?? module.path.slice(0, -3);
    const parent = this.modules.get(`${posix.dirname(base)}/__init__.py`);
    const name = posix.basename(base);
    if (parent !== undefined && parent !== module && !parent.scope.vars.has(name))
      parent.scope.vars.set(name, module);
  }

  private load(module: PyModule, text: string): void {
    const where = this.sources.relative(module.path);
    if (text.length > this.limits.fileChars) {
      this.fail(module, `${where} is larger than ${this.limits.fileChars} characters and was not read`);
      return;
    }
    spend(text.length / CHARS_PER_STEP);
    const tree = this.parser.parse(text, this.budget.deadline);
    if (tree === undefined) throw new BudgetSpent('the extraction takes too long');
    const place = syntaxErrorPlace(tree.rootNode, text);
    if (place !== undefined) {
      this.fail(module, `${where} has a syntax error${place}`);
      if (this.isGuarded && this.speculation === 0) throw new PyRaise('SyntaxError', where);
      return;
    }
    this.run(module, tree.rootNode, where);
  }

  private fail(module: PyModule, problem: string): void {
    module.failure = problem;
    this.problems.push(problem);
  }

  private run(module: PyModule, root: Node, where: string): void {
    const [isGuarded, speculation, depth] = [this.isGuarded, this.speculation, this.depth];
    this.isGuarded = false;
    this.speculation = 0;
    this.running.push(module);
    const frame = { module, scope: module.scope, returns: [], yields: [] };
    try {
      module.scope.vars.set('__doc__', documentationOf(root, frame, this));
      this.execute(root, frame);
    } catch (error) {
      if (!(error instanceof PyRaise)) throw error;
      this.fail(module, `${where} stops with ${error.type}: ${error.message}`);
      if (isGuarded && speculation === 0) throw error;
    } finally {
      this.running.pop();
      [this.isGuarded, this.speculation, this.depth] = [isGuarded, speculation, depth];
    }
  }

  runText(text: string, frame: Frame): Node | undefined {
    this.textChars += text.length;
    if (this.textChars > this.limits.fileChars) return undefined;
    const tree = this.parser.parse(text, this.budget.deadline);
    if (tree === undefined) throw new BudgetSpent('the extraction takes too long');
    if (tree.rootNode.hasError) return undefined;
    this.execute(tree.rootNode, frame);
    return tree.rootNode;
  }

  private nested<T>(run: () => T): T {
    this.step();
    this.depth += 1;
    try {
      return run();
    } finally {
      this.depth -= 1;
    }
  }
}
