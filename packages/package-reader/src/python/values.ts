import type { Node } from 'web-tree-sitter';

import { spend, spendChars } from './effort.js';

/** Everything a Python expression may be worth to the interpreter. `null` is None; numbers are integers, those beyond 2^53 bigints. */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | PyFloat
  | PySequence
  | PyDict
  | PyClass
  | PyFunction
  | PyInstance
  | PyModule
  | PyPath
  | Bound
  | Native
  | External
  | Unknown;

/** The arguments of a call after unpacking. */
export type Arguments = {
  readonly positional: readonly Value[];
  readonly named: Map<string, Value>;
  /** Some arguments came from an unpacked value that is not known. */
  readonly isOpen: boolean;
};

/** A float, kept apart from integers because `str(1.0)` is not `str(1)`. */
export class PyFloat {
  constructor(readonly value: number) {}
}

/** A list, tuple, set or materialised iterator. */
export class PySequence {
  /** Reading an item takes it out. */
  isIterator = false;
  /** The items one after the other, for those that depend on what a loop does to the ones before. */
  rows?: () => Iterable<Value>;
  constructor(
    readonly kind: 'list' | 'tuple' | 'set',
    private readonly held: Value[] = [],
    /** Why further items may exist. */
    public gap?: string | undefined,
  ) {}

  get items(): Value[] {
    return this.held;
  }

  get size(): number {
    return this.held.length;
  }

  add(item: Value): void {
    this.held.push(item);
  }

  addAll(items: Iterable<Value>): void {
    for (const item of items) this.add(item);
  }

  clear(): void {
    this.held.length = 0;
  }
}

/** A dict in insertion order, with the reasons why further keys may exist. */
export class PyDict {
  readonly entries = new Map<string, { readonly key: Value; value: Value }>();
  readonly gaps = new Set<string>();
  /** Keys that the gaps cannot hold: absent ones are certainly absent. */
  excludes?: (key: Value) => boolean;
  /** Called for every key set, for dicts that are views of a namespace. */
  mirror?: (key: Value, value: Value) => void;
  /** Makes missing values, as `collections.defaultdict` does. */
  factory?: Value;
  /** The module whose names it shows. */
  owner?: PyModule;
  /** Stands for any value whose key is not among the known ones. */
  fallback?: Value;

  static of(entries: Iterable<readonly [Value, Value]>): PyDict {
    const dict = new PyDict();
    for (const [key, value] of entries) dict.set(key, value);
    return dict;
  }

  get(key: Value): Value | undefined {
    const id = keyOf(key);
    return id === undefined ? undefined : this.entries.get(id)?.value;
  }

  /** @returns false when the key is not known, so that the caller can record a gap. */
  set(key: Value, value: Value): boolean {
    const id = keyOf(key);
    if (id === undefined) return false;
    spend(1 / 4);
    this.mirror?.(key, value);
    const entry = this.entries.get(id);
    if (entry === undefined) this.entries.set(id, { key, value });
    else entry.value = value;
    return true;
  }

  /** Takes over what another one holds. */
  merge(other: PyDict): this {
    for (const { key, value } of other.entries.values()) this.set(key, value);
    for (const gap of other.gaps) this.gaps.add(gap);
    return this;
  }
}

export class PyClass {
  readonly attributes = new Map<string, Value>();
  readonly subclasses: PyClass[] = [];
  /** Names of the annotated attributes, the fields of a dataclass. */
  readonly fields: string[] = [];
  metaclass?: Value;
  /** The name with those of the classes and functions around it. */
  qualifiedName: string;
  constructor(
    readonly name: string,
    readonly bases: readonly Value[],
    readonly module: PyModule,
  ) {
    this.qualifiedName = name;
  }
}

/** How a function is reached through a class. */
export type FunctionRole = 'plain' | 'classmethod' | 'staticmethod' | 'property';

/** A function or lambda of the package: its syntax and where it was born. */
export class PyFunction {
  readonly attributes = new Map<string, Value>();
  role: FunctionRole = 'plain';
  /** The class whose body holds it, for `super()`. */
  owner?: PyClass;
  constructor(
    readonly name: string,
    readonly node: Node,
    readonly scope: Scope,
    readonly module: PyModule,
    readonly defaults: ReadonlyMap<string, Value>,
  ) {}
}

/** An object made by calling a class of the package; `payload` holds its built-in part for subclasses of str, dict, list. */
export class PyInstance {
  readonly attributes = new Map<string, Value>();
  payload?: Value;
  constructor(readonly type: PyClass | string) {}
}

/** A module of the package; `folder` is set for packages. */
export class PyModule {
  isLoaded = false;
  /** Why its code did not run to the end. */
  failure?: string;
  constructor(
    readonly name: string,
    readonly path: string,
    readonly scope: Scope,
    readonly folder?: string,
  ) {}
}

/** A file system path as `pathlib.Path` holds it, absolute below the virtual root. */
export class PyPath {
  constructor(readonly path: string) {}
}

/** A method together with its first argument. */
export class Bound {
  constructor(
    readonly receiver: Value,
    readonly callee: PyFunction | Native,
  ) {}
}

export class Native {
  constructor(
    readonly name: string,
    readonly run: (call: Arguments) => Value,
    /** Attributes such as `chain.from_iterable`. */
    readonly members: ReadonlyMap<string, Value> = new Map(),
  ) {}
}

/** Something of another package, known by its dotted path only; `call` when it is the result of calling that path. */
export class External {
  constructor(
    readonly path: string,
    readonly call?: Arguments,
    /** The call result that this is an attribute of. */
    readonly owner?: External,
  ) {}
}

/** A value that cannot be known without running code. */
export class Unknown {
  constructor(readonly reason: string) {}
}

let identities = 0;
const identity = new WeakMap<object, number>();

/** A key under which equal values meet; undefined for values that are not known. */
export function keyOf(value: Value): string | undefined {
  if (typeof value === 'string') {
    spend(value.length / 100);
    return `s${value}`;
  }
  if (typeof value === 'boolean') return `n${Number(value)}`;
  if (typeof value === 'number' || typeof value === 'bigint') return `n${value}`;
  if (value === null) return 'none';
  if (value instanceof PyFloat) return `n${value.value}`;
  if (value instanceof Unknown) return undefined;
  if (value instanceof External) return value.call === undefined ? `e${value.path}` : undefined;
  if (value instanceof PyPath) return `p${value.path}`;
  if (value instanceof PySequence) return sequenceKey(value);
  if (value instanceof PyInstance && value.payload !== undefined && typeof value.payload === 'string')
    return `s${value.payload}`;
  let id = identity.get(value);
  if (id === undefined) identity.set(value, (id = identities += 1));
  return `o${id}`;
}

/** Each part follows its length, so that parts need no quotes: those would double with each level. */
function sequenceKey(value: PySequence): string | undefined {
  spend(value.size / 4);
  let all = 't';
  let isKnown = true;
  for (const item of value.items) {
    const key = keyOf(item);
    if (key === undefined) isKnown = false;
    else {
      spendChars(key.length);
      all += `${key.length}:${key}`;
    }
  }
  return isKnown ? all : undefined;
}

/** Names bound in a module, class, function or comprehension. */
export class Scope {
  vars = new Map<string, Value>();
  /** Names may have come from a module that is not in the package. */
  hasForeignNames = false;
  /** What comes before the names of classes defined here, with its dot. */
  qualifier = '';
  readonly globals = new Set<string>();
  readonly nonlocals = new Set<string>();

  constructor(
    readonly kind: 'module' | 'class' | 'function' | 'comprehension',
    readonly parent?: Scope,
  ) {}

  /** Class bodies are invisible from the functions inside them, as in Python. */
  lookup(name: string): Value | undefined {
    if (this.globals.has(name)) return this.module().vars.get(name);
    const own = this.vars.get(name);
    if (own !== undefined) return own;
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
      if (scope.kind === 'class' && this.kind !== 'comprehension') continue;
      const value = scope.vars.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  bind(name: string, value: Value): void {
    this.home(name).vars.set(name, value);
  }

  unbind(name: string): void {
    this.home(name).vars.delete(name);
  }

  module(): Scope {
    let scope = this.parent === undefined ? this : this.parent;
    while (scope.parent !== undefined) scope = scope.parent;
    return scope;
  }

  /** The scope an assignment expression binds in: comprehensions pass on the one around them. */
  around(): Scope {
    return this.kind === 'comprehension' && this.parent !== undefined ? this.parent.around() : this;
  }

  private home(name: string): Scope {
    if (this.globals.has(name)) return this.module();
    if (!this.nonlocals.has(name)) return this;
    for (let scope = this.parent; scope !== undefined; scope = scope.parent) {
      if (scope.kind === 'function' && scope.vars.has(name)) return scope;
    }
    return this;
  }
}
