import { PySet, sequenceOfKind } from './collections.js';
import { spend } from './effort.js';
import { External, PyDict, PyFloat, PySequence, Unknown, type Value } from './values.js';
import { equal } from './value-reading.js';

/**
 * The value of a name after two paths of which either may have run.
 *
 * Containers hold what both hold. A class, function or module is kept from the path on which it exists. Different plain values
 * become unknown: preferring a path would be a guess.
 */
export function join(a: Value, b: Value): Value {
  if (a === b || equal(a, b) === true) return a;
  if (a instanceof PyDict && b instanceof PyDict) return new PyDict().merge(b).merge(a);
  if (a instanceof PySequence && b instanceof PySequence && a.kind === b.kind) return joinSequences(a, b);
  if (a === null) return b;
  if (b === null) return a;
  if (isScalar(a) || isScalar(b))
    return new Unknown('depends on a condition that only running the code decides');
  if (a instanceof Unknown || a instanceof External) return withGap(b, a);
  return withGap(a, b);
}

function withGap(known: Value, other: Value): Value {
  const reason =
    other instanceof Unknown ? other.reason : other instanceof External ? `from ${other.path}` : undefined;
  if (reason === undefined || !(known instanceof PyDict)) return known;
  const copy = new PyDict().merge(known);
  copy.gaps.add(reason);
  return copy;
}

function joinSequences(a: PySequence, b: PySequence): PySequence {
  spend((a.size + b.size) / 4);
  const others = b.items;
  // Pairs of a name and something else stay pairs.
  const isRow = a.items.every((item, at) => {
    const other = others[at] ?? null;
    return (!isScalar(item) && !isScalar(other)) || equal(item, other) === true;
  });
  if (a.kind === 'tuple' && a.size === b.size && isRow)
    return new PySequence(
      'tuple',
      a.items.map((item, at) => join(item, others[at] ?? null)),
      a.gap ?? b.gap,
    );
  const known = new PySet(a.items);
  const more = others.filter((item) => known.has(item) !== true);
  return sequenceOfKind(a.kind, [...a.items, ...more], a.gap ?? b.gap);
}

function isScalar(value: Value): boolean {
  return (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value instanceof PyFloat
  );
}

/** Joins the names that two paths have left; a name that only one path bound keeps that value. */
export function joinVars(a: Map<string, Value>, b: Map<string, Value>): Map<string, Value> {
  const both = new Map(a);
  spend((a.size + b.size) / 8);
  for (const [name, value] of b) {
    const other = a.get(name);
    both.set(name, other === undefined ? value : join(other, value));
  }
  return both;
}
