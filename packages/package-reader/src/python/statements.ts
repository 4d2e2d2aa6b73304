import type { Node } from 'web-tree-sitter';

import { addItems, PySet } from './collections.js';
import { runEither } from './branches.js';
import { define } from './definitions.js';
import { importFrom, importPlain } from './imports.js';
import { shorten } from './literals.js';
import { runFor, runWhile } from './loops.js';
import { field, parts, PyRaise, type Completion, type Frame, type Machine } from './machine.js';
import { binary, inPlace, unwrapped } from './operators.js';
import { deleteTarget } from './subscripts.js';
import { bindTarget } from './targets.js';
import { runMatch } from './match-statement.js';
import { runTry } from './try-statement.js';
import { positional } from './arguments.js';
import { Bound, External, Native, PyClass, PyDict, PyInstance, PySequence, type Value } from './values.js';
import { truthOf } from './value-reading.js';

type Rule = (node: Node, frame: Frame, machine: Machine) => Completion;

const RULES: Record<string, Rule> = {
  expression_statement: expressionStatement,
  if_statement: runIf,
  for_statement: runFor,
  while_statement: runWhile,
  try_statement: runTry,
  with_statement: runWith,
  match_statement: runMatch,
  function_definition: define,
  class_definition: define,
  decorated_definition: define,
  import_statement: importPlain,
  import_from_statement: importFrom,
  return_statement: (node, frame, machine) => {
    const [value] = parts(node);
    return { kind: 'return', value: value === undefined ? null : machine.evaluate(value, frame) };
  },
  raise_statement: raise,
  break_statement: () => ({ kind: 'break' }),
  continue_statement: () => ({ kind: 'continue' }),
  global_statement: (node, frame) => {
    for (const name of parts(node)) frame.scope.globals.add(name.text);
    return undefined;
  },
  nonlocal_statement: (node, frame) => {
    for (const name of parts(node)) frame.scope.nonlocals.add(name.text);
    return undefined;
  },
  delete_statement: (node, frame, machine) => {
    for (const target of parts(node)) deleteTarget(target, frame, machine);
    return undefined;
  },
};

/** Runs one statement; kinds without a relevant effect are skipped. */
export function executeStatement(node: Node, frame: Frame, machine: Machine): Completion {
  return RULES[node.type]?.(node, frame, machine);
}

function expressionStatement(node: Node, frame: Frame, machine: Machine): Completion {
  for (const expression of parts(node)) {
    if (expression.type === 'assignment') assign(expression, frame, machine);
    else if (expression.type === 'augmented_assignment') augment(expression, frame, machine);
    else if (expression.type !== 'string') machine.evaluate(expression, frame);
  }
  return undefined;
}

function assign(node: Node, frame: Frame, machine: Machine): Value {
  const right = node.childForFieldName('right');
  if (right === null) return null;
  const value = right.type === 'assignment' ? assign(right, frame, machine) : machine.evaluate(right, frame);
  bindTarget(field(node, 'left'), value, frame, machine);
  return value;
}

function augment(node: Node, frame: Frame, machine: Machine): void {
  const target = field(node, 'left');
  const operator = field(node, 'operator').type.slice(0, -1);
  const held = machine.evaluate(target, frame);
  const left = unwrapped(held);
  const right = machine.evaluate(field(node, 'right'), frame);
  const unknown = () => machine.unknown(shorten(node.text), node, frame);
  const own = inPlace(machine, operator, held, right);
  if (own !== undefined) bindTarget(target, own, frame, machine);
  else if (left instanceof PySet && operator !== '|' && operator !== '+') {
    const made = binary(machine, operator, left, right);
    if (!(made instanceof PySet)) left.gap = unknown().reason;
    else if (machine.speculation === 0) {
      left.clear();
      left.addAll(made.items);
    }
  } else if (left instanceof PyDict && operator === '|') {
    const source = unwrapped(right);
    if (source instanceof PyDict) left.merge(source);
    else left.gaps.add(unknown().reason);
  } else if (left instanceof PySequence && left.kind !== 'tuple' && (operator === '+' || operator === '|')) {
    addItems(left, right, machine, unknown().reason);
  } else bindTarget(target, binary(machine, operator, left, right) ?? unknown(), frame, machine);
}

function runIf(node: Node, frame: Frame, machine: Machine): Completion {
  const clauses = [node, ...node.childrenForFieldName('alternative')];
  const open: (Node | undefined)[] = [];
  for (const clause of clauses) {
    if (clause.type === 'else_clause') return finishIf(open, field(clause, 'body'), frame, machine);
    const holds = truthOf(machine.evaluate(field(clause, 'condition'), frame), machine);
    const body = field(clause, 'consequence');
    if (holds === true) return finishIf(open, body, frame, machine);
    if (holds === undefined) open.push(body);
  }
  return finishIf(open, undefined, frame, machine);
}

function finishIf(
  open: readonly (Node | undefined)[],
  last: Node | undefined,
  frame: Frame,
  machine: Machine,
): Completion {
  if (open.length > 0) return runEither([...open, last], frame, machine);
  return last === undefined ? undefined : machine.execute(last, frame);
}

function runWith(node: Node, frame: Frame, machine: Machine): Completion {
  const clause = parts(node).filter(({ type }) => type === 'with_clause');
  const managers = clause.flatMap((items) => parts(items)).map((item) => enter(item, frame, machine));
  const isSuppressed = clause.some(({ text }) => /\bsuppress\s*\(/.test(text));
  const { isGuarded } = machine;
  machine.isGuarded = isGuarded || isSuppressed;
  try {
    return machine.execute(field(node, 'body'), frame);
  } catch (error) {
    if (isSuppressed && error instanceof PyRaise) return undefined;
    throw error;
  } finally {
    machine.isGuarded = isGuarded;
    for (const manager of managers.toReversed()) leave(manager, machine);
  }
}

/** Evaluates one context manager, enters it, and binds its value. */
function enter(item: Node, frame: Frame, machine: Machine): Value {
  const [inner] = parts(item);
  const [value, target] = inner?.type === 'as_pattern' ? parts(inner) : [inner, undefined];
  const manager = value === undefined ? null : machine.evaluate(value, frame);
  const method = manager instanceof PyInstance ? machine.attribute(manager, '__enter__') : undefined;
  // A generator is the context manager that `contextlib` makes of it.
  const yielded = manager instanceof PySequence && manager.isIterator ? manager.items[0] : undefined;
  const given =
    method instanceof Bound || method instanceof Native
      ? machine.call(method, positional())
      : (yielded ?? manager);
  if (target !== undefined) bindTarget(target, given, frame, machine);
  return manager;
}

function leave(manager: Value, machine: Machine): void {
  const method = manager instanceof PyInstance ? machine.attribute(manager, '__exit__') : undefined;
  if (method instanceof Bound) machine.call(method, positional(null, null, null));
}

function raise(node: Node, frame: Frame, machine: Machine): Completion {
  const [raised] = parts(node);
  const value = raised === undefined ? null : machine.evaluate(raised, frame);
  const type =
    value instanceof External
      ? (value.path.split('.').at(-1) ?? '')
      : value instanceof PyInstance && value.type instanceof PyClass
        ? value.type.name
        : (/^raise\s+(?:\w+\.)*(\w+(?:Error|Exit|Iteration))\b/.exec(node.text)?.[1] ?? 'Exception');
  throw new PyRaise(type, shorten(node.text));
}
