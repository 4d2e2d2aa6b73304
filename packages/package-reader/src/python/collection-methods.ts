import { raiseIfGuarded } from './calls.js';
import { addItems, PySet } from './collections.js';
import { spend } from './effort.js';
import type { Machine } from './machine.js';
import type { Arguments, Value } from './values.js';

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

function kept(set: PySet, call: Arguments, machine: Machine, isShared: boolean): PySet | undefined {
  const sets = others(call, machine);
  spend(set.size / 4);
  const isKept = (item: Value) => sets?.every((other) => (other.has(item) === true) === isShared);
  return sets && new PySet(set.items.filter(isKept), set.gap);
}

function united(set: PySet, call: Arguments, machine: Machine): null {
  for (const other of call.positional) addItems(set, other, machine);
  return null;
}

function withdraw(set: PySet, item: Value, machine: Machine): null {
  if (machine.speculation === 0) set.remove(item);
  return null;
}

/** Removes members in a way that is not followed: the remaining ones are not known. */
const takenOut: Method<PySet> = (set, _call, machine) => {
  if (machine.speculation === 0) set.clear();
  set.gap = 'members left after some were taken out';
  return undefined;
};

export const SET_METHODS: Record<string, Method<PySet>> = {
  add: (set, { positional: [item] }) => (set.add(item ?? null), null),
  discard: (set, { positional: [item] }, machine) => withdraw(set, item ?? null, machine),
  remove: (set, { positional: [item] }, machine) => {
    if (set.has(item ?? null) === false) raiseIfGuarded(machine, 'KeyError', 'no such member');
    return withdraw(set, item ?? null, machine);
  },
  clear: (set, _call, machine) => {
    if (machine.speculation === 0) set.clear();
    return null;
  },
  copy: (set) => new PySet(set.items, set.gap),
  update: united,
  union: (set, call, machine) => {
    const both = new PySet(set.items, set.gap);
    united(both, call, machine);
    return both;
  },
  intersection: (set, call, machine) => kept(set, call, machine, true),
  difference: (set, call, machine) => kept(set, call, machine, false),
  pop: takenOut,
  intersection_update: takenOut,
  difference_update: takenOut,
  symmetric_difference_update: takenOut,
};
