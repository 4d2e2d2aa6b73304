import type { Node } from 'web-tree-sitter';

import { namespaceOf } from './attributes.js';
import { evalText, execText } from './text-code.js';
import { spend } from './effort.js';
import { positional } from './arguments.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { unwrapped } from './operators.js';
import { PyDict, PyInstance, PySequence, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** A call; built-ins that depend on the place of the call are handled here. */
export function callExpression(node: Node, frame: Frame, machine: Machine): Value {
  const target = field(node, 'function');
  const call = argumentsOf(field(node, 'arguments'), frame, machine);
  if (target.type === 'identifier' && frame.scope.lookup(target.text) === undefined) {
    const local = localBuiltin(target.text, call, frame, machine);
    if (local !== undefined) return local;
  }
  const callee = machine.evaluate(target, frame);
  return machine.call(callee, call);
}

function argumentsOf(node: Node, frame: Frame, machine: Machine): Arguments {
  if (node.type === 'generator_expression') return positional(machine.evaluate(node, frame));
  const given: Value[] = [];
  const named = new Map<string, Value>();
  let isOpen = false;
  for (const part of parts(node)) {
    if (part.type === 'keyword_argument')
      named.set(field(part, 'name').text, machine.evaluate(field(part, 'value'), frame));
    else if (part.type === 'list_splat' || part.type === 'dictionary_splat') {
      isOpen = !spread(part, given, named, frame, machine) || isOpen;
    } else given.push(machine.evaluate(part, frame));
  }
  return { positional: given, named, isOpen };
}

function spread(
  part: Node,
  positional: Value[],
  named: Map<string, Value>,
  frame: Frame,
  machine: Machine,
): boolean {
  const [inner] = parts(part);
  const value = inner === undefined ? null : machine.evaluate(inner, frame);
  if (part.type === 'list_splat') {
    const found = machine.items(value);
    positional.push(...(found?.items ?? []));
    return found !== undefined && found.gap === undefined;
  }
  const dict = unwrapped(value);
  if (!(dict instanceof PyDict)) return false;
  for (const { key, value: item } of dict.entries.values()) {
    const name = textOf(key);
    if (name !== undefined) named.set(name, item);
  }
  return dict.gaps.size === 0;
}

function localBuiltin(name: string, call: Arguments, frame: Frame, machine: Machine): Value | undefined {
  const around = frame.scope.around();
  switch (name) {
    case 'globals':
      return namespaceOf(frame.module);
    case 'locals':
    case 'vars':
    case 'dir':
      if (call.positional.length > 0) return undefined;
      spend(around.vars.size / 4);
      if (name === 'dir') return new PySequence('list', [...around.vars.keys()]);
      return around.kind === 'module' ? namespaceOf(frame.module) : PyDict.of(around.vars);
    case 'super': {
      const proxy = new PyInstance('super');
      const receiver = call.positional[1] ?? frame.receiver ?? null;
      const owner = call.positional[0] ?? frame.callee?.owner ?? null;
      proxy.attributes.set('receiver', receiver).set('owner', owner);
      return proxy;
    }
    case '__import__': {
      const dotted = textOf(call.positional[0]);
      if (dotted === undefined) return undefined;
      const level = call.named.get('level') ?? call.positional[4];
      const module = machine.importModule(
        typeof level === 'number' ? '.'.repeat(level) + dotted : dotted,
        frame.module,
      );
      const hasFromlist = (call.named.get('fromlist') ?? call.positional[3]) !== undefined;
      return hasFromlist || !dotted.includes('.')
        ? module
        : machine.importModule(dotted.split('.', 1)[0] ?? dotted, frame.module);
    }
    case 'exec':
      return execText(call, frame, machine);
    case 'eval':
      return evalText(call, frame, machine);
    default:
      return undefined;
  }
}
