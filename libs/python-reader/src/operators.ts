import type { Node } from 'web-tree-sitter';

import { field, parts, type Frame, type Machine } from './machine.js';
import { join } from './join.js';
import { shorten } from './literals.js';
import { percentFormat, plainText } from './text.js';
import { SET_METHODS } from './collection-methods.js';
import { PySet, sequenceOfKind } from './collections.js';
import { spend, spendChars } from './effort.js';
import { positional } from './arguments.js';
import { Bound, PyDict, PyFloat, PyFunction, PyInstance, PyPath, PySequence, type Value } from './values.js';
import { truth } from './value-reading.js';

/** Longest text and sequence an operator may build; beyond it the value counts as not known. */
const TEXT_MAX_CHARS = 1_000_000;
const ITEMS_MAX = 100_000;

const OVERLOADS: Record<string, string> = {
  '+': 'add',
  '|': 'or',
  '-': 'sub',
  '&': 'and',
  '%': 'mod',
  '/': 'truediv',
  '<<': 'lshift',
  '>>': 'rshift',
};

/** The package's own method for an operator, called; undefined when the class has none. */
function overload(machine: Machine, name: string, left: PyInstance, right: Value): Value | undefined {
  const method = machine.attribute(left, name);
  return method instanceof Bound && method.callee instanceof PyFunction
    ? machine.call(method, positional(right))
    : undefined;
}

/** `left operator= right` by the package's own in-place method; undefined when there is none. */
export function inPlace(machine: Machine, operator: string, left: Value, right: Value): Value | undefined {
  return left instanceof PyInstance
    ? overload(machine, `__i${OVERLOADS[operator] ?? ''}__`, left, right)
    : undefined;
}

/** `left operator right`; also the operator of an augmented assignment. */
export function binary(machine: Machine, operator: string, left: Value, right: Value): Value | undefined {
  const overloaded =
    left instanceof PyInstance
      ? overload(machine, `__${OVERLOADS[operator] ?? ''}__`, left, right)
      : undefined;
  if (overloaded !== undefined) return overloaded;
  const [a, b] = [unwrapped(left), unwrapped(right)];
  if (typeof a === 'string') return textOperation(machine, operator, a, b);
  if (a instanceof PySequence) return sequenceOperation(machine, operator, a, b);
  if (a instanceof PyDict && b instanceof PyDict && operator === '|') return merged(a, b);
  if (operator === '/' && (a instanceof PyPath || b instanceof PyPath)) {
    const [base, child] = [plainText(a), plainText(b)];
    if (base === undefined || child === undefined) return undefined;
    return new PyPath(child.startsWith('/') ? child : `${base}/${child}`.replace(/\/\.(?=\/|$)/g, ''));
  }
  if (operator === '*' && typeof b === 'string') return textOperation(machine, '*', b, a);
  if (operator === '*' && b instanceof PySequence) return sequenceOperation(machine, '*', b, a);
  return arithmetic(operator, a, b);
}

/** The built-in part of an instance, or the value itself. */
export function unwrapped(value: Value): Value {
  return value instanceof PyInstance && value.payload !== undefined ? value.payload : value;
}

function textOperation(machine: Machine, operator: string, a: string, b: Value): Value | undefined {
  if (operator === '+' && typeof b === 'string')
    return a.length + b.length > TEXT_MAX_CHARS ? undefined : a + b;
  if (operator === '*' && typeof b === 'number') {
    if (a.length * b > TEXT_MAX_CHARS) return undefined;
    spendChars(a.length * Math.max(0, b));
    return a.repeat(Math.max(0, b));
  }
  if (operator !== '%') return undefined;
  if (b instanceof PyDict) return percentFormat(a, [], (name) => b.get(name));
  return percentFormat(a, b instanceof PySequence && b.kind === 'tuple' ? b.items : [b]);
}

function sequenceOperation(machine: Machine, operator: string, a: PySequence, b: Value): Value | undefined {
  if (operator === '*' && typeof b === 'number') {
    if (a.items.length * b > ITEMS_MAX) return undefined;
    return sequenceOf(a, Array.from({ length: Math.max(0, b) }, () => a.items).flat());
  }
  if (!(b instanceof PySequence)) {
    if (operator !== '+') return undefined;
    const open = sequenceOf(a, [...a.items]);
    open.gap = 'added to a sequence that is not known';
    return open;
  }
  if (a.items.length + b.items.length > ITEMS_MAX) return undefined;
  if (a instanceof PySet) return setOperation(machine, operator, a, b);
  return operator === '+' ? sequenceOf(a, [...a.items, ...b.items], b.gap) : undefined;
}

const SET_OPERATORS: Record<string, string> = {
  '|': 'union',
  '&': 'intersection',
  '-': 'difference',
};

function setOperation(machine: Machine, operator: string, a: PySet, b: Value): Value | undefined {
  return SET_METHODS[SET_OPERATORS[operator] ?? '']?.(a, positional(b), machine);
}

function sequenceOf(model: PySequence, items: Value[], gap = model.gap): PySequence {
  spend(items.length / 8);
  const made = sequenceOfKind(model.kind, items);
  if (gap !== undefined) made.gap = gap;
  return made;
}

function merged(a: PyDict, b: PyDict): PyDict {
  const both = new PyDict();
  both.merge(a);
  both.merge(b);
  return both;
}

/** Exact results beyond 2^53, such as `2 ** 64 - 1`; bounded so that no power explodes. */
function wideArithmetic(operator: string, a: Value, b: Value): Value | undefined {
  if ((typeof a !== 'bigint' && typeof a !== 'number') || (typeof b !== 'bigint' && typeof b !== 'number'))
    return undefined;
  if (!['+', '-', '*', '**', '<<'].includes(operator)) return undefined;
  const [x, y] = [BigInt(a), BigInt(b)];
  if ((operator === '**' || operator === '<<') && (y < 0n || y > 128n || x > 1_000n)) return undefined;
  const result =
    operator === '+'
      ? x + y
      : operator === '-'
        ? x - y
        : operator === '*'
          ? x * y
          : operator === '**'
            ? x ** y
            : x << y;
  if (result > BigInt(Number.MAX_SAFE_INTEGER) || result < BigInt(Number.MIN_SAFE_INTEGER))
    return String(result).length > 60 ? undefined : result;
  return Number(result);
}

function arithmetic(operator: string, a: Value, b: Value): Value | undefined {
  if (typeof a === 'bigint' || typeof b === 'bigint') return wideArithmetic(operator, a, b);
  const [x, y] = [numeric(a), numeric(b)];
  if (x === undefined || y === undefined) return undefined;
  const isFloat = a instanceof PyFloat || b instanceof PyFloat || operator === '/';
  const result = calculate(operator, x, y);
  if (result === undefined || !Number.isFinite(result)) return undefined;
  if (!isFloat && !Number.isSafeInteger(result)) return wideArithmetic(operator, a, b);
  return isFloat ? new PyFloat(result) : result;
}

/** A number for arithmetic; undefined for other values. */
export function numeric(value: Value): number | undefined {
  if (value instanceof PyFloat) return value.value;
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : undefined;
}

function calculate(operator: string, x: number, y: number): number | undefined {
  switch (operator) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
      return y === 0 ? undefined : x / y;
    case '//':
      return y === 0 ? undefined : Math.floor(x / y);
    case '%':
      return y === 0 ? undefined : x - y * Math.floor(x / y);
    case '**':
      return x ** y;
    case '<<':
      return x * 2 ** y;
    case '|':
      return isWord(x) && isWord(y) ? x | y : undefined;
    case '&':
      return isWord(x) && isWord(y) ? x & y : undefined;
    default:
      return undefined;
  }
}

function isWord(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

/** `-x`, `+x`, `~x`. */
export function unary(operator: string, value: Value): Value | undefined {
  if (typeof value === 'bigint') return operator === '-' ? -value : undefined;
  const number = numeric(value);
  if (number === undefined || operator === '~') return undefined;
  const result = operator === '-' ? -number : number;
  return value instanceof PyFloat ? new PyFloat(result) : result;
}

/** `and` and `or`, with the value of the deciding operand. */
export function logical(machine: Machine, node: Node, frame: Frame): Value {
  const isAnd = field(node, 'operator').type === 'and';
  const left = machine.evaluate(field(node, 'left'), frame);
  const decided = truth(left);
  if (decided !== undefined) return decided === isAnd ? machine.evaluate(field(node, 'right'), frame) : left;
  machine.speculation += 1;
  try {
    const right = machine.evaluate(field(node, 'right'), frame);
    if (isAnd) return truth(right) === false ? false : machine.unknown(shorten(node.text), node, frame);
    return join(left, right);
  } finally {
    machine.speculation -= 1;
  }
}

/** `a if condition else b`. */
export function conditional(machine: Machine, node: Node, frame: Frame): Value {
  const [whenTrue, condition, whenFalse] = parts(node);
  if (whenTrue === undefined || condition === undefined || whenFalse === undefined) return null;
  const holds = truth(machine.evaluate(condition, frame));
  if (holds !== undefined) return machine.evaluate(holds ? whenTrue : whenFalse, frame);
  machine.speculation += 1;
  try {
    return join(machine.evaluate(whenTrue, frame), machine.evaluate(whenFalse, frame));
  } finally {
    machine.speculation -= 1;
  }
}
