import { External, type Arguments, type PyFunction, Unknown, type Value } from './values.js';

type Given = ReadonlyMap<string | number, Value>;

/** Calls of functions of the package that have not returned. */
export class RunningCalls {
  private readonly running: { readonly callee: PyFunction; readonly given: Given }[] = [];

  /** Runs a call, and records it meanwhile. */
  run<T>(callee: PyFunction, call: Arguments, run: () => T): T {
    this.running.push({ callee, given: givenBy(call) });
    try {
      return run();
    } finally {
      this.running.pop();
    }
  }

  /**
   * Whether a function calls itself, directly or not, with the same arguments or with one unknown value after another: its end
   * cannot be found, and it would show no more than the running call.
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
