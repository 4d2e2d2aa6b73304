import type { Node } from 'web-tree-sitter';

import { documentationOf } from './documentation.js';
import { lineage } from './lineage.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { positional } from './arguments.js';
import {
  Bound,
  External,
  Native,
  PyClass,
  PyDict,
  PyFunction,
  PyInstance,
  PySequence,
  type Value,
  Scope,
} from './values.js';

/** Runs a class body and makes the class, calling hooks of its bases and metaclass as Python does. */
export function defineClass(node: Node, frame: Frame, machine: Machine): PyClass {
  const bases: Value[] = [];
  const named = new Map<string, Value>();
  for (const base of parts(node.childForFieldName('superclasses'))) {
    const value = machine.evaluate(base, frame);
    if (base.type === 'keyword_argument') named.set(field(base, 'name').text, value);
    else bases.push(value);
  }
  const type = new PyClass(field(node, 'name').text, bases, frame.module);
  type.qualifiedName = frame.scope.qualifier + type.name;
  const scope = new Scope('class', frame.scope);
  scope.qualifier = `${type.qualifiedName}.`;
  const body = field(node, 'body');
  const documentation = documentationOf(body, frame, machine);
  type.attributes.set('__doc__', documentation);
  // Otherwise the name refers to the documentation of the module.
  if (typeof documentation === 'string') scope.vars.set('__doc__', documentation);
  machine.execute(body, { ...frame, scope, returns: [], yields: [] });
  for (const [name, value] of scope.vars) type.attributes.set(name, value);
  type.fields.push(...annotatedNames(body));
  adopt(type, named, machine);
  return type;
}

/** Finishes a class whose attributes are set: owners, bases, enumeration members and hooks. */
export function adopt(type: PyClass, named: ReadonlyMap<string, Value>, machine: Machine): void {
  for (const value of type.attributes.values()) if (value instanceof PyFunction) value.owner ??= type;
  for (const base of type.bases) if (base instanceof PyClass) base.subclasses.push(type);
  if (isEnumeration(type)) makeMembers(type);
  tellDescriptors(type, machine);
  const metaclass =
    named.get('metaclass') ??
    lineage(type).find((base) => base instanceof PyClass && base.metaclass !== undefined);
  const meta =
    metaclass instanceof PyClass && metaclass.metaclass !== undefined ? metaclass.metaclass : metaclass;
  if (meta instanceof PyClass && meta !== type) runMetaclass(type, meta, machine);
  for (const base of lineage(type).slice(1)) {
    const hook = base instanceof PyClass ? base.attributes.get('__init_subclass__') : undefined;
    if (!(hook instanceof PyFunction)) continue;
    machine.call(hook, {
      positional: [type],
      named: new Map([...named].filter(([name]) => name !== 'metaclass')),
      isOpen: false,
    });
    break;
  }
}

function tellDescriptors(type: PyClass, machine: Machine): void {
  for (const [name, value] of [...type.attributes]) {
    if (!(value instanceof PyInstance) || !(value.type instanceof PyClass)) continue;
    const hook = machine.attribute(value, '__set_name__');
    if (hook instanceof Bound) machine.call(hook, positional(type, name));
  }
}

function runMetaclass(type: PyClass, meta: PyClass, machine: Machine): void {
  type.metaclass = meta;
  const call = [type.name, new PySequence('tuple', [...type.bases]), PyDict.of(type.attributes)];
  // `super().__new__` returns the class that is being made.
  const outer = machine.newborn;
  machine.newborn = type;
  const maker = meta.attributes.get('__new__');
  if (maker instanceof PyFunction) machine.call(maker, positional(meta, ...call));
  machine.newborn = outer;
  const initialiser = meta.attributes.get('__init__');
  if (initialiser instanceof PyFunction) machine.call(initialiser, positional(type, ...call));
}

function annotatedNames(body: Node): string[] {
  return parts(body).flatMap((statement) => {
    const [assignment] = parts(statement);
    const isField = assignment?.type === 'assignment' && assignment.childForFieldName('type') !== null;
    return isField ? [field(assignment, 'left').text] : [];
  });
}

/** Whether a class derives from another; undefined when an unknown base decides. */
export function subclassOf(type: PyClass, base: Value): boolean | undefined {
  const ancestors = lineage(type);
  if (base instanceof Native && base.name === 'object') return true;
  if (ancestors.includes(base)) return true;
  if (base instanceof External) {
    const last = (path: string) => path.split('.').at(-1);
    if (ancestors.some((other) => other instanceof External && last(other.path) === last(base.path)))
      return true;
    return ancestors.some((other) => other instanceof External && other.call !== undefined)
      ? undefined
      : false;
  }
  return base instanceof PyClass || base instanceof Native ? false : undefined;
}

const ENUMERATIONS = /(?:^|\.)(?:Enum|StrEnum|IntEnum|Flag|IntFlag)$/;

export function isEnumeration(type: PyClass): boolean {
  return lineage(type).some((base) => base instanceof External && ENUMERATIONS.test(base.path));
}

export function enumerationMembers(type: PyClass): [string, PyInstance][] {
  return [...type.attributes].flatMap(([name, member]) =>
    member instanceof PyInstance && member.type === type ? [[name, member]] : [],
  );
}

/** `[member.value for member in type]`. */
export function enumerationValues(type: PyClass): PySequence {
  const values = enumerationMembers(type).map(([, member]) => member.attributes.get('value') ?? null);
  return new PySequence('list', values);
}

function makeMembers(type: PyClass): void {
  const isText = lineage(type).some(
    (base) =>
      (base instanceof Native && base.name === 'str') ||
      (base instanceof External && base.path.endsWith('StrEnum')),
  );
  for (const [name, value] of type.attributes) {
    if (
      name.startsWith('_') ||
      value instanceof PyFunction ||
      value instanceof PyClass ||
      value instanceof Bound
    )
      continue;
    const member = new PyInstance(type);
    const isAutomatic = value instanceof External && value.path.endsWith('auto');
    const content = isAutomatic && isText ? name.toLowerCase() : value;
    member.attributes.set('name', name).set('value', content).set('_value_', content);
    if (isText) member.payload = content;
    type.attributes.set(name, member);
  }
}
