import type { Arguments, Value } from './values.js';

export function argument(call: Arguments, at: number, name?: string): Value | undefined {
  const given = call.positional[at];
  return given !== undefined || name === undefined ? given : call.named.get(name);
}

export function positional(...values: Value[]): Arguments {
  return { positional: values, named: new Map(), isOpen: false };
}

/** The value unless it is missing. None is a value, so `??` would be wrong. */
export function orElse<T extends Value | undefined>(value: Value | undefined, fallback: T): Value | T {
  return value === undefined ? fallback : value;
}
