import { type LibraryRule } from './library-rule.js';
import { type Machine } from './machine.js';
import { argument, positional } from './arguments.js';
import {
  equal,
  External,
  Native,
  PyClass,
  PyDict,
  PySequence,
  textOf,
  type Arguments,
  type Value,
} from './values.js';

/** How far an endless count is counted: no package has as many nodes. */
const COUNT_MAX = 10_000;

const pair = (...items: Value[]): PySequence => new PySequence('tuple', items);

function list(items: Value[], gap?: string): PySequence {
  const made = new PySequence('list', items);
  if (gap !== undefined) made.gap = gap;
  return made;
}

/** `collections.namedtuple(name, fields)` as a class whose instances are filled like those of `typing.NamedTuple`. */
function namedTuple(call: Arguments, machine: Machine): Value | undefined {
  const name = textOf(argument(call, 0, 'typename'));
  const wanted = argument(call, 1, 'field_names');
  const text = textOf(wanted);
  const fields =
    text === undefined
      ? machine.items(wanted ?? null)?.items.map(textOf)
      : text.split(/[\s,]+/).filter((field) => field !== '');
  if (name === undefined || fields === undefined || fields.includes(undefined)) return undefined;
  const type = new PyClass(name, [new External('typing.NamedTuple')], machine.entryModule());
  type.fields.push(...fields.flatMap((field) => field ?? []));
  type.attributes.set('_fields', pair(...type.fields));
  const defaults = machine.items(call.named.get('defaults') ?? null)?.items ?? [];
  defaults.forEach((value, at) => {
    const field = type.fields[type.fields.length - defaults.length + at];
    if (field !== undefined) type.attributes.set(field, value);
  });
  return type;
}

function grouped({ positional: [source, by] }: Arguments, machine: Machine): Value | undefined {
  const found = machine.items(source ?? null);
  if (found === undefined) return undefined;
  const groups: { key: Value; items: PySequence }[] = [];
  for (const item of found.items) {
    const key = by === undefined || by === null ? item : machine.call(by, positional(item));
    const last = groups.at(-1);
    if (last !== undefined && equal(last.key, key) === true) last.items.items.push(item);
    else groups.push({ key, items: list([item]) });
  }
  return list(
    groups.map(({ key, items }) => pair(key, items)),
    found.gap,
  );
}

function sliced({ positional: [source, ...bounds] }: Arguments, machine: Machine): Value | undefined {
  const found = machine.items(source ?? null);
  const [start, stop, step] =
    bounds.length === 1 ? [0, bounds[0], 1] : [bounds[0] ?? 0, bounds[1], bounds[2] ?? 1];
  if (found === undefined || typeof start !== 'number' || typeof step !== 'number') return undefined;
  const end = typeof stop === 'number' ? stop : undefined;
  return list(
    found.items.slice(start, end).filter((_, at) => at % step === 0),
    found.gap,
  );
}

function starMapped({ positional: [callee, source] }: Arguments, machine: Machine): Value | undefined {
  const found = machine.items(source ?? null);
  if (found === undefined) return undefined;
  const calls = found.items.map((row) => machine.items(row)?.items);
  return list(
    calls.map((row) =>
      row === undefined
        ? machine.unknown('arguments that are not known')
        : machine.call(callee ?? null, positional(...row)),
    ),
    found.gap,
  );
}

/** A function of one argument that picks parts of it, as `operator.itemgetter` makes. */
function picker(keys: readonly Value[], pick: (target: Value, key: Value) => Value): Value {
  return new Native('getter', ({ positional: [target] }) => {
    const picked = keys.map((key) => pick(target ?? null, key));
    return picked.length === 1 ? (picked[0] ?? null) : pair(...picked);
  });
}

function itemOf(target: Value, key: Value, machine: Machine): Value {
  const held =
    target instanceof PyDict
      ? target.get(key)
      : typeof key === 'number'
        ? machine.items(target)?.items.at(key)
        : undefined;
  return held === undefined ? machine.unknown('an item that is not known') : held;
}

function attributeAt(target: Value, path: Value, machine: Machine): Value {
  let held: Value | undefined = target;
  for (const name of (textOf(path) ?? '').split('.'))
    held = held === undefined ? undefined : machine.attribute(held, name);
  return held === undefined ? machine.unknown('an attribute that is not known') : held;
}

function methodCaller({ positional: [name, ...rest], named, isOpen }: Arguments, machine: Machine): Value {
  return new Native('methodcaller', ({ positional: [target] }) =>
    machine.call(attributeAt(target ?? null, name ?? null, machine), { positional: rest, named, isOpen }),
  );
}

const RANGE_MAX = 100_000;

/** `zip`. */
export function zip(call: Arguments, machine: Machine): Value | undefined {
  const columns = call.positional.map((column) => machine.items(column));
  if (columns.includes(undefined) || columns.length === 0) return undefined;
  const length = Math.min(...columns.map((column) => column?.items.length ?? 0));
  const rows = Array.from(
    { length },
    (_, at) =>
      new PySequence(
        'tuple',
        columns.map((column) => column?.items[at] ?? null),
      ),
  );
  const made = new PySequence('list', rows);
  const gap = columns.find((column) => column?.gap !== undefined)?.gap;
  if (gap !== undefined) made.gap = gap;
  return made;
}

/** `range`, as far as its numbers can be listed. */
export function range(call: Arguments): Value | undefined {
  const [a, b, c] = call.positional;
  const [start, stop, step] = b === undefined ? [0, a, 1] : [a, b, c ?? 1];
  if (typeof start !== 'number' || typeof stop !== 'number' || typeof step !== 'number' || step === 0)
    return undefined;
  const length = Math.max(0, Math.ceil((stop - start) / step));
  return length > RANGE_MAX
    ? undefined
    : new PySequence(
        'list',
        Array.from({ length }, (_, at) => start + at * step),
      );
}

/** `collections`, `itertools` and `operator` where they make or pick apart rows of nodes. */
export const COLLECTION_RULES: Record<string, LibraryRule> = {
  'collections.namedtuple': namedTuple,
  'itertools.count': (call) => {
    const [start, step] = [argument(call, 0, 'start') ?? 0, argument(call, 1, 'step') ?? 1];
    if (typeof start !== 'number' || typeof step !== 'number') return undefined;
    const numbers = list(Array.from({ length: COUNT_MAX }, (_, at) => start + at * step));
    numbers.isIterator = true;
    return numbers;
  },
  'itertools.groupby': grouped,
  'itertools.islice': sliced,
  'itertools.starmap': starMapped,
  'itertools.repeat': ({ positional: [item, times] }) =>
    typeof times === 'number' && times >= 0 && times <= 10_000
      ? list(Array.from({ length: times }, () => item ?? null))
      : undefined,
  'operator.itemgetter': ({ positional: keys }, machine) =>
    picker(keys, (target, key) => itemOf(target, key, machine)),
  'operator.attrgetter': ({ positional: keys }, machine) =>
    picker(keys, (target, key) => attributeAt(target, key, machine)),
  'operator.methodcaller': methodCaller,
  'string.capwords': ({ positional: [text] }) =>
    textOf(text)
      ?.split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
      .join(' '),
};
