import { subclassOf } from './classes.js';
import type { Machine } from './machine.js';
import {
  External,
  Native,
  PyClass,
  PyDict,
  PyFloat,
  PyInstance,
  PyModule,
  PySequence,
  Unknown,
  type Arguments,
  type Value,
} from './values.js';
import { anyOf, textOf } from './value-reading.js';

/** Metadata that the host's modules and library classes do not have. */
const METADATA = /^(?:NODE_(?:CLASS|DISPLAY_NAME)_MAPPINGS|[A-Z][A-Z_]+|define_schema)$/;

export function hasattr(call: Arguments, machine: Machine): Value | undefined {
  const [target, key] = call.positional;
  const name = textOf(key);
  if (target === undefined || name === undefined || target instanceof Unknown) return undefined;
  if (target instanceof External)
    return METADATA.test(name) && !/^nodes\b/.test(target.path) ? false : undefined;
  const value = machine.attribute(target, name);
  return value instanceof Unknown ? undefined : value !== undefined;
}

export function isInstance(call: Arguments): Value | undefined {
  const [value, type] = call.positional;
  if (value === undefined || type === undefined) return undefined;
  return anyOf((type instanceof PySequence ? type.items : [type]).map((one) => instanceOf(value, one)));
}

function instanceOf(value: Value, type: Value): boolean | undefined {
  if (value instanceof Unknown) return undefined;
  if (type instanceof PyClass)
    return value instanceof PyInstance && value.type instanceof PyClass
      ? subclassOf(value.type, type)
      : false;
  const name =
    type instanceof Native ? type.name : type instanceof External ? (type.path.split('.').at(-1) ?? '') : '';
  const known = NATIVE_TYPES[name];
  if (known !== undefined) return value instanceof External && name !== 'type' ? undefined : known(value);
  if (value instanceof External) return undefined;
  return value instanceof PyInstance && value.type instanceof PyClass ? subclassOf(value.type, type) : false;
}

const NATIVE_TYPES: Record<string, (value: Value) => boolean> = {
  type: (value) =>
    value instanceof PyClass ||
    (value instanceof Native && /^(?:str|int|float|dict|list|type|object)$/.test(value.name)),
  str: (value) => textOf(value) !== undefined,
  dict: (value) =>
    value instanceof PyDict || (value instanceof PyInstance && value.payload instanceof PyDict),
  Mapping: (value) => value instanceof PyDict,
  list: (value) => value instanceof PySequence && value.kind === 'list',
  tuple: (value) => value instanceof PySequence && value.kind === 'tuple',
  set: (value) => value instanceof PySequence && value.kind === 'set',
  int: (value) => typeof value === 'number' || typeof value === 'boolean',
  bool: (value) => typeof value === 'boolean',
  float: (value) => value instanceof PyFloat,
  ModuleType: (value) => value instanceof PyModule,
};

export function isSubclass(call: Arguments): Value | undefined {
  const [type, base] = call.positional;
  if (!(type instanceof PyClass) || base === undefined) return type instanceof External ? false : undefined;
  return anyOf((base instanceof PySequence ? base.items : [base]).map((one) => subclassOf(type, one)));
}
