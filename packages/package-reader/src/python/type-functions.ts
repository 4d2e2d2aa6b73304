import { makeClass } from './calls.js';
import { lineage } from './lineage.js';
import type { Machine } from './machine.js';
import { orElse } from './arguments.js';
import {
  External,
  Native,
  PyClass,
  PyDict,
  PyFloat,
  PyFunction,
  PyInstance,
  PyModule,
  PySequence,
  type Arguments,
  type Value,
} from './values.js';

/** `type(value)` and `type(name, bases, attributes)`. */
export function typeOf(call: Arguments, machine: Machine): Value | undefined {
  if (call.positional.length >= 3) return makeClass(call, machine);
  const [value] = call.positional;
  if (value instanceof PyInstance && value.type instanceof PyClass) return value.type;
  if (value instanceof PyClass) return orElse(value.metaclass, machine.builtin('type'));
  const name = value === undefined ? undefined : nativeType(value);
  return name === undefined ? undefined : orElse(machine.builtin(name), UNNAMED_TYPES.get(name));
}

/** Types without a built-in name, only distinguished from others. */
const UNNAMED_TYPES: ReadonlyMap<string, Value> = new Map(
  ['ModuleType', 'FunctionType'].map((name) => [name, new Native(name, () => null)]),
);

function nativeType(value: Value): string | undefined {
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number' || typeof value === 'bigint') return 'int';
  if (value instanceof PyFloat) return 'float';
  if (value instanceof PyDict) return 'dict';
  if (value instanceof PySequence) return value.kind;
  // What comes from another package is taken for a module or function, as `isinstance(value, type)` does.
  if (value instanceof PyModule || (value instanceof External && value.call === undefined))
    return 'ModuleType';
  return value instanceof PyFunction ? 'FunctionType' : undefined;
}

export function attributesOf(call: Arguments, machine: Machine): Value | undefined {
  const [target] = call.positional;
  if (target instanceof PyModule) return new PySequence('list', [...target.scope.vars.keys()].sort());
  if (target instanceof PyClass) {
    const names = lineage(target).flatMap((base) =>
      base instanceof PyClass ? [...base.attributes.keys()] : [],
    );
    return new PySequence('list', [...new Set(names)].sort());
  }
  return target === undefined ? undefined : machine.attribute(target, '__dict__');
}
