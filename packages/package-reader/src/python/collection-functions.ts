import type { LibraryRule } from './library-rule.js';
import type { Machine } from './machine.js';
import { argument } from './arguments.js';
import { External, PyClass, PySequence, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';

const pair = (...items: Value[]): PySequence => new PySequence('tuple', items);

/** `collections.namedtuple(name, fields)` as a class whose instances are filled like those of `typing.NamedTuple`. */
function namedTuple(call: Arguments, machine: Machine): Value | undefined {
  const name = textOf(argument(call, 0, 'typename'));
  const wanted = argument(call, 1, 'field_names');
  const text = textOf(wanted);
  const fields =
    text === undefined
      ? machine.items(wanted)?.items.map(textOf)
      : text.split(/[\s,]+/).filter((field) => field !== '');
  if (name === undefined || fields === undefined || fields.includes(undefined)) return undefined;
  const type = new PyClass(name, [new External('typing.NamedTuple')], machine.entryModule());
  type.fields.push(...fields.flatMap((field) => field ?? []));
  type.attributes.set('_fields', pair(...type.fields));
  const defaults = machine.items(call.named.get('defaults'))?.items ?? [];
  defaults.forEach((value, at) => {
    const field = type.fields[type.fields.length - defaults.length + at];
    if (field !== undefined) type.attributes.set(field, value);
  });
  return type;
}

const RANGE_MAX = 100_000;

export function zip(call: Arguments, machine: Machine): Value | undefined {
  const columns = call.positional.map((column) => machine.items(column));
  if (columns.includes(undefined) || columns.length === 0) return undefined;
  const length = Math.min(...columns.map((column) => column?.items.length ?? 0));
  const rows = Array.from({ length }, (_, at) => pair(...columns.map((column) => column?.items[at] ?? null)));
  return new PySequence('list', rows, columns.find((column) => column?.gap !== undefined)?.gap);
}

/** `range`, as far as its numbers can be listed. */
export function range(call: Arguments): Value | undefined {
  const [a, b, c] = call.positional;
  const [start, stop, step] = b === undefined ? [0, a, 1] : [a, b, c ?? 1];
  if (typeof start !== 'number' || typeof stop !== 'number' || typeof step !== 'number' || step === 0)
    return undefined;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  if (length > RANGE_MAX) return undefined;
  const items = Array.from({ length }, (_, at) => start + at * step);
  return new PySequence('list', items);
}

export const COLLECTION_RULES: Record<string, LibraryRule> = {
  'collections.namedtuple': namedTuple,
};
