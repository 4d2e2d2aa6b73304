import type { Node } from 'web-tree-sitter';

import { join } from './join.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { orElse } from './arguments.js';
import { PyDict, PyFunction, PySequence, type Arguments, type Value, Scope } from './values.js';

/** Makes a function value; its defaults are evaluated now, its body when it is called. */
export function makeFunction(
  name: string,
  node: Node,
  frame: Frame,
  defaults: ReadonlyMap<string, Value>,
): PyFunction {
  return new PyFunction(name, node, frame.scope, frame.module, defaults);
}

export function parameterDefaults(node: Node, frame: Frame, machine: Machine): Map<string, Value> {
  const defaults = new Map<string, Value>();
  for (const parameter of parts(node.childForFieldName('parameters'))) {
    const value = parameter.childForFieldName('value');
    if (value !== null) defaults.set(field(parameter, 'name').text, machine.evaluate(value, frame));
  }
  return defaults;
}

/** Runs a function's body with bound arguments; a generator's items come back as a list. */
export function runFunction(callee: PyFunction, call: Arguments, machine: Machine): Value {
  const scope = new Scope('function', callee.scope);
  scope.qualifier = `${callee.scope.qualifier}${callee.name}.<locals>.`;
  const frame: Frame = {
    module: callee.module,
    scope,
    callee,
    ...(call.positional[0] === undefined ? {} : { receiver: call.positional[0] }),
    returns: [],
    yields: [],
  };
  bindParameters(callee, call, frame, machine);
  const body = field(callee.node, 'body');
  if (callee.node.type === 'lambda') return machine.evaluate(body, frame);
  const end = machine.execute(body, frame);
  if (frame.yields.length > 0 || isGenerator(callee, frame)) {
    const generator = new PySequence('list', frame.yields);
    generator.isIterator = true;
    return generator;
  }
  const results = [...frame.returns];
  if (end?.kind === 'return') results.push(end.value);
  else if (results.length > 0) results.push(null);
  return results.length === 0 ? null : results.reduce((a, b) => join(a, b));
}

function isGenerator(callee: PyFunction, frame: Frame): boolean {
  return (
    frame.returns.length === 0 &&
    /\byield\b/.test(field(callee.node, 'body').text) &&
    callee.node.descendantsOfType('yield').length > 0
  );
}

function bindParameters(callee: PyFunction, call: Arguments, frame: Frame, machine: Machine): void {
  const rest = new Map(call.named);
  const gap = call.isOpen ? 'arguments that are not known' : undefined;
  let at = 0;
  let isNamedOnly = false;
  for (const parameter of parts(callee.node.childForFieldName('parameters'))) {
    const kind = parameter.type === 'typed_parameter' ? (parts(parameter)[0] ?? parameter) : parameter;
    if (kind.type === 'list_splat_pattern') {
      frame.scope.vars.set(
        kind.text.slice(1).trim(),
        new PySequence('tuple', call.positional.slice(at), gap),
      );
      isNamedOnly = true;
    } else if (kind.type === 'dictionary_splat_pattern') {
      const named = PyDict.of(rest);
      if (gap !== undefined) named.gaps.add(gap);
      frame.scope.vars.set(kind.text.slice(2).trim(), named);
    } else if (kind.type === 'keyword_separator') isNamedOnly = true;
    else if (kind.type !== 'positional_separator') {
      const name = parameter.childForFieldName('name')?.text ?? kind.text;
      const given = isNamedOnly ? undefined : call.positional[at];
      if (!isNamedOnly) at += 1;
      const value = orElse(
        given,
        orElse(rest.get(name), call.isOpen ? undefined : callee.defaults.get(name)),
      );
      rest.delete(name);
      frame.scope.vars.set(name, orElse(value, machine.unknown(`the argument ${name} of ${callee.name}`)));
    }
  }
}
