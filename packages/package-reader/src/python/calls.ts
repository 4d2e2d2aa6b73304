import { adopt, isEnumeration } from './classes.js';
import { inherited, lineage } from './lineage.js';
import { runFunction } from './functions.js';
import { fillRecord, isRecord } from './records.js';
import { PyRaise, type Machine } from './machine.js';
import { positional } from './arguments.js';
import {
  Bound,
  External,
  Native,
  PyClass,
  PyDict,
  PyFunction,
  PyInstance,
  PyModule,
  PySequence,
  Unknown,
  type Arguments,
  type Value,
} from './values.js';
import { textOf } from './value-reading.js';
import { plainText } from './text.js';

/** Calls functions of the package and known built-ins; any other call gives a value that is only named. */
export function callValue(callee: Value, call: Arguments, machine: Machine): Value {
  if (callee instanceof PyFunction) return runFunction(callee, call, machine);
  if (callee instanceof Bound) {
    return machine.call(callee.callee, { ...call, positional: [callee.receiver, ...call.positional] });
  }
  if (callee instanceof Native) return callee.run(call);
  if (callee instanceof PyClass) return instantiate(callee, call, machine);
  if (callee instanceof External) {
    const known = callee.call === undefined ? machine.external(callee.path) : undefined;
    return known instanceof Native ? known.run(call) : new External(callee.path, call, callee.owner);
  }
  if (callee instanceof PyInstance) {
    const method = machine.attribute(callee, '__call__');
    if (method !== undefined) return machine.call(method, call);
  }
  return callee instanceof Unknown ? callee : machine.unknown('a call of something that is not callable');
}

function instantiate(type: PyClass, call: Arguments, machine: Machine): Value {
  if (isEnumeration(type)) return machine.unknown(`a member of ${type.name}`);
  const isMetaclass = lineage(type).some((base) => base instanceof Native && base.name === 'type');
  if (isMetaclass) return makeClass(call, machine, type);
  const instance = made(type, call, machine);
  if (!(instance instanceof PyInstance) || instance.type !== type) return instance;
  const initialiser = machine.attribute(instance, '__init__');
  const payload = builtinPart(type, initialiser instanceof Bound ? undefined : call, call, machine);
  if (payload !== undefined) instance.payload = payload;
  if (initialiser instanceof Bound) machine.call(initialiser, call);
  else if (isRecord(type)) fillRecord(instance, type, call, machine);
  return instance;
}

/** A new instance, by the class's own `__new__` when it has one. */
function made(type: PyClass, call: Arguments, machine: Machine): Value {
  const maker = inherited(type, '__new__');
  if (!(maker instanceof PyFunction)) return new PyInstance(type);
  const { newborn } = machine;
  machine.newborn = undefined;
  try {
    const result = machine.call(maker, { ...call, positional: [type, ...call.positional] });
    return result instanceof Unknown ? new PyInstance(type) : result;
  } finally {
    machine.newborn = newborn;
  }
}

/** The built-in part of an instance; a dict or list is filled by its initialiser, others by their constructor. */
function builtinPart(
  type: PyClass,
  filling: Arguments = positional(),
  call: Arguments,
  machine: Machine,
): Value | undefined {
  for (const base of lineage(type)) {
    const name =
      base instanceof Native
        ? base.name
        : base instanceof External
          ? (base.path.split('.').at(-1) ?? '')
          : '';
    if (name === 'str') {
      const [first] = call.positional;
      return first === undefined ? '' : (plainText(first) ?? machine.unknown('a text'));
    }
    if (name === 'dict' || name === 'OrderedDict' || name === 'UserDict') {
      const dict = machine.builtin('dict');
      return dict instanceof Native ? dict.run(filling) : new PyDict();
    }
    if (name === 'list' || name === 'tuple') {
      const { positional: given } = name === 'list' ? filling : call;
      return new PySequence(name, [...(machine.items(given[0])?.items ?? [])]);
    }
  }
  return undefined;
}

/** `type(name, bases, attributes)`, plain or through a metaclass. */
export function makeClass(call: Arguments, machine: Machine, meta?: PyClass): Value {
  const [name, bases, attributes] = call.positional;
  const text = textOf(name);
  if (text === undefined || !(attributes instanceof PyDict))
    return machine.unknown('a class made at run time');
  const type = new PyClass(text, machine.items(bases)?.items ?? [], machine.entryModule());
  for (const { key, value } of attributes.entries.values()) {
    const attribute = textOf(key);
    if (attribute !== undefined) type.attributes.set(attribute, value);
  }
  adopt(type, new Map(meta === undefined ? [] : [['metaclass', meta]]), machine);
  return type;
}

/** Raises for a certainly absent attribute, inside a `try` of the package. */
export function raiseIfAbsent(machine: Machine, target: Value, name: string): void {
  const isComplete = target instanceof PyClass || (target instanceof PyModule && target.isLoaded);
  if (isComplete && !name.startsWith('__')) raiseIfGuarded(machine, 'AttributeError', name);
}

/** Raises for a certain failure, inside a `try` of the package. */
export function raiseIfGuarded(machine: Machine, type: string, message: string): void {
  if (machine.isGuarded && machine.speculation === 0) throw new PyRaise(type, message);
}
