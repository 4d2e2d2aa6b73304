import { spend } from './effort.js';
import { PyClass, PyFunction, PyInstance, type Value } from './values.js';

/** The class and its ancestors in resolution order; bases outside the package are kept as they are. */
export function lineage(type: PyClass): readonly Value[] {
  let line = lineages.get(type);
  if (line === undefined) {
    const ancestors = type.bases.flatMap((base) => (base instanceof PyClass ? lineage(base) : [base]));
    spend(ancestors.length);
    line = [type, ...[...new Set(ancestors.toReversed())].reverse()];
    lineages.set(type, line);
  }
  spend(line.length / 16);
  return line;
}

/** Bases never change, and several ways may lead to one base. */
const lineages = new WeakMap<PyClass, readonly Value[]>();

/** The attribute of a class or of its ancestors in the package. */
export function inherited(type: PyClass, name: string): Value | undefined {
  for (const base of lineage(type)) {
    const value = base instanceof PyClass ? base.attributes.get(name) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The method that the class of an object has in the package, such as `__len__`. */
export function ownMethod(value: Value, name: string): PyFunction | undefined {
  if (!(value instanceof PyInstance && value.type instanceof PyClass)) return undefined;
  const method = inherited(value.type, name);
  return method instanceof PyFunction ? method : undefined;
}
