import { posix } from 'node:path';

import { cleanText, dedented } from './documentation.js';
import type { LibraryRule } from './library-rule.js';
import type { Machine } from './machine.js';
import { orElse, positional } from './arguments.js';
import { addItems } from './collections.js';
import {
  Native,
  PyClass,
  PyDict,
  PyFunction,
  PyInstance,
  PyModule,
  PyPath,
  PySequence,
  Unknown,
  type Arguments,
  type Value,
} from './values.js';
import { textOf, truthOf } from './value-reading.js';
import { plainTexts } from './text.js';

/** `pathlib`, `inspect`, `itertools`, `collections` and other helpers. */
export const TOOL_RULES: Record<string, LibraryRule> = {
  'pathlib.Path': (call) => {
    const pieces = plainTexts(call.positional);
    return pieces && new PyPath(posix.join(...pieces));
  },
  'inspect.isclass': ({ positional: [value] }) =>
    value instanceof Unknown ? undefined : value instanceof PyClass,
  'inspect.isfunction': ({ positional: [value] }) =>
    value instanceof Unknown ? undefined : value instanceof PyFunction,
  'inspect.ismodule': ({ positional: [value] }) =>
    value instanceof Unknown ? undefined : value instanceof PyModule,
  'inspect.getmembers': members,
  'inspect.currentframe': (_call, machine) => {
    const frame = new PyInstance('frame');
    frame.attributes.set('module', machine.entryModule());
    return frame;
  },
  'inspect.getmodule': ({ positional: [value] }) => moduleOf(value),
  'inspect.getfile': fileOf,
  'inspect.getsourcefile': fileOf,
  'inspect.cleandoc': ({ positional: [text] }) => cleaned(text),
  'inspect.getdoc': ({ positional: [value] }, machine) => {
    const text = value === undefined ? undefined : machine.attribute(value, '__doc__');
    return text === null ? null : cleaned(text);
  },
  'textwrap.dedent': ({ positional: [value] }) => {
    const text = textOf(value);
    return text === undefined ? undefined : dedented(text);
  },
  'itertools.chain': (call, machine) => chained(call.positional, machine),
  'itertools.chain.from_iterable': (call, machine) =>
    chained(machine.items(call.positional[0])?.items ?? [], machine),
  'collections.OrderedDict': (call, machine) => machine.call(machine.builtin('dict') ?? null, call),
  'collections.defaultdict': ({ positional: [factory, ...rest] }, machine) => {
    const dict = machine.call(machine.builtin('dict') ?? null, positional(...rest));
    if (dict instanceof PyDict && factory !== undefined && factory !== null) dict.factory = factory;
    return dict;
  },
  'functools.partial': ({ positional: [callee = null, ...given], named, isOpen }, machine) =>
    new Native('partial', (call) =>
      machine.call(callee, {
        positional: [...given, ...call.positional],
        named: new Map([...named, ...call.named]),
        isOpen: isOpen || call.isOpen,
      }),
    ),
  'copy.copy': copied,
  'copy.deepcopy': copied,
  'typing.cast': ({ positional: [, value] }) => value,
  'dataclasses.field': (call, machine) =>
    call.named.has('default_factory')
      ? machine.call(call.named.get('default_factory') ?? null, positional())
      : orElse(call.named.get('default'), null),
};

function members(call: Arguments, machine: Machine): Value | undefined {
  const [target, test] = call.positional;
  if (!(target instanceof PyModule) && !(target instanceof PyClass)) return undefined;
  const vars = target instanceof PyModule ? target.scope.vars : target.attributes;
  const rows = [...vars].filter(
    ([, value]) =>
      test === undefined ||
      test === null ||
      truthOf(machine.call(test, positional(value)), machine) !== false,
  );
  return new PySequence(
    'list',
    rows.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => new PySequence('tuple', [name, value])),
  );
}

/** The module that a class, function, module or frame belongs to. */
function moduleOf(value: Value | undefined): PyModule | undefined {
  if (value instanceof PyModule) return value;
  if (value instanceof PyClass || value instanceof PyFunction) return value.module;
  const held = value instanceof PyInstance ? value.attributes.get('module') : undefined;
  return held instanceof PyModule ? held : undefined;
}

function fileOf({ positional: [value] }: Arguments): Value | undefined {
  const module = moduleOf(value);
  return module?.folder === undefined ? module?.path : `${module.folder}/__init__.py`;
}

function cleaned(value: Value | undefined): Value | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : cleanText(text);
}

function chained(sources: readonly Value[], machine: Machine): Value {
  const all = new PySequence('list');
  for (const source of sources) addItems(all, source, machine);
  return all;
}

function copied({ positional: [value] }: Arguments, machine: Machine): Value | undefined {
  if (!(value instanceof PyDict) && !(value instanceof PySequence)) return value;
  const copy = machine.attribute(value, 'copy');
  return copy === undefined ? value : machine.call(copy, positional());
}
