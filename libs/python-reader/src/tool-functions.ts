import { posix } from 'node:path';

import { cleanText, dedented } from './documentation.js';
import { type LibraryRule } from './library-rule.js';
import { type Machine } from './machine.js';
import { binary } from './operators.js';
import { argument, positional } from './arguments.js';
import { PyDeque } from './collections.js';
import {
  Native,
  PyClass,
  PyDict,
  PyFunction,
  PyInstance,
  PyModule,
  PyPath,
  PySequence,
  textOf,
  truth,
  Unknown,
  type Arguments,
  type Value,
} from './values.js';

/** `pathlib`, `inspect`, `functools`, `itertools`, `collections` and other helpers. */
export const TOOL_RULES: Record<string, LibraryRule> = {
  'pathlib.Path': (call, machine) => {
    const pieces = call.positional.map((piece) => machine.text(piece));
    return pieces.includes(undefined)
      ? undefined
      : new PyPath(posix.join(...pieces.map((piece) => piece ?? '')));
  },
  'inspect.isclass': ({ positional: [value] }) =>
    value instanceof Unknown ? undefined : value instanceof PyClass,
  'inspect.isfunction': ({ positional: [value] }) =>
    value instanceof Unknown ? undefined : value instanceof PyFunction,
  'inspect.ismodule': ({ positional: [value] }) =>
    value instanceof Unknown ? undefined : value instanceof PyModule,
  'inspect.getmembers': members,
  'inspect.cleandoc': ({ positional: [text] }) => cleaned(text),
  'inspect.getdoc': ({ positional: [value] }, machine) => {
    const text = value === undefined ? undefined : machine.attribute(value, '__doc__');
    return text === null ? null : cleaned(text);
  },
  'textwrap.dedent': ({ positional: [value] }) => {
    const text = textOf(value);
    return text === undefined ? undefined : dedented(text);
  },
  'functools.partial': ({ positional: [callee, ...held], named }, machine) =>
    new Native('partial', (call) =>
      machine.call(callee ?? null, {
        positional: [...held, ...call.positional],
        named: new Map([...named, ...call.named]),
        isOpen: call.isOpen,
      }),
    ),
  'functools.reduce': ({ positional: [callee, source, start] }, machine) => {
    const items = machine.items(source ?? null)?.items;
    const all = items === undefined ? undefined : start === undefined ? items : [start, ...items];
    return all === undefined || all.length === 0
      ? undefined
      : all.reduce((a, b) => machine.call(callee ?? null, positional(a, b)));
  },
  'functools.wraps': () => new Native('wraps', ({ positional: [value] }) => value ?? null),
  'functools.lru_cache': (call) =>
    call.positional[0] instanceof PyFunction
      ? call.positional[0]
      : new Native('lru_cache', ({ positional: [value] }) => value ?? null),
  'functools.cache': ({ positional: [value] }) => value,
  'itertools.chain': (call, machine) => chained(call.positional, machine),
  'itertools.chain.from_iterable': (call, machine) =>
    chained(machine.items(call.positional[0] ?? null)?.items ?? [], machine),
  'itertools.product': product,
  'concurrent.futures.ThreadPoolExecutor().map': mapped,
  'concurrent.futures.ThreadPoolExecutor().submit': submitted,
  'concurrent.futures.as_completed': ({ positional: [futures] }, machine) => {
    const found = machine.items(futures ?? null);
    return found?.gap === undefined && found !== undefined
      ? new PySequence('list', [...found.items])
      : undefined;
  },
  'asyncio.gather': ({ positional: results }) => new PySequence('list', [...results]),
  'operator.or_': ({ positional: [a, b] }, machine) => binary(machine, '|', a ?? null, b ?? null),
  'operator.add': ({ positional: [a, b] }, machine) => binary(machine, '+', a ?? null, b ?? null),
  'collections.OrderedDict': (call, machine) => machine.call(machine.builtin('dict') ?? null, call),
  'collections.defaultdict': ({ positional: [factory, ...rest] }, machine) => {
    const dict = machine.call(machine.builtin('dict') ?? null, positional(...rest));
    if (dict instanceof PyDict && factory !== undefined && factory !== null) dict.factory = factory;
    return dict;
  },
  'collections.ChainMap': ({ positional: maps }) => {
    const all = new PyDict();
    for (const map of maps.toReversed()) {
      if (map instanceof PyDict) all.merge(map);
      else all.gaps.add('a mapping that is not known');
    }
    return all;
  },
  'collections.deque': (call, machine) => {
    const [source = null] = call.positional;
    const length = argument(call, 1, 'maxlen');
    const found = source === null ? undefined : machine.items(source);
    const deque = new PyDeque(found?.items, typeof length === 'number' ? length : undefined);
    const gap = found === undefined && source !== null ? machine.reasonOf(source) : found?.gap;
    if (gap !== undefined) deque.gap = gap;
    return deque;
  },
  'types.MappingProxyType': ({ positional: [dict] }) => dict,
  'types.SimpleNamespace': ({ named }) => {
    const made = new PyInstance('SimpleNamespace');
    for (const [name, value] of named) made.attributes.set(name, value);
    return made;
  },
  'types.new_class': ({ positional: [name, bases] }, machine) =>
    machine.call(
      machine.builtin('type') ?? null,
      positional(name ?? null, bases ?? new PySequence('tuple'), new PyDict()),
    ),
  'copy.copy': copied,
  'copy.deepcopy': copied,
  'typing.cast': ({ positional: [, value] }) => value,
  'asyncio.run': ({ positional: [value] }) => value,
  'dataclasses.dataclass': (call) =>
    call.positional[0] instanceof PyClass
      ? call.positional[0]
      : new Native('dataclass', ({ positional: [type] }) => markRecord(type ?? null)),
  'dataclasses.field': (call, machine) =>
    call.named.get('default') !== undefined
      ? call.named.get('default')
      : call.named.has('default_factory')
        ? machine.call(call.named.get('default_factory') ?? null, positional())
        : null,
};

function markRecord(type: Value): Value {
  if (type instanceof PyClass) type.attributes.set('__dataclass_fields__', true);
  return type;
}

function members(call: Arguments, machine: Machine): Value | undefined {
  const [target, test] = call.positional;
  if (!(target instanceof PyModule) && !(target instanceof PyClass)) return undefined;
  const vars = target instanceof PyModule ? target.scope.vars : target.attributes;
  const rows = [...vars].filter(
    ([, value]) =>
      test === undefined || test === null || truth(machine.call(test, positional(value))) !== false,
  );
  return new PySequence(
    'list',
    rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => new PySequence('tuple', [name, value])),
  );
}

function cleaned(value: Value | undefined): Value | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : cleanText(text);
}

function mapped({ positional: [callee, source] }: Arguments, machine: Machine): Value | undefined {
  const found = machine.items(source ?? null);
  if (found === undefined || callee === undefined) return undefined;
  const made = new PySequence(
    'list',
    found.items.map((item) => machine.call(callee, positional(item))),
  );
  if (found.gap !== undefined) made.gap = found.gap;
  return made;
}

/** A call handed to a pool of threads: done at once. */
function submitted({ positional: [callee, ...rest], named, isOpen }: Arguments, machine: Machine): Value {
  const result = machine.call(callee ?? null, { positional: rest, named, isOpen });
  const future = new PyInstance('Future');
  future.attributes.set('result', new Native('result', () => result));
  return future;
}

function chained(sources: readonly Value[], machine: Machine): Value {
  const all = new PySequence('list');
  for (const source of sources) {
    const found = machine.items(source);
    all.addAll(found?.items ?? []);
    const gap = found === undefined ? machine.reasonOf(source) : found.gap;
    if (gap !== undefined) all.gap = gap;
  }
  return all;
}

const PRODUCT_MAX = 10_000;

function product(call: Arguments, machine: Machine): Value | undefined {
  const columns = call.positional.map((column) => machine.items(column)?.items);
  let rows: Value[][] = [[]];
  for (const column of columns) {
    if (column === undefined || rows.length * column.length > PRODUCT_MAX) return undefined;
    rows = rows.flatMap((row) => column.map((item) => [...row, item]));
  }
  return new PySequence(
    'list',
    rows.map((row) => new PySequence('tuple', row)),
  );
}

function copied({ positional: [value] }: Arguments, machine: Machine): Value | undefined {
  if (!(value instanceof PyDict) && !(value instanceof PySequence)) return value;
  const copy = machine.attribute(value, 'copy');
  return copy === undefined ? value : machine.call(copy, positional());
}
