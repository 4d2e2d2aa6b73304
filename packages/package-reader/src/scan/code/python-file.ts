import type { ScanFile } from '../scan-file.js';
import type { Syntax } from './syntax.js';

/** What is known of a value: all that it can be, wherever in the file it is assigned. */
export type Value = {
  /** The constant text, or bytes as Latin-1; `HOLE` for each part that is not known. */
  readonly text?: string;
  /** Whether the text stands for bytes. */
  readonly isBytes?: boolean;
  /** The constant number. */
  readonly number?: number;
  /** Dotted name of something outside of the package; `()` for what a call gave: `socket.socket().send`. */
  readonly path?: string;
  readonly marks: number;
  readonly callee?: PythonFunction;
  /** Methods by name, of a class of the package or one of its objects. */
  readonly methods?: ReadonlyMap<string, PythonFunction>;
  /** Names of a file of the package, or members of a dict with constant keys. */
  readonly names?: ReadonlyMap<string, Value>;
  /** Members of a list or tuple that is written out. */
  readonly items?: readonly Value[];
  /** Of a text that is put together: the marks of its beginning. */
  readonly head?: number;
  /** For an open file: notes of what kind the content is that is written into it. */
  readonly written?: (marks: number) => void;
};

export const UNKNOWN: Value = { marks: 0 };

/** A value that may be either; `before` wins where only one thing can be known. Gives `before` itself when nothing is added. */
export function join(before: Value | undefined, added: Value): Value {
  if (!before || before === UNKNOWN) return added;
  const adds =
    (added.marks & ~before.marks) !== 0 ||
    (['text', 'number', 'path', 'callee', 'methods', 'names', 'items', 'written'] as const).some(
      (key) => before[key] === undefined && added[key] !== undefined,
    );
  return adds ? { ...added, ...before, marks: before.marks | added.marks } : before;
}

/** Names and what they hold, of a file, a function or a class. */
export class Scope {
  /** All that the names hold at any time. */
  readonly names = new Map<string, Value>();
  /** What they hold at the place that is read, and the block in which they were assigned. */
  private readonly latest = new Map<string, { readonly value: Value; readonly block: Syntax }>();

  constructor(
    readonly file: PythonFile,
    readonly parent?: Scope,
    /** Absent for code that runs when the file is imported. */
    readonly owner?: PythonFunction,
  ) {}

  /** To be called before the code is read again. */
  restart(): void {
    this.latest.clear();
  }

  find(name: string): Value | undefined {
    return this.latest.get(name)?.value ?? this.findAny(name);
  }

  private findAny(name: string): Value | undefined {
    return this.names.get(name) ?? this.parent?.findAny(name);
  }

  /** Adds what a name may hold too, wherever it is assigned. */
  widen(name: string, value: Value): void {
    this.keep(name, value);
    // Even when it was known from an earlier reading, it may be new at the place that is read.
    const latest = this.latest.get(name);
    if (latest) this.latest.set(name, { ...latest, value: join(latest.value, value) });
  }

  private keep(name: string, value: Value): void {
    const before = this.names.get(name);
    const after = join(before, value);
    if (after === before) return;
    this.names.set(name, after);
    this.file.hasChanged = true;
  }

  /** Lets a name hold just this value from now on. */
  hold(name: string, value: Value, block: Syntax): void {
    this.keep(name, value);
    this.latest.set(name, { value, block });
  }

  /** Lets a name hold a value from now on: instead of what it was given in the same block, beside what it was given in others. */
  assign(name: string, value: Value, block: Syntax, isSure = true): void {
    const prior = this.latest.get(name);
    this.keep(name, value);
    const replaces = isSure && (!prior || (block.start <= prior.block.start && prior.block.end <= block.end));
    const isParameter =
      prior === undefined && this.owner?.scope === this && this.owner.parameters.includes(name);
    const before = prior?.value ?? this.names.get(name);
    this.latest.set(name, { value: replaces && !isParameter ? value : join(before, value), block });
  }
}

/** A function, method or lambda of the package. */
export class PythonFunction {
  readonly scope: Scope;
  /** What it gives back, known once its body was read. */
  result?: Value;
  /** What it gives back for certain arguments, while it is read for them. */
  trial?: Value;
  /** What a call does, itself or by further functions of the package. */
  readonly effects = new Set<Effect>();

  constructor(
    readonly file: PythonFile,
    readonly node: Syntax,
    parent: Scope,
    readonly parameters: readonly string[],
  ) {
    this.scope = new Scope(file, parent, this);
  }

  /** The names that arguments are given to: without the object of a method. */
  get givenParameters(): readonly string[] {
    return OBJECT_PARAMETER.test(this.parameters[0] ?? '') ? this.parameters.slice(1) : this.parameters;
  }
}

/** The customary names of the object that a method belongs to. */
export const OBJECT_PARAMETER = /^(?:self|cls)$/;

export type Effect = 'sends' | 'starts' | 'runs';

/** A Python file of the package, with all that was learned of it. */
export class PythonFile {
  readonly scope: Scope = new Scope(this);
  readonly functions = new Map<Syntax, PythonFunction>();
  /** Scopes of classes and comprehensions. */
  readonly scopes = new Map<Syntax, Scope>();
  /** Files of the package that this one imports. */
  readonly imports = new Set<PythonFile>();
  /** What attributes of objects hold, whichever the object. */
  readonly attributes = new Map<string, Value>();
  /** Dotted names of all that is called, for rules on combinations. */
  readonly called = new Set<string>();
  /** Modules of which all names are imported. */
  readonly starModules = new Set<string>();
  /** Known parts of the paths into which downloads are written. */
  readonly downloads = new Set<string>();
  /** Of these, those of files that come from where models are seldom kept. */
  readonly foreignDownloads = new Set<string>();
  hasChanged = false;

  constructor(
    readonly file: ScanFile & { readonly text: string },
    readonly root: Syntax,
  ) {}

  /** To be called before the file is read again. */
  restart(): void {
    this.hasChanged = false;
    this.scope.restart();
  }

  text({ start, end }: Syntax): string {
    return this.file.text.slice(start, end);
  }

  assignAttribute(name: string, value: Value): void {
    const before = this.attributes.get(name);
    const after = join(before, value);
    if (after === before) return;
    this.attributes.set(name, after);
    this.hasChanged = true;
  }
}
