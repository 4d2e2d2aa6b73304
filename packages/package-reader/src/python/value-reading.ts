import { positional } from './arguments.js';
import { ownMethod } from './lineage.js';
import type { Machine } from './machine.js';
import { External, keyOf, PyDict, PyFloat, PyInstance, PySequence, Unknown, type Value } from './values.js';

/** The text a value carries when it is a string or an instance of a string subclass. */
export function textOf(value: Value | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof PyInstance && typeof value.payload === 'string') return value.payload;
  return undefined;
}

/** Truth as Python sees it, without asking code of the package; undefined when it is not known. */
export function truth(value: Value): boolean | undefined {
  if (value === null) return false;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'bigint') return true;
  if (typeof value === 'string') return value !== '';
  if (value instanceof PyFloat) return value.value !== 0;
  if (value instanceof PySequence) return value.size > 0 ? true : value.gap === undefined ? false : undefined;
  if (value instanceof PyDict)
    return value.entries.size > 0 ? true : value.gaps.size === 0 ? false : undefined;
  if (sizeMethod(value) !== undefined) return undefined;
  if (value instanceof PyInstance && value.payload !== undefined) return truth(value.payload);
  if (value instanceof Unknown || value instanceof External) return undefined;
  return true;
}

/** Truth as Python sees it; undefined when it is not known. */
export function truthOf(value: Value, machine: Machine): boolean | undefined {
  const method = sizeMethod(value);
  return truth(method === undefined ? value : machine.call(method, positional(value)));
}

function sizeMethod(value: Value): Value | undefined {
  return ownMethod(value, '__bool__') ?? ownMethod(value, '__len__');
}

/** `==`, without asking code of the package; undefined when it is not known. */
export function equal(a: Value, b: Value): boolean | undefined {
  if (a !== b && (ownMethod(a, '__eq__') ?? ownMethod(b, '__eq__')) !== undefined) return undefined;
  if (a instanceof PyDict || b instanceof PyDict) {
    if (!(a instanceof PyDict && b instanceof PyDict))
      return a instanceof Unknown || b instanceof Unknown ? undefined : false;
    return a === b || (a.entries.size === 0 && b.entries.size === 0 && a.gaps.size + b.gaps.size === 0)
      ? true
      : undefined;
  }
  const keys = [keyOf(a), keyOf(b)];
  if (keys.includes(undefined)) return undefined;
  if (keys[0] === keys[1]) return true;
  return a instanceof External || b instanceof External ? undefined : false;
}

/** Why a value is not known, for a gap it leaves. */
export function reasonOf(value: Value): string {
  if (value instanceof Unknown) return value.reason;
  return value instanceof External ? `comes from ${value.path}` : 'is of a kind that cannot be followed';
}

/** Whether one of them holds; undefined when one that is not known decides. */
export function anyOf(results: readonly (boolean | undefined)[]): boolean | undefined {
  return results.includes(true) ? true : results.includes(undefined) ? undefined : false;
}
