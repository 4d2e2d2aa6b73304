import { raiseIfGuarded } from './calls.js';
import { SET_METHODS } from './collection-methods.js';
import { addItems, PySet, removeKey, sequenceOfKind } from './collections.js';
import { spend } from './effort.js';
import type { Machine } from './machine.js';
import { native } from './library-rule.js';
import { argument, positional, orElse } from './arguments.js';
import {
  Bound,
  keyOf,
  Native,
  PyDict,
  PyInstance,
  PySequence,
  type Arguments,
  type Value,
} from './values.js';
import { equal, reasonOf, textOf, truth } from './value-reading.js';

type DictMethod = (dict: PyDict, call: Arguments, machine: Machine) => Value | undefined;
type SequenceMethod = (sequence: PySequence, call: Arguments, machine: Machine) => Value | undefined;

/** The dict that a value is, contains, or represents by `keys` and `__getitem__`. */
export function mappingOf(value: Value, machine: Machine): PyDict | undefined {
  if (value instanceof PyDict) return value;
  if (!(value instanceof PyInstance)) return undefined;
  if (value.payload !== undefined) return value.payload instanceof PyDict ? value.payload : undefined;
  const keys = machine.attribute(value, 'keys');
  const getter = machine.attribute(value, '__getitem__');
  if (!(getter instanceof Bound)) return undefined;
  const found = machine.items(keys instanceof Bound ? machine.call(keys, positional()) : value);
  if (found === undefined) return undefined;
  const dict = new PyDict();
  for (const key of found.items) dict.set(key, machine.call(getter, positional(key)));
  if (found.gap !== undefined) dict.gaps.add(found.gap);
  return dict;
}

/** The methods that `collections.abc.MutableMapping` adds to a class by its `__setitem__`. */
export function mixedInMethod(instance: PyInstance, name: string, machine: Machine): Value | undefined {
  const setter =
    name === 'update' || name === 'setdefault' ? machine.attribute(instance, '__setitem__') : undefined;
  if (!(setter instanceof Bound)) return undefined;
  return new Native(name, (call) => {
    const added = new PyDict();
    if (name === 'update') updateDict(added, call, machine);
    else added.set(call.positional[0] ?? null, call.positional[1] ?? null);
    for (const { key, value } of added.entries.values()) machine.call(setter, positional(key, value));
    return null;
  });
}

/** Adds another mapping, an iterable of pairs, or keywords to a dict, in place. */
export function updateDict(dict: PyDict, call: Arguments, machine: Machine): Value {
  for (const argumentValue of call.positional) {
    const source = mappingOf(argumentValue, machine) ?? argumentValue;
    if (source instanceof PyDict) {
      dict.merge(source);
    } else if (source !== null) addPairs(dict, source, machine);
  }
  for (const [name, value] of call.named) dict.set(name, value);
  if (call.isOpen) dict.gaps.add('arguments that are not known');
  return null;
}

function addPairs(dict: PyDict, source: Value, machine: Machine): void {
  const found = machine.items(source);
  if (found === undefined || found.gap !== undefined) dict.gaps.add(found?.gap ?? reasonOf(source));
  for (const pair of found?.items ?? []) {
    const [key, value] = machine.items(pair)?.items ?? [];
    if (key === undefined || value === undefined || !dict.set(key, value))
      dict.gaps.add('pairs that are not known');
  }
}

function popped(dict: PyDict, call: Arguments, machine: Machine): Value | undefined {
  const [key, fallback] = call.positional;
  const value = key === undefined ? undefined : dict.get(key);
  if (value !== undefined && key !== undefined && machine.speculation === 0) removeKey(dict, key);
  return orElse(value, fallback);
}

function movedToEnd(dict: PyDict, call: Arguments, machine: Machine): Value {
  const [id, isLast] = [keyOf(call.positional[0] ?? null), truth(argument(call, 1, 'last') ?? true)];
  const entry = id === undefined ? undefined : dict.entries.get(id);
  if (id === undefined || entry === undefined || machine.speculation > 0) return null;
  spend(dict.entries.size / 8);
  dict.entries.delete(id);
  const others = isLast === false ? [...dict.entries] : [];
  if (others.length > 0) dict.entries.clear();
  for (const [key, value] of [[id, entry] as const, ...others]) dict.entries.set(key, value);
  return null;
}

function listOf(
  { entries, gaps: [gap] }: PyDict,
  kind: PySequence['kind'],
  pick: (entry: { key: Value; value: Value }) => Value,
): PySequence {
  return sequenceOfKind(kind, [...entries.values()].map(pick), gap);
}

/** Whether a key that was not found may still be present. */
export function mayHold(dict: PyDict, key: Value | undefined): boolean {
  if (key === undefined || equal(key, key) === undefined) return true;
  return dict.gaps.size > 0 && dict.excludes?.(key) !== true;
}

const DICT_METHODS: Record<string, DictMethod> = {
  __init__: updateDict,
  update: updateDict,
  get: (dict, call) => {
    const found = dict.get(call.positional[0] ?? null);
    if (found !== undefined) return found;
    if (dict.fallback !== undefined) return dict.fallback;
    return mayHold(dict, call.positional[0]) ? undefined : orElse(argument(call, 1, 'default'), null);
  },
  setdefault: (dict, call) => {
    const [key, value] = [call.positional[0] ?? null, call.positional[1] ?? null];
    if (dict.get(key) === undefined && !dict.set(key, value)) dict.gaps.add('a key that is not known');
    return orElse(dict.get(key), value);
  },
  items: (dict) => listOf(dict, 'list', ({ key, value }) => new PySequence('tuple', [key, value])),
  keys: (dict) => listOf(dict, 'set', ({ key }) => key),
  values: (dict) => listOf(dict, 'list', ({ value }) => value),
  copy: (dict) => new PyDict().merge(dict),
  pop: popped,
  popitem: (dict, call, machine) => {
    const isLast = truth(argument(call, 0, 'last') ?? true);
    const last = [...dict.entries.values()].at(isLast === false ? 0 : -1);
    if (last === undefined || isLast === undefined || machine.speculation > 0 || dict.gaps.size > 0)
      return undefined;
    spend(dict.entries.size / 64);
    removeKey(dict, last.key);
    return new PySequence('tuple', [last.key, last.value]);
  },
  __setitem__: (dict, { positional: [key, value] }) => {
    if (!dict.set(key ?? null, value ?? null)) dict.gaps.add('a key that is not known');
    return null;
  },
  move_to_end: movedToEnd,
  __getitem__: (dict, { positional: [key] }) => dict.get(key ?? null),
  __delitem__: (dict, { positional: [key] }, machine) => {
    if (machine.speculation === 0 && !removeKey(dict, key ?? null)) dict.gaps.add('a key that is not known');
    return null;
  },
  __contains__: (dict, { positional: [key] }) =>
    dict.get(key ?? null) !== undefined || (mayHold(dict, key) ? undefined : false),
  clear: (dict, _call, machine) => {
    if (machine.speculation === 0) dict.entries.clear();
    return null;
  },
};

function extend(sequence: PySequence, call: Arguments, machine: Machine): Value {
  for (const source of call.positional) addItems(sequence, source, machine);
  return null;
}

/** Where an item is first; -1 for one that is not there. */
function indexOf({ items }: PySequence, item: Value | undefined): number {
  spend(items.length / 4);
  return items.findIndex((other) => equal(other, item ?? null) === true);
}

function refilled(sequence: PySequence, items: Value[]): null {
  const all = [...items];
  spend(all.length / 8);
  sequence.clear();
  sequence.addAll(all);
  return null;
}

const SEQUENCE_METHODS: Record<string, SequenceMethod> = {
  __init__: extend,
  append: (sequence, { positional: [item] }) => (sequence.add(item ?? null), null),
  insert: (sequence, { positional: [at, item] }) => {
    spend(sequence.size / 64);
    const { items } = sequence;
    items.splice(typeof at === 'number' ? at : 0, 0, item ?? null);
    return refilled(sequence, items);
  },
  extend,
  copy: ({ kind, items, gap }) => sequenceOfKind(kind, [...items], gap),
  index: (sequence, { positional: [item] }) => {
    const at = indexOf(sequence, item);
    return at === -1 ? undefined : at;
  },
  pop: (sequence, { positional: [at] }, machine) => {
    if (machine.speculation > 0) return undefined;
    if (sequence.size === 0 && sequence.gap === undefined)
      raiseIfGuarded(machine, 'IndexError', 'pop from an empty list');
    if (at === undefined) return sequence.items.pop();
    spend(sequence.size / 64);
    return sequence.items.splice(typeof at === 'number' ? at : -1, 1)[0];
  },
  remove: (sequence, { positional: [item] }, machine) => {
    const at = indexOf(sequence, item);
    if (at === -1 || machine.speculation > 0) return null;
    return refilled(sequence, sequence.items.toSpliced(at, 1));
  },
  reverse: (sequence) => refilled(sequence, sequence.items.toReversed()),
  sort: (sequence, call, machine) => refilled(sequence, sortedItems(sequence.items, call, machine)),
  clear: (sequence, _call, machine) => {
    if (machine.speculation === 0) sequence.clear();
    return null;
  },
};

/** Sorted items if all keys are known texts or numbers; otherwise in their old order, which changes no names. */
export function sortedItems(items: readonly Value[], call: Arguments, machine: Machine): Value[] {
  const by = call.named.get('key');
  spend(items.length);
  const keyed = items.map((item) => ({
    item,
    key: by === undefined || by === null ? item : machine.call(by, positional(item)),
  }));
  const isSortable =
    keyed.every(({ key }) => typeof key === 'number') || keyed.every(({ key }) => textOf(key) !== undefined);
  if (isSortable) {
    keyed.sort((a, b) => {
      const [x, y] = [textOf(a.key) ?? Number(a.key), textOf(b.key) ?? Number(b.key)];
      return x < y ? -1 : x > y ? 1 : 0;
    });
  }
  const sorted = keyed.map(({ item }) => item);
  return call.named.get('reverse') === true ? sorted.reverse() : sorted;
}

export function dictMethod(dict: PyDict, name: string, machine: Machine): Value | undefined {
  const method = DICT_METHODS[name];
  const result = `the result of dict.${name}()`;
  return method && native(name, machine, (call) => method(dict, call, machine), result);
}

export function sequenceMethod(sequence: PySequence, name: string, machine: Machine): Value | undefined {
  const [inSet, inList] = [SET_METHODS[name], SEQUENCE_METHODS[name]];
  const method =
    sequence instanceof PySet
      ? inSet && ((call: Arguments) => inSet(sequence, call, machine))
      : inList && ((call: Arguments) => inList(sequence, call, machine));
  return method && native(name, machine, method, `the result of list.${name}()`);
}
