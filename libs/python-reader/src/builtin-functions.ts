import { callEach, raiseIfAbsent } from './calls.js';
import { isEnumeration } from './classes.js';
import { range, zip } from './collection-functions.js';
import { sortedItems, updateDict } from './container-methods.js';
import { openedFile } from './data-files.js';
import { sequenceOfKind } from './collections.js';
import { spend } from './effort.js';
import type { Machine } from './machine.js';
import { isRow, recordFields } from './records.js';
import { formatText, reprText, plainText } from './text.js';
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
import { reasonOf, textOf, truth } from './value-reading.js';
import { setAttribute } from './attributes.js';

type Rule = (call: Arguments, machine: Machine) => Value | undefined;

function sequenceFrom(kind: PySequence['kind'], call: Arguments, machine: Machine): Value {
  const [source] = call.positional;
  const made = sequenceOfKind(kind, []);
  if (source === undefined) return made;
  const found = machine.items(source);
  spend((found?.items.length ?? 0) / 8);
  made.addAll(found?.items ?? []);
  const gap = found === undefined ? reasonOf(source) : found.gap;
  if (gap !== undefined) made.gap = gap;
  return made;
}

function derived(
  call: Arguments,
  machine: Machine,
  at: number,
  make: (items: readonly Value[]) => Value[],
): Value | undefined {
  const found = machine.items(call.positional[at] ?? null);
  if (found === undefined) return undefined;
  const made = new PySequence('list', make(found.items));
  if (found.gap !== undefined) made.gap = found.gap;
  return made;
}

function getattr(call: Arguments, machine: Machine): Value | undefined {
  const [target, key, fallback] = call.positional;
  const name = textOf(key);
  if (target === undefined || name === undefined) return undefined;
  const value = orElse(machine.attribute(target, name), fallback);
  if (value === undefined) raiseIfAbsent(machine, target, name);
  return value;
}

function fold(call: Arguments, machine: Machine, pick: 'min' | 'max'): Value | undefined {
  const items =
    call.positional.length === 1 ? machine.items(call.positional[0] ?? null)?.items : call.positional;
  if (
    items === undefined ||
    items.length === 0 ||
    items.some((item) => typeof item !== 'number' && textOf(item) === undefined)
  )
    return undefined;
  const sorted = sortedItems(items, call, machine);
  return pick === 'min' ? sorted[0] : sorted.at(-1);
}

function quantified(call: Arguments, machine: Machine, decisive: boolean): Value | undefined {
  const found = machine.items(call.positional[0] ?? null);
  const truths = found?.items.map(truth);
  if (truths?.includes(decisive) === true) return decisive;
  return truths === undefined || truths.includes(undefined) || found?.gap !== undefined
    ? undefined
    : !decisive;
}

const RULES: Record<string, Rule> = {
  list: (call, machine) => sequenceFrom('list', call, machine),
  tuple: (call, machine) => sequenceFrom('tuple', call, machine),
  set: (call, machine) => sequenceFrom('set', call, machine),
  frozenset: (call, machine) => sequenceFrom('set', call, machine),
  iter: (call, machine) => {
    const [source] = call.positional;
    if (source instanceof PySequence && source.isIterator) return source;
    const made = sequenceFrom('list', call, machine);
    if (made instanceof PySequence) made.isIterator = true;
    return made;
  },
  dict: (call, machine) => {
    const dict = new PyDict();
    updateDict(dict, call, machine);
    return dict;
  },
  str: (call) => (call.positional[0] === undefined ? '' : plainText(call.positional[0])),
  repr: (call) => {
    const text = textOf(call.positional[0]);
    return text === undefined ? plainText(call.positional[0] ?? null) : reprText(text);
  },
  int: ({ positional: [value] }) => {
    if (value instanceof PyFloat) return Math.trunc(value.value);
    const text = textOf(value);
    return text !== undefined && /^\s*[-+]?\d{1,15}\s*$/.test(text)
      ? Number(text)
      : typeof value === 'boolean'
        ? Number(value)
        : typeof value === 'number'
          ? value
          : undefined;
  },
  float: ({ positional: [value] }) => {
    if (typeof value === 'number') return new PyFloat(value);
    const text = textOf(value);
    return value instanceof PyFloat
      ? value
      : text !== undefined && text.trim() !== '' && Number.isFinite(Number(text))
        ? new PyFloat(Number(text))
        : undefined;
  },
  bool: ({ positional: [value] }) => truth(value ?? null),
  object: () => new PyInstance('object'),
  type: typeOf,
  property: roleOf('property'),
  classmethod: roleOf('classmethod'),
  staticmethod: roleOf('staticmethod'),
  len: (call, machine) => {
    const [target] = call.positional;
    if (target instanceof PySequence) return target.gap === undefined ? target.size : undefined;
    if (target instanceof PyDict) return target.gaps.size === 0 ? target.entries.size : undefined;
    const found = machine.items(target ?? null);
    return found?.gap === undefined ? found?.items.length : undefined;
  },
  range,
  zip,
  enumerate: (call, machine) => {
    const start = argument(call, 1, 'start') ?? 0;
    return derived(call, machine, 0, (items) =>
      items.map((item, at) => new PySequence('tuple', [(typeof start === 'number' ? start : 0) + at, item])),
    );
  },
  reversed: (call, machine) => derived(call, machine, 0, (items) => items.toReversed()),
  sorted: (call, machine) => derived(call, machine, 0, (items) => sortedItems(items, call, machine)),
  map: (call, machine) =>
    derived(call, machine, 1, (items) => callEach(call.positional[0] ?? null, items, machine)),
  filter: (call, machine) => {
    const [test] = call.positional;
    const keeps = (item: Value) =>
      truth(test === null || test === undefined ? item : machine.call(test, positional(item))) !== false;
    return derived(call, machine, 1, (items) => items.filter(keeps));
  },
  next: (call, machine) => {
    const [source, fallback] = call.positional;
    const first = orElse(machine.items(source ?? null)?.items[0], fallback);
    if (!(source instanceof PySequence) || !source.isIterator) return first;
    if (machine.speculation > 0) return undefined;
    source.items.shift();
    return first;
  },
  compile: ({ positional: [text] }) => text,
  sum: (call, machine) =>
    machine
      .items(call.positional[0] ?? null)
      ?.items.reduce<Value | undefined>(
        (sum, item) => (typeof sum === 'number' && typeof item === 'number' ? sum + item : undefined),
        0,
      ),
  min: (call, machine) => fold(call, machine, 'min'),
  max: (call, machine) => fold(call, machine, 'max'),
  any: (call, machine) => quantified(call, machine, true),
  all: (call, machine) => quantified(call, machine, false),
  abs: ({ positional: [value] }) =>
    typeof value === 'number'
      ? Math.abs(value)
      : value instanceof PyFloat
        ? new PyFloat(Math.abs(value.value))
        : undefined,
  chr: ({ positional: [value] }) =>
    typeof value === 'number' && value >= 0 && value <= 0x10ffff ? String.fromCodePoint(value) : undefined,
  ord: ({ positional: [value] }) => textOf(value)?.codePointAt(0),
  format: ({ positional: [value, specification] }) => formatText(value ?? null, textOf(specification) ?? ''),
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

function roleOf(role: PyFunction['role']): Rule {
  return ({ positional: [value] }) => {
    if (value instanceof PyFunction) value.role = role;
    return value;
  };
}

/** Python's built-in functions and types, as far as package code needs them to declare its nodes. */
export function builtinFunctions(machine: Machine): Map<string, Value> {
  const all = new Map<string, Value>();
  for (const [name, rule] of Object.entries(RULES)) {
    all.set(
      name,
      new Native(name, (call) => orElse(rule(call, machine), machine.unknown(`the result of ${name}()`))),
    );
  }
  const fromKeys = new Native('fromkeys', (call) => {
    const dict = new PyDict();
    for (const key of machine.items(call.positional[0] ?? null)?.items ?? [])
      dict.set(key, call.positional[1] ?? null);
    return dict;
  });
  const dict = all.get('dict');
  if (dict instanceof Native)
    all.set('dict', new Native('dict', dict.run, new Map([['fromkeys', fromKeys]])));
  return all.set('__debug__', true).set('NotImplemented', null);
}

/** Items of whatever Python iterates; undefined when they are not known. */
export function iterate(
  value: Value,
  machine: Machine,
): { items: readonly Value[]; gap?: string } | undefined {
  if (typeof value === 'string') return { items: [...value] };
  if (value instanceof PySequence)
    return value.gap === undefined
      ? { items: value.items.slice() }
      : { items: value.items.slice(), gap: value.gap };
  if (value instanceof PyDict) {
    const [gap] = value.gaps;
    const items = [...value.entries.values()].map(({ key }) => key);
    return gap === undefined ? { items } : { items, gap };
  }
  if (value instanceof PyClass && isEnumeration(value)) {
    return {
      items: [...value.attributes.values()].filter(
        (member) => member instanceof PyInstance && member.type === value,
      ),
    };
  }
  if (!(value instanceof PyInstance)) return undefined;
  if (value.payload !== undefined) return iterate(value.payload, machine);
  if (value.type instanceof PyClass && isRow(value))
    return { items: recordFields(value.type).map((name) => machine.attribute(value, name) ?? null) };
  const iterator = machine.attribute(value, '__iter__');
  return iterator instanceof Bound || iterator instanceof Native
    ? iterate(machine.call(iterator, positional()), machine)
    : undefined;
}
