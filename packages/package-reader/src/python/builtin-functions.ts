import { raiseIfAbsent } from './calls.js';
import { enumerationMembers, isEnumeration } from './classes.js';
import { range, zip } from './collection-functions.js';
import { sortedItems, updateDict } from './container-methods.js';
import { openedFile } from './data-files.js';
import { addItems, sequenceOfKind } from './collections.js';
import { ownMethod } from './lineage.js';
import { type LibraryRule, native, natives } from './library-rule.js';
import type { Items, Machine } from './machine.js';
import { numeric, unary } from './operators.js';
import { isRow, recordFields } from './records.js';
import { plainText } from './text.js';
import { attributesOf, typeOf } from './type-functions.js';
import { hasattr, isInstance, isSubclass } from './type-checks.js';
import { argument, positional, orElse } from './arguments.js';
import {
  Bound,
  External,
  Native,
  PyClass,
  PyDict,
  PyFloat,
  PyFunction,
  PyInstance,
  PySequence,
  Unknown,
  type Arguments,
  type Value,
} from './values.js';
import { textOf, truthOf } from './value-reading.js';
import { setAttribute } from './attributes.js';

function sequenceFrom(kind: PySequence['kind']): (call: Arguments, machine: Machine) => PySequence {
  return ({ positional: [source] }, machine) => {
    const made = sequenceOfKind(kind, []);
    if (source !== undefined) addItems(made, source, machine);
    return made;
  };
}

/** A list of what `make` makes of the items of an argument. */
function derived(
  { positional: given }: Arguments,
  machine: Machine,
  make: (items: readonly Value[]) => Value[],
  at = 0,
): Value | undefined {
  const found = machine.items(given[at]);
  return found && new PySequence('list', make(found.items), found.gap);
}

function getattr(call: Arguments, machine: Machine): Value | undefined {
  const [target, key, fallback] = call.positional;
  const name = textOf(key);
  if (target === undefined || name === undefined) return undefined;
  const value = orElse(machine.attribute(target, name), fallback);
  if (value === undefined) raiseIfAbsent(machine, target, name);
  return value;
}

function quantified(call: Arguments, machine: Machine, decisive: boolean): Value | undefined {
  const found = machine.items(call.positional[0]);
  const truths = found?.items.map((item) => truthOf(item, machine));
  if (truths?.includes(decisive) === true) return decisive;
  return truths === undefined || truths.includes(undefined) || found?.gap !== undefined
    ? undefined
    : !decisive;
}

const RULES: Record<string, LibraryRule> = {
  list: sequenceFrom('list'),
  tuple: sequenceFrom('tuple'),
  set: sequenceFrom('set'),
  frozenset: sequenceFrom('set'),
  iter: (call, machine) => {
    const [source] = call.positional;
    if (source instanceof PySequence && source.isIterator) return source;
    const made = sequenceFrom('list')(call, machine);
    made.isIterator = true;
    return made;
  },
  str: (call) => (call.positional[0] === undefined ? '' : plainText(call.positional[0])),
  int: ({ positional: [value = 0] }) => {
    const text = textOf(value);
    if (text !== undefined) return /^\s*[-+]?\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
    const number = Math.trunc(numeric(value) ?? NaN);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  float: ({ positional: [value = 0] }) => {
    const text = textOf(value)?.trim();
    const number = text === undefined || text === '' ? numeric(value) : Number(text);
    return number !== undefined && Number.isFinite(number) ? new PyFloat(number) : undefined;
  },
  bool: ({ positional: [value] }, machine) => truthOf(value ?? null, machine),
  object: () => new PyInstance('object'),
  type: typeOf,
  property: roleOf('property'),
  classmethod: roleOf('classmethod'),
  staticmethod: roleOf('staticmethod'),
  len: (call, machine) => {
    const [target] = call.positional;
    const own = ownMethod(target ?? null, '__len__');
    if (own !== undefined) return machine.call(own, call);
    if (target instanceof PySequence) return target.gap === undefined ? target.size : undefined;
    if (target instanceof PyDict) return target.gaps.size === 0 ? target.entries.size : undefined;
    const found = machine.items(target);
    return found?.gap === undefined ? found?.items.length : undefined;
  },
  range,
  zip,
  enumerate: (call, machine) => {
    const start = argument(call, 1, 'start');
    const from = typeof start === 'number' ? start : 0;
    return derived(call, machine, (items) =>
      items.map((item, at) => new PySequence('tuple', [from + at, item])),
    );
  },
  reversed: (call, machine) => derived(call, machine, (items) => items.toReversed()),
  sorted: (call, machine) => derived(call, machine, (items) => sortedItems(items, call, machine)),
  map: (call, machine) => {
    const [callee = null] = call.positional;
    const each = (items: readonly Value[]) => items.map((item) => machine.call(callee, positional(item)));
    return derived(call, machine, each, 1);
  },
  filter: (call, machine) => {
    const [test] = call.positional;
    const keeps = (item: Value) =>
      truthOf(test === null || test === undefined ? item : machine.call(test, positional(item)), machine) !==
      false;
    return derived(call, machine, (items) => items.filter(keeps), 1);
  },
  next: (call, machine) => {
    const [source, fallback] = call.positional;
    const first = orElse(machine.items(source)?.items[0], fallback);
    if (!(source instanceof PySequence) || !source.isIterator) return first;
    if (machine.speculation > 0) return undefined;
    source.items.shift();
    return first;
  },
  compile: ({ positional: [text] }) => text,
  any: (call, machine) => quantified(call, machine, true),
  all: (call, machine) => quantified(call, machine, false),
  abs: ({ positional: [value = null] }) => unary(isNegative(value) ? '-' : '+', value),
  getattr,
  hasattr,
  setattr: ({ positional: [target, key, value] }) => {
    const name = textOf(key);
    if (target !== undefined && name !== undefined) setAttribute(target, name, value ?? null);
    return null;
  },
  callable: ({ positional: [value] }) =>
    value instanceof Unknown || value instanceof External
      ? undefined
      : value instanceof PyFunction ||
        value instanceof PyClass ||
        value instanceof Native ||
        value instanceof Bound,
  isinstance: isInstance,
  issubclass: isSubclass,
  vars: (call, machine) =>
    call.positional[0] === undefined ? undefined : machine.attribute(call.positional[0], '__dict__'),
  dir: attributesOf,
  open: openedFile,
  print: () => null,
};

function isNegative(value: Value): boolean {
  return typeof value === 'bigint' ? value < 0n : (numeric(value) ?? 0) < 0;
}

function roleOf(role: PyFunction['role']): LibraryRule {
  return ({ positional: [value] }) => {
    if (value instanceof PyFunction) value.role = role;
    return value;
  };
}

/** Python's built-in functions and types, as far as packages need them to declare nodes. */
export function builtinFunctions(machine: Machine): Map<string, Value> {
  const fromKeys = new Native('fromkeys', ({ positional: [keys, value = null] }) =>
    PyDict.of((machine.items(keys)?.items ?? []).map((key) => [key, value])),
  );
  const dict = native('dict', machine, (call) => {
    const made = new PyDict();
    updateDict(made, call, machine);
    return made;
  });
  return natives(RULES, machine)
    .set('dict', new Native('dict', dict.run, new Map([['fromkeys', fromKeys]])))
    .set('__debug__', true)
    .set('NotImplemented', null);
}

/** Items of whatever Python iterates; undefined when they are not known. */
export function iterate(value: Value | undefined, machine: Machine): Items | undefined {
  if (typeof value === 'string') return { items: [...value] };
  if (value instanceof PySequence) return { items: value.items.slice(), gap: value.gap };
  if (value instanceof PyDict) {
    const [gap] = value.gaps;
    return { items: [...value.entries.values()].map(({ key }) => key), gap };
  }
  if (value instanceof PyClass && isEnumeration(value))
    return { items: enumerationMembers(value).map(([, member]) => member) };
  if (!(value instanceof PyInstance)) return undefined;
  if (value.payload !== undefined) return iterate(value.payload, machine);
  if (value.type instanceof PyClass && isRow(value))
    return { items: recordFields(value.type).map((name) => machine.attribute(value, name) ?? null) };
  const iterator = machine.attribute(value, '__iter__');
  return iterator instanceof Bound || iterator instanceof Native
    ? iterate(machine.call(iterator, positional()), machine)
    : undefined;
}
