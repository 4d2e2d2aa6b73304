import { lineage } from './lineage.js';
import { positional, argument } from './arguments.js';
import { Bound, External, PyClass, type Arguments, type PyInstance } from './values.js';
import type { Machine } from './machine.js';

const RECORD_BASE = /(?:^|\.)(?:NamedTuple|BaseModel|TypedDict)$/;

/** Whether instances are filled from the class's annotated fields: dataclasses, named tuples and the like. */
export function isRecord(type: PyClass): boolean {
  return lineage(type).some(
    (base) =>
      (base instanceof PyClass && base.attributes.has('__dataclass_fields__')) ||
      (base instanceof External && RECORD_BASE.test(base.path)),
  );
}

/** Whether an instance may be unpacked and indexed like a tuple. */
export function isRow(instance: PyInstance): boolean {
  return (
    instance.type instanceof PyClass &&
    lineage(instance.type).some((base) => base instanceof External && /(?:^|\.)NamedTuple$/.test(base.path))
  );
}

/** The fields of a record class, those of its bases first. */
export function recordFields(type: PyClass): string[] {
  const fields = lineage(type)
    .toReversed()
    .flatMap((base) => (base instanceof PyClass ? base.fields : []));
  return [...new Set(fields)];
}

/** Sets the fields from a call's arguments and runs `__post_init__`. */
export function fillRecord(instance: PyInstance, type: PyClass, call: Arguments, machine: Machine): void {
  recordFields(type).forEach((name, at) => {
    const value = argument(call, at, name);
    if (value !== undefined) instance.attributes.set(name, value);
  });
  const finish = machine.attribute(instance, '__post_init__');
  if (finish instanceof Bound) machine.call(finish, positional());
}
