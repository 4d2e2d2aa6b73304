import { raiseIfGuarded } from './calls.js';
import { PySet } from './collections.js';
import { spend } from './effort.js';
import type { Machine } from './machine.js';
import type { Arguments, Value } from './values.js';
import { reasonOf } from './value-reading.js';

type Method<T> = (target: T, call: Arguments, machine: Machine) => Value | undefined;

/** All items of the arguments, as sets; undefined when one is not known. */
function others(call: Arguments, machine: Machine): PySet[] | undefined {
  const sets: PySet[] = [];
  for (const other of call.positional) {
    const found = machine.items(other);
    if (found === undefined || found.gap !== undefined) return undefined;
    spend(found.items.length / 4);
    sets.push(other instanceof PySet ? other : new PySet(found.items));
  }
  return sets;
}

function setOf(model: PySet, items: Iterable<Value>): PySet {
  const made = new PySet(items);
  if (model.gap !== undefined) made.gap = model.gap;
  return made;
}

function kept(set: PySet, call: Arguments, machine: Machine, isShared: boolean): PySet | undefined {
  const sets = others(call, machine);
  spend(set.size / 4);
  return (
    sets &&
    setOf(
      set,
      set.items.filter((item) => sets.every((other) => (other.has(item) === true) === isShared)),
    )
  );
}

function united(set: PySet, call: Arguments, machine: Machine): null {
  for (const other of call.positional) {
    const found = machine.items(other);
    spend((found?.items.length ?? 0) / 4);
    set.addAll(found?.items ?? []);
    const gap = found === undefined ? reasonOf(other) : found.gap;
    if (gap !== undefined) set.gap = gap;
  }
  return null;
}

function replaced(set: PySet, by: PySet | undefined, machine: Machine): null {
  if (by === undefined || machine.speculation > 0) return null;
  const { items } = by;
  set.clear();
  set.addAll(items);
  return null;
}

function withdraw(set: PySet, item: Value, machine: Machine): null {
  if (machine.speculation === 0) set.remove(item);
  return null;
}

/** Methods of a set. */
export const SET_METHODS: Record<string, Method<PySet>> = {
  __init__: united,
  add: (set, { positional: [item] }) => (set.add(item ?? null), null),
  discard: (set, { positional: [item] }, machine) => withdraw(set, item ?? null, machine),
  remove: (set, { positional: [item] }, machine) => {
    if (set.has(item ?? null) === false) raiseIfGuarded(machine, 'KeyError', 'no such member');
    return withdraw(set, item ?? null, machine);
  },
  pop: (set, _call, machine) => {
    if (machine.speculation > 0) return undefined;
    if (set.size === 0 && set.gap === undefined) raiseIfGuarded(machine, 'KeyError', 'an empty set');
    return set.takeFirst();
  },
  clear: (set, _call, machine) => {
    if (machine.speculation === 0) set.clear();
    return null;
  },
  copy: (set) => setOf(set, set.items),
  update: united,
  union: (set, call, machine) => {
    const both = setOf(set, set.items);
    united(both, call, machine);
    return both;
  },
  intersection: (set, call, machine) => kept(set, call, machine, true),
  difference: (set, call, machine) => kept(set, call, machine, false),
  intersection_update: (set, call, machine) => replaced(set, kept(set, call, machine, true), machine),
  difference_update: (set, call, machine) => replaced(set, kept(set, call, machine, false), machine),
  symmetric_difference_update: (set, _call, machine) => {
    replaced(set, new PySet(), machine);
    set.gap = 'a symmetric difference';
    return null;
  },
  __contains__: (set, { positional: [item] }) => set.has(item ?? null),
};
