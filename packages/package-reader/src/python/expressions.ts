import type { Node } from 'web-tree-sitter';

import { callExpression } from './call-expression.js';
import { isBuiltinName } from './builtin-names.js';
import { raiseIfAbsent, raiseIfGuarded } from './calls.js';
import { addItems, sequenceOfKind } from './collections.js';
import { comprehension } from './comprehensions.js';
import { mappingOf } from './container-methods.js';
import { makeFunction, parameterDefaults } from './functions.js';
import { numberValue, shorten, stringValue } from './literals.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { compare, negated } from './comparisons.js';
import { binary, conditional, logical, unary } from './operators.js';
import { subscript } from './subscripts.js';
import { orElse } from './arguments.js';
import { PyDict, type PySequence, type Value } from './values.js';
import { textOf, truthOf } from './value-reading.js';

/** The value of an expression; undefined when only running the code can show it. */
type Rule = (node: Node, frame: Frame, machine: Machine) => Value | undefined;

const inner: Rule = (node, frame, machine) => {
  const [only] = parts(node);
  return only === undefined ? null : machine.evaluate(only, frame);
};

const RULES: Record<string, Rule> = {
  string: stringValue,
  concatenated_string: concatenated,
  integer: numberValue,
  float: numberValue,
  true: () => true,
  false: () => false,
  none: () => null,
  ellipsis: () => null,
  tuple: (node, frame, machine) => sequence('tuple', node, frame, machine),
  expression_list: (node, frame, machine) => sequence('tuple', node, frame, machine),
  pattern_list: (node, frame, machine) => sequence('tuple', node, frame, machine),
  list: (node, frame, machine) => sequence('list', node, frame, machine),
  set: (node, frame, machine) => sequence('set', node, frame, machine),
  dictionary,
  parenthesized_expression: inner,
  list_splat: inner,
  list_splat_pattern: inner,
  await: inner,
  type: inner,
  keyword_argument: (node, frame, machine) => machine.evaluate(field(node, 'value'), frame),
  identifier,
  attribute,
  subscript,
  call: callExpression,
  lambda: (node, frame, machine) =>
    makeFunction('<lambda>', node, frame, parameterDefaults(node, frame, machine)),
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
  not_operator: (node, frame, machine) =>
    negated(truthOf(machine.evaluate(field(node, 'argument'), frame), machine)),
  unary_operator: (node, frame, machine) =>
    unary(field(node, 'operator').type, machine.evaluate(field(node, 'argument'), frame)),
  binary_operator: (node, frame, machine) => {
    const left = machine.evaluate(field(node, 'left'), frame);
    return binary(machine, field(node, 'operator').type, left, machine.evaluate(field(node, 'right'), frame));
  },
  boolean_operator: (node, frame, machine) => logical(machine, node, frame),
  comparison_operator: (node, frame, machine) => compare(machine, node, frame),
  conditional_expression: (node, frame, machine) => conditional(machine, node, frame),
  named_expression: (node, frame, machine) => {
    const value = machine.evaluate(field(node, 'value'), frame);
    frame.scope.around().bind(field(node, 'name').text, value);
    return value;
  },
  yield: yielded,
};

/** The value of an expression; an `Unknown` with its reason for what only running the code can show. */
export function evaluateExpression(node: Node, frame: Frame, machine: Machine): Value {
  const value = RULES[node.type]?.(node, frame, machine);
  return value === undefined ? machine.unknown(shorten(node.text), node, frame) : value;
}

function concatenated(node: Node, frame: Frame, machine: Machine): Value {
  let text = '';
  for (const part of parts(node)) {
    const value = machine.evaluate(part, frame);
    if (typeof value !== 'string') return value;
    text += value;
  }
  return text;
}

/** The first part of an expression, by the kind of the expression. */
const HEADS: Record<string, string> = {
  call: 'function',
  attribute: 'object',
  subscript: 'value',
  binary_operator: 'left',
  boolean_operator: 'left',
};

/** Whether an item has a `*` before it. The grammar puts that of a first item, as in `[*a.b]`, inside around `a` alone. */
function isSplat(item: Node): boolean {
  if (item.type === 'list_splat' || item.type === 'list_splat_pattern') return true;
  const head = HEADS[item.type];
  const start = head === undefined ? null : item.childForFieldName(head);
  return start !== null && isSplat(start);
}

function sequence(kind: PySequence['kind'], node: Node, frame: Frame, machine: Machine): Value {
  const made = sequenceOfKind(kind, []);
  for (const part of parts(node)) {
    const value = machine.evaluate(part, frame);
    if (!isSplat(part)) made.add(value);
    else addItems(made, value, machine, machine.unknown(shorten(part.text), part, frame).reason);
  }
  return made;
}

function dictionary(node: Node, frame: Frame, machine: Machine): Value {
  const dict = new PyDict();
  for (const part of parts(node)) {
    if (part.type === 'pair') {
      const key = machine.evaluate(field(part, 'key'), frame);
      const value = machine.evaluate(field(part, 'value'), frame);
      if (!dict.set(key, value))
        dict.gaps.add(machine.unknown(`the key ${shorten(field(part, 'key').text)}`, part, frame).reason);
    } else if (part.type === 'dictionary_splat') {
      const [spread] = parts(part);
      const value = spread === undefined ? null : machine.evaluate(spread, frame);
      const source = mappingOf(value, machine);
      if (source !== undefined) dict.merge(source);
      else dict.gaps.add(machine.unknown(shorten(part.text), part, frame).reason);
    }
  }
  return dict;
}

function identifier(node: Node, frame: Frame, machine: Machine): Value {
  const value = frame.scope.lookup(node.text);
  if (value !== undefined) return value;
  raiseIfUnbound(node.text, frame, machine);
  const builtin = machine.builtin(node.text);
  if (builtin !== undefined) return builtin;
  const flaw = isBuiltinName(node.text) ? 'is not followed' : 'is not bound';
  return machine.unknown(`the name ${shorten(node.text)} ${flaw}`, node, frame);
}

/** At module level a name is certainly missing, unless another package's `import *` may have brought it. */
function raiseIfUnbound(name: string, frame: Frame, machine: Machine): void {
  const isCertain = frame.scope.kind === 'module' && !frame.scope.hasForeignNames && !isBuiltinName(name);
  if (isCertain) raiseIfGuarded(machine, 'NameError', name);
}

function attribute(node: Node, frame: Frame, machine: Machine): Value {
  const target = machine.evaluate(field(node, 'object'), frame);
  const name = field(node, 'attribute').text;
  const value = machine.attribute(target, name);
  if (value === undefined) raiseIfAbsent(machine, target, name);
  return orElse(value, machine.unknown(`${shorten(node.text)} is not set`, node, frame));
}

function yielded(node: Node, frame: Frame, machine: Machine): Value {
  const [first] = parts(node);
  const value = first === undefined ? null : machine.evaluate(first, frame);
  const isFrom = node.children.some((child) => child.type === 'from');
  if (isFrom) frame.yields.push(...(machine.items(value)?.items ?? []));
  else frame.yields.push(value);
  return machine.unknown(`the answer to ${textOf(node.text) ?? 'yield'}`, node, frame);
}
