import { raiseIfGuarded } from './calls.js';
import { SET_METHODS } from './collection-methods.js';
import { PySet, sequenceOfKind } from './collections.js';
import { spend } from './effort.js';
import type { Machine } from './machine.js';
import { removeKey } from './subscripts.js';
import { argument, positional, orElse } from './arguments.js';
import { Bound, Native, PyDict, PyInstance, PySequence, type Arguments, type Value } from './values.js';
import { equal, reasonOf, textOf } from './value-reading.js';

type DictMethod = (dict: PyDict, call: Arguments, machine: Machine) => Value | undefined;
type SequenceMethod = (sequence: PySequence, call: Arguments, machine: Machine) => Value | undefined;

function listOf(
  items: Value[],
  gaps: ReadonlySet<string> | string | undefined,
  kind: PySequence['kind'] = 'list',
): PySequence {
  spend(items.length / 8);
  const list = sequenceOfKind(kind, items);
  const gap = typeof gaps === 'object' ? [...gaps][0] : gaps;
  if (gap !== undefined) list.gap = gap;
  return list;
}

/** The dict that a value is, holds, or stands for by `keys` and `__getitem__`. */
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

/** What `collections.abc.MutableMapping` adds to a class by means of its `__setitem__`. */
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
      for (const { key, value } of source.entries.values()) dict.set(key, value);
      for (const gap of source.gaps) dict.gaps.add(gap);
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

const DICT_METHODS: Record<string, DictMethod> = {
  __init__: updateDict,
  update: updateDict,
  get: (dict, call) => {
    const found = dict.get(call.positional[0] ?? null);
    if (found !== undefined) return found;
    if (dict.fallback !== undefined) return dict.fallback;
    const isOpen = dict.gaps.size > 0 && dict.excludes?.(call.positional[0] ?? null) !== true;
    return isOpen || keyIsOpen(call) ? undefined : orElse(argument(call, 1, 'default'), null);
  },
  setdefault: (dict, call) => {
    const [key, value] = [call.positional[0] ?? null, call.positional[1] ?? null];
    if (dict.get(key) === undefined && !dict.set(key, value)) dict.gaps.add('a key that is not known');
    return orElse(dict.get(key), value);
  },
  items: (dict) =>
    listOf(
      [...dict.entries.values()].map(({ key, value }) => new PySequence('tuple', [key, value])),
      dict.gaps,
    ),
  keys: (dict) =>
    listOf(
      [...dict.entries.values()].map(({ key }) => key),
      dict.gaps,
      'set',
    ),
  values: (dict) =>
    listOf(
      [...dict.entries.values()].map(({ value }) => value),
      dict.gaps,
    ),
  copy: (dict) => {
    const copy = new PyDict();
    copy.merge(dict);
    return copy;
  },
  pop: popped,
  popitem: (dict, _call, machine) => {
    const last = [...dict.entries.values()].at(-1);
    if (last === undefined || machine.speculation > 0 || dict.gaps.size > 0) return undefined;
    spend(dict.entries.size / 64);
    removeKey(dict, last.key);
    return new PySequence('tuple', [last.key, last.value]);
  },
  __setitem__: (dict, { positional: [key, value] }) => {
    if (!dict.set(key ?? null, value ?? null)) dict.gaps.add('a key that is not known');
    return null;
  },
  __getitem__: (dict, { positional: [key] }) => dict.get(key ?? null),
  __contains__: (dict, { positional: [key] }) =>
    dict.get(key ?? null) !== undefined ? true : dict.gaps.size > 0 ? undefined : false,
  __len__: (dict) => (dict.gaps.size > 0 ? undefined : dict.entries.size),
  clear: (dict, _call, machine) => {
    if (machine.speculation === 0) dict.entries.clear();
    return null;
  },
};

function keyIsOpen(call: Arguments): boolean {
  const [key] = call.positional;
  return key === undefined || equal(key, key) === undefined;
}

function extend(sequence: PySequence, call: Arguments, machine: Machine): Value {
  for (const source of call.positional) {
    const found = machine.items(source);
    sequence.addAll(found?.items ?? []);
    const gap = found === undefined ? reasonOf(source) : found.gap;
    if (gap !== undefined) sequence.gap = gap;
  }
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
  copy: (sequence) => {
    spend(sequence.size / 8);
    const copy = new PySequence(sequence.kind, [...sequence.items]);
    if (sequence.gap !== undefined) copy.gap = sequence.gap;
    return copy;
  },
  index: (sequence, { positional: [item] }) => {
    const at = indexOf(sequence, item);
    return at === -1 ? undefined : at;
  },
  count: (sequence, { positional: [item] }) => {
    spend(sequence.size / 4);
    return sequence.items.filter((other) => equal(other, item ?? null) === true).length;
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
    return refilled(
      sequence,
      sequence.items.filter((_, index) => index !== at),
    );
  },
  reverse: (sequence) => refilled(sequence, sequence.items.toReversed()),
  sort: (sequence, call, machine) => {
    return refilled(sequence, sortedItems(sequence.items, call, machine));
  },
  clear: (sequence, _call, machine) => {
    if (machine.speculation === 0) sequence.clear();
    return null;
  },
};

/** Items in order where all keys are known texts or numbers; in their old order otherwise, as order changes no name. */
export function sortedItems(items: readonly Value[], call: Arguments, machine: Machine): Value[] {
  const by = call.named.get('key');
  spend(items.length);
  const keyed = items.map((item) => ({
    item,
    key:
      by === undefined || by === null
        ? item
        : machine.call(by, { positional: [item], named: new Map(), isOpen: false }),
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

/** A method of dict. */
export function dictMethod(dict: PyDict, name: string, machine: Machine): Value | undefined {
  const method = DICT_METHODS[name];
  return method === undefined
    ? undefined
    : new Native(name, (call) =>
        orElse(method(dict, call, machine), machine.unknown(`the result of dict.${name}()`)),
      );
}

function methodOf(sequence: PySequence, name: string): SequenceMethod | undefined {
  if (sequence instanceof PySet) {
    const method = SET_METHODS[name];
    return method && ((_sequence, call, machine) => method(sequence, call, machine));
  }
  return SEQUENCE_METHODS[name];
}

/** A method of list, tuple or set. */
export function sequenceMethod(sequence: PySequence, name: string, machine: Machine): Value | undefined {
  const method = methodOf(sequence, name);
  return method === undefined
    ? undefined
    : new Native(name, (call) =>
        orElse(method(sequence, call, machine), machine.unknown(`the result of list.${name}()`)),
      );
}
