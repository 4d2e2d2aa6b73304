import { enumerationMembers, isEnumeration } from './classes.js';
import { dictMethod, mixedInMethod, sequenceMethod } from './container-methods.js';
import { documentationOf } from './documentation.js';
import { inherited, lineage, ownMethod } from './lineage.js';
import { field, type Machine } from './machine.js';
import { pathAttribute } from './path-attributes.js';
import { schemaField } from './schema-call.js';
import { textMethod } from './text-methods.js';
import { positional, orElse } from './arguments.js';
import { unwrapped } from './operators.js';
import {
  Bound,
  External,
  Native,
  PyClass,
  PyDict,
  PyFunction,
  PyInstance,
  PyModule,
  PyPath,
  PySequence,
  Unknown,
  type Value,
} from './values.js';
import { textOf } from './value-reading.js';

/** `target.name`; undefined when the attribute is certainly absent. */
export function attributeOf(target: Value, name: string, machine: Machine): Value | undefined {
  if (target instanceof PyModule) return moduleAttribute(target, name, machine);
  if (target instanceof PyClass) return classAttribute(target, name, machine);
  if (target instanceof PyInstance) return instanceAttribute(target, name, machine);
  if (target instanceof PyFunction) return functionAttribute(target, name, machine);
  if (target instanceof Bound) return boundAttribute(target, name, machine);
  if (target instanceof Native) return nativeAttribute(target, name, machine);
  if (target instanceof External) return externalAttribute(target, name, machine);
  if (target instanceof Unknown) return target;
  return payloadMethod(target, name, machine);
}

function boundAttribute(target: Bound, name: string, machine: Machine): Value | undefined {
  if (name === '__self__') return target.receiver;
  if (name !== '__get__') return attributeOf(target.callee, name, machine);
  return new Native(name, ({ positional: [receiver = null] }) =>
    receiver === null ? target.callee : new Bound(receiver, target.callee),
  );
}

/** Built-in types whose methods may be passed around, as in `map(str.upper, names)`. */
const METHOD_HOLDERS = new Set(['str', 'dict', 'list', 'set']);
const HELD_METHODS = /^__(?:init|(?:get|set|del)item|contains)__$/;

function nativeAttribute(target: Native, name: string, machine: Machine): Value | undefined {
  const member = target.members.get(name);
  if (member !== undefined) return member;
  if (name === '__name__') return target.name;
  const own = machine.external(`${target.name}.${name}`);
  if (own !== undefined || !METHOD_HOLDERS.has(target.name)) return own;
  if (name.startsWith('__') && !HELD_METHODS.test(name)) return own;
  return new Native(name, ({ positional: [receiver, ...rest], named, isOpen }) => {
    const method = receiver === undefined ? undefined : machine.attribute(unwrapped(receiver), name);
    return method === undefined
      ? machine.unknown(`${target.name}.${name}`)
      : machine.call(method, { positional: rest, named, isOpen });
  });
}

function externalAttribute(target: External, name: string, machine: Machine): Value {
  const path = `${target.path}${target.call === undefined ? '' : '()'}.${name}`;
  if (name === '__name__') return target.path.split('.').at(-1) ?? '';
  const given = schemaField(target, name);
  if (given !== undefined) return given;
  const owner = target.call === undefined ? target.owner : target;
  return orElse(
    target.call === undefined ? machine.external(path) : undefined,
    new External(path, undefined, owner),
  );
}

function payloadMethod(target: Value, name: string, machine: Machine): Value | undefined {
  if (typeof target === 'string') return textMethod(target, name, machine);
  if (target instanceof PyDict) return dictMethod(target, name, machine);
  if (target instanceof PySequence) return sequenceMethod(target, name, machine);
  if (target instanceof PyPath) return pathAttribute(target, name, machine);
  return undefined;
}

function moduleAttribute(module: PyModule, name: string, machine: Machine): Value | undefined {
  if (name === '__dict__') return namespaceOf(module);
  const value = module.scope.vars.get(name);
  if (value !== undefined) return value;
  const dynamic = module.scope.vars.get('__getattr__');
  if (dynamic !== undefined) return machine.call(dynamic, positional(name));
  return module.isLoaded
    ? undefined
    : machine.unknown(`${name} of ${module.name}, which is still being imported`);
}

/** The names of a module as a dict that writes through. */
export function namespaceOf(module: PyModule): PyDict {
  const dict = PyDict.of(module.scope.vars);
  dict.owner = module;
  dict.mirror = (key, value) => {
    const name = textOf(key);
    if (name !== undefined) module.scope.vars.set(name, value);
  };
  return dict;
}

function classAttribute(type: PyClass, name: string, machine: Machine): Value | undefined {
  const special = classSpecial(type, name, machine);
  if (special !== undefined) return special;
  const value = inherited(type, name);
  if (value !== undefined) return reached(value, type, machine);
  const meta = type.metaclass instanceof PyClass ? type.metaclass.attributes.get(name) : undefined;
  if (meta instanceof PyFunction)
    return meta.role === 'property' ? machine.call(meta, positional(type)) : new Bound(type, meta);
  const foreign = lineage(type).find(
    (base) => (base instanceof External && !isNeutral(base)) || base instanceof Unknown,
  );
  return foreign instanceof External && !name.startsWith('__')
    ? new Unknown(`${name}, inherited from ${foreign.path}`)
    : undefined;
}

/** Bases that add no metadata. */
const NEUTRAL_BASE =
  /(?:^|\.)(?:ABC|object|Protocol|Generic|Enum|StrEnum|IntEnum|NamedTuple|TypedDict|ComfyNode|ComfyNodeABC|ComfyExtension|Module|OrderedDict|UserDict|defaultdict|Thread)$/;

function isNeutral(base: External): boolean {
  return NEUTRAL_BASE.test(base.path) || base.path.includes('()');
}

function classSpecial(type: PyClass, name: string, machine: Machine): Value | undefined {
  switch (name) {
    case '__name__':
      return orElse(type.attributes.get(name), type.name);
    case '__qualname__':
      return orElse(type.attributes.get(name), type.qualifiedName);
    case '__module__':
      return type.module.name;
    case '__bases__':
      return new PySequence('tuple', [...type.bases]);
    case '__dict__':
      return PyDict.of(type.attributes);
    case '__subclasses__':
      return new Native(name, () => new PySequence('list', [...type.subclasses]));
    case 'GET_SCHEMA': {
      const schema = type.attributes.has(name) ? undefined : classAttribute(type, 'define_schema', machine);
      return schema instanceof Unknown ? undefined : schema;
    }
    case 'mro':
      return machine.unknown('the order of the bases');
    case '__members__':
      return isEnumeration(type) ? PyDict.of(enumerationMembers(type)) : undefined;
    default:
      return undefined;
  }
}

/** What reading a class attribute through the class gives: class methods bound, descriptors asked. */
function reached(value: Value, type: PyClass, machine: Machine): Value {
  if (value instanceof PyFunction && value.role === 'classmethod') return new Bound(type, value);
  const getter = ownMethod(value, '__get__');
  return getter === undefined ? value : machine.call(getter, positional(value, null, type));
}

function instanceAttribute(instance: PyInstance, name: string, machine: Machine): Value | undefined {
  const own = instance.attributes.get(name);
  if (own !== undefined) return own;
  if (instance.type === 'super') return superAttribute(instance, name, machine);
  if (name === '__class__' && instance.type instanceof PyClass) return instance.type;
  if (name === '__dict__') return PyDict.of(instance.attributes);
  const value = instance.type instanceof PyClass ? classAttribute(instance.type, name, machine) : undefined;
  if (value instanceof PyFunction) return bindTo(instance, value, machine);
  if (value !== undefined && !(value instanceof Unknown)) return value;
  const mixedIn = value instanceof Unknown ? mixedInMethod(instance, name, machine) : undefined;
  if (mixedIn !== undefined) return mixedIn;
  const method = instance.payload === undefined ? undefined : payloadMethod(instance.payload, name, machine);
  if (method !== undefined) return method;
  const dynamic = instance.type instanceof PyClass ? instance.type.attributes.get('__getattr__') : undefined;
  return dynamic instanceof PyFunction ? machine.call(dynamic, positional(instance, name)) : value;
}

/** `function.__get__(receiver, type)`. */
function bound(target: PyFunction, receiver: Value, type: Value, machine: Machine): Value {
  if (target.role === 'classmethod')
    return new Bound(type === null && receiver instanceof PyInstance ? typeValue(receiver) : type, target);
  return receiver === null ? target : bindTo(receiver, target, machine);
}

function typeValue({ type }: PyInstance): Value {
  return type instanceof PyClass ? type : null;
}

function bindTo(receiver: Value, value: PyFunction, machine: Machine): Value {
  if (value.role === 'property') return machine.call(value, positional(receiver));
  return value.role === 'plain' ? new Bound(receiver, value) : value;
}

function superAttribute(instance: PyInstance, name: string, machine: Machine): Value | undefined {
  const [receiver, owner] = [instance.attributes.get('receiver'), instance.attributes.get('owner')];
  const type =
    receiver instanceof PyClass ? receiver : receiver instanceof PyInstance ? receiver.type : undefined;
  if (name === '__new__')
    return new Native(
      name,
      ({ positional: [first] }) =>
        machine.newborn ?? (first instanceof PyClass ? new PyInstance(first) : null),
    );
  if (!(type instanceof PyClass) || !(owner instanceof PyClass)) return machine.unknown(`super().${name}`);
  const line = lineage(type);
  for (const base of line.slice(line.indexOf(owner) + 1)) {
    const value = base instanceof PyClass ? base.attributes.get(name) : undefined;
    if (value instanceof PyFunction)
      return value.role === 'staticmethod' ? value : new Bound(receiver ?? null, value);
    if (value !== undefined) return value;
  }
  if (receiver instanceof PyInstance && receiver.payload !== undefined)
    return payloadMethod(receiver.payload, name, machine);
  return new Native(name, () => (name.startsWith('__') ? null : machine.unknown(`super().${name}`)));
}

function functionAttribute(target: PyFunction, name: string, machine: Machine): Value | undefined {
  const own = target.attributes.get(name);
  if (own !== undefined) return own;
  if (name === '__name__' || name === '__qualname__') return target.name;
  if (name === '__module__') return target.module.name;
  if (name === '__func__' || name === '__wrapped__') return target;
  if (name === '__get__')
    return new Native(name, ({ positional: [receiver = null, type = null] }) =>
      bound(target, receiver, type, machine),
    );
  if (name !== '__doc__') return undefined;
  const frame = { module: target.module, scope: target.scope, returns: [], yields: [] };
  return documentationOf(field(target.node, 'body'), frame, machine);
}

/** `del target.name`. */
export function deleteAttribute(target: Value, name: string): void {
  if (target instanceof PyModule) target.scope.vars.delete(name);
  else if (target instanceof PyClass || target instanceof PyInstance || target instanceof PyFunction)
    target.attributes.delete(name);
}

/** `target.name = value`. */
export function setAttribute(target: Value, name: string, value: Value): void {
  if (target instanceof PyModule) target.scope.vars.set(name, value);
  else if (target instanceof External) target.call?.named.set(name, value);
  else if (target instanceof PyClass || target instanceof PyInstance || target instanceof PyFunction)
    target.attributes.set(name, value);
}
