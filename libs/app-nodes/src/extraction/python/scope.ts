import { type Value } from './values.js';

/** Names bound in a module, class, function or comprehension. */
export class Scope {
  vars = new Map<string, Value>();
  /** Names may have come from a module that is not in the package. */
  hasForeignNames = false;
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

  /** The scope an assignment expression binds in: comprehensions lend out the one around them. */
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
