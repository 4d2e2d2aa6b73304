import type { LibraryRule } from './library-rule.js';
import { numberOf } from './literals.js';
import type { Machine } from './machine.js';
import { argument, orElse, positional } from './arguments.js';
import { Native, PyDict, PyFloat, PyInstance, PySequence, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';
import { plainText } from './text.js';

/** A file of the package opened for reading; undefined for any other file and for writing. */
export function openedFile(call: Arguments, machine: Machine): Value | undefined {
  const mode = textOf(orElse(argument(call, 1, 'mode'), 'r')) ?? 'w';
  const path = plainText(argument(call, 0, 'file'));
  const text = path === undefined || /[wax+b]/.test(mode) ? undefined : machine.sources.text(path);
  if (text === undefined) return undefined;
  const file = new PyInstance('TextIOWrapper');
  const lines = () => new PySequence('list', text.match(/[^\n]*\n|[^\n]+$/g) ?? []);
  const methods: Record<string, () => Value> = {
    read: () => text,
    readlines: lines,
    __iter__: lines,
    __enter__: () => file,
    close: () => null,
  };
  for (const [name, run] of Object.entries(methods)) file.attributes.set(name, new Native(name, run));
  return file;
}

/** Levels of a JSON text that are looked at. */
const DEPTH_MAX = 100;

/** The value of a JSON text; undefined when it is no JSON. */
function jsonValue(text: string | undefined, machine: Machine): Value | undefined {
  if (text === undefined) return undefined;
  try {
    return fromJson(JSON.parse(text.replace(/^\ufeff/, ''), withNumbers), machine);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Keeps integers and floats apart, by how they are written. */
function withNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? numberOf(context?.source ?? String(value)) : value;
}

function fromJson(value: unknown, machine: Machine, depth = 0): Value {
  machine.step();
  if (depth > DEPTH_MAX) return machine.unknown('data nested too deeply');
  if (typeof value === 'number' || typeof value === 'bigint' || value instanceof PyFloat) return value;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value))
    return new PySequence(
      'list',
      value.map((item) => fromJson(item, machine, depth + 1)),
    );
  if (typeof value !== 'object' || value === null) return null;
  return PyDict.of(Object.entries(value).map(([key, item]) => [key, fromJson(item, machine, depth + 1)]));
}

function contentOf(file: Value | undefined, machine: Machine): string | undefined {
  const read = file instanceof PyInstance ? file.attributes.get('read') : undefined;
  return read instanceof Native ? textOf(machine.call(read, positional())) : undefined;
}

/** Reading the package's own data files. */
export const DATA_RULES: Record<string, LibraryRule> = {
  'json.load': ({ positional: [file] }, machine) => jsonValue(contentOf(file, machine), machine),
  'json.loads': ({ positional: [text] }, machine) => jsonValue(textOf(text), machine),
  'io.open': openedFile,
  'codecs.open': openedFile,
};
