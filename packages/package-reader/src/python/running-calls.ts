import { External, type Arguments, type PyFunction, Unknown, type Value } from './values.js';

type Given = ReadonlyMap<string | number, Value>;

/** Calls of functions of the package that have not come back. */
export class RunningCalls {
  private readonly running: { readonly callee: PyFunction; readonly given: Given }[] = [];

  /** Runs a call, and knows of it meanwhile. */
  run<T>(callee: PyFunction, call: Arguments, run: () => T): T {
    this.running.push({ callee, given: givenBy(call) });
    try {
      return run();
    } finally {
      this.running.pop();
    }
  }

  /**
   * Whether a function calls itself, by whatever way, with the same arguments or from one value that is not known to
   * another: nothing shows where that ends, and it would tell no more than the call that is running.
   */
  repeats(callee: PyFunction, call: Arguments): boolean {
    const given = givenBy(call);
    return this.running.some((outer) => outer.callee === callee && goesOn(outer.given, given));
  }
}

function givenBy({ positional, named }: Arguments): Given {
  return new Map<string | number, Value>([...positional.entries(), ...named]);
}

function goesOn(outer: Given, inner: Given): boolean {
  const changed = [...inner].filter(([name, value]) => outer.get(name) !== value);
  const isSame = changed.length === 0 && inner.size === outer.size;
  return isSame || changed.some(([name, value]) => isOpen(value) && isOpen(outer.get(name)));
}

function isOpen(value: Value | undefined): boolean {
  return value instanceof Unknown || value instanceof External;
}
