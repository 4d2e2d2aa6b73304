import type { ScanFile } from '../scan-file.js';
import { Facts, Names, type Part, type Turn } from './lookers.js';
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
  /** The path of the file of data that it was read from as a whole. */
  readonly data?: string;
  /** Of a text that is put together: the marks of its beginning. */
  readonly head?: number;
  /** For an open file: notes of what kind the content is that is written into it. */
  readonly written?: (marks: number) => void;
};

export const UNKNOWN: Value = { marks: 0 };

/** A value that may be either; `before` wins where only one thing can be known. Gives `before` itself when nothing is added. */
export function join(before: Value | undefined, added: Value): Value {
  if (!before) return added;
  const adds =
    (added.marks & ~before.marks) !== 0 ||
    (['text', 'number', 'path', 'callee', 'methods', 'names', 'items', 'written', 'data'] as const).some(
      (key) => before[key] === undefined && added[key] !== undefined,
    );
  return adds ? { ...added, ...before, marks: before.marks | added.marks } : before;
}

/** Names and what they hold, of a file, a function or a class. */
export class Scope {
  readonly names: Names<Value>;
  /** What they hold at the place that is read, and the block in which they were assigned. */
  private readonly latest = new Map<string, { readonly value: Value; readonly block: Syntax }>();

  constructor(
    readonly file: PythonFile,
    readonly parent?: Scope,
    /** Absent for code that runs when the file is imported. */
    readonly owner?: PythonFunction,
  ) {
    this.names = new Names(file.turn);
  }

  /** To be called before the code is read again. */
  restart(): void {
    this.latest.clear();
  }

  find(name: string): Value | undefined {
    const latest = this.latest.get(name)?.value;
    if (latest || !this.parent || this.owner !== this.parent.owner) return latest ?? this.findAny(name);
    // A class or comprehension is run where it stands.
    return this.names.get(name) ?? this.parent.find(name);
  }

  private findAny(name: string): Value | undefined {
    return this.names.get(name) ?? this.parent?.findAny(name);
  }

  /** Adds what a name may hold too, wherever it is assigned. */
  widen(name: string, value: Value): void {
    this.names.widen(name, value);
    // Even when it was known from an earlier reading, it may be new at the place that is read.
    const latest = this.latest.get(name);
    if (latest) this.latest.set(name, { ...latest, value: join(latest.value, value) });
  }

  /** Lets a name hold just this value from now on. */
  hold(name: string, value: Value, block: Syntax): void {
    this.names.widen(name, value);
    this.latest.set(name, { value, block });
  }

  /** Lets a name hold a value from now on: instead of what it was given in the same block, beside what it was given in others. */
  assign(name: string, value: Value, block: Syntax, isSure = true): void {
    const prior = this.latest.get(name);
    this.names.widen(name, value);
    const replaces = isSure && (!prior || (block.start <= prior.block.start && prior.block.end <= block.end));
    const isParameter =
      prior === undefined && this.owner?.scope === this && this.owner.parameters.includes(name);
    const held = replaces && !isParameter ? value : join(prior?.value ?? this.names.get(name), value);
    this.latest.set(name, { value: held, block });
  }
}

/** A function, method or lambda of the package. */
export class PythonFunction implements Part {
  isStale: boolean;
  wasRead = false;
  readonly scope: Scope;
  /** Parameters that are paths of files or folders into which it writes what it downloads. */
  readonly filled = new Set<string>();
  /** The parameter with `**`. */
  others?: string;
  /** Of a method: what `super()` gives. */
  base?: Value;
  /** What it gives back for certain arguments, while it is read for them. */
  trial?: Value;
  /** What a call does, itself or by further functions of the package. */
  readonly effects: Facts<Effect>;
  /** What it gives back, by the name `''`, known once its body was read. */
  private readonly given: Names<Value>;

  constructor(
    readonly file: PythonFile,
    readonly node: Syntax,
    parent: Scope,
    readonly parameters: readonly string[],
  ) {
    this.scope = new Scope(file, parent, this);
    // What a lambda does is read with what is around it.
    this.isStale = node.type !== 'lambda';
    this.effects = new Facts(file.turn);
    this.given = new Names(file.turn);
  }

  /** What it gives back, known once its body was read. */
  get result(): Value | undefined {
    return this.given.get('');
  }

  giveBack(value: Value): void {
    this.given.widen('', value);
  }

  /** The names that arguments are given to: without the object of a method. */
  get givenParameters(): readonly string[] {
    return OBJECT_PARAMETER.test(this.parameters[0] ?? '') ? this.parameters.slice(1) : this.parameters;
  }
}

/** The customary names of the object that a method belongs to. */
export const OBJECT_PARAMETER = /^(?:self|cls)$/;

/** What it does, and when: `imported`, when a file is; `beside`, while the host does something else. */
export type Effect = 'sends' | 'starts' | 'runs' | 'imported' | 'beside';

/** A Python file of the package, with all that was learned of it. As a part, its code outside of functions. */
export class PythonFile implements Part {
  readonly scope: Scope;
  readonly functions = new Map<Syntax, PythonFunction>();
  /** Scopes of classes and comprehensions. */
  readonly scopes = new Map<Syntax, Scope>();
  /** What attributes of objects hold, whichever the object. */
  readonly attributes: Names<Value>;
  /** Dotted names of all that is called, for rules on combinations. */
  readonly called = new Set<string>();
  /** Modules of which all names are imported. */
  readonly starModules = new Set<string>();
  /** Known parts of the paths into which downloads are written. */
  readonly downloads: Facts<string>;
  /** Of these, those of files that come from where models are seldom kept. */
  readonly foreignDownloads: Facts<string>;
  /** Known parts of the paths of folders into which repositories or archives are put that are downloaded. */
  readonly repositories: Facts<string>;
  isStale = true;
  wasRead = false;

  constructor(
    readonly file: ScanFile & { readonly text: string },
    readonly root: Syntax,
    readonly turn: Turn<Value>,
  ) {
    this.scope = new Scope(this);
    this.attributes = new Names(turn);
    this.downloads = new Facts(turn);
    this.foreignDownloads = new Facts(turn);
    this.repositories = new Facts(turn);
  }

  text({ start, end }: Syntax): string {
    return this.file.text.slice(start, end);
  }
}
