import type { Node } from 'web-tree-sitter';

import { field, parts, type Frame, type Machine } from './machine.js';
import { join } from './join.js';
import { ownMethod } from './lineage.js';
import { percentFormat, plainText } from './text.js';
import { SET_METHODS } from './collection-methods.js';
import { PySet, sequenceOfKind } from './collections.js';
import { spendChars } from './effort.js';
import { positional } from './arguments.js';
import { PyDict, PyFloat, PyInstance, PyPath, PySequence, type Value } from './values.js';
import { truthOf } from './value-reading.js';

/** Longest text and sequence an operator may build; beyond it the value counts as not known. */
const TEXT_MAX_CHARS = 1_000_000;
const ITEMS_MAX = 100_000;

const OVERLOADS: Record<string, string> = {
  '+': 'add',
  '%': 'mod',
  '|': 'or',
  '<<': 'lshift',
  '>>': 'rshift',
};

/** The package's own method for an operator, called; undefined when the class has none. */
export function overload(machine: Machine, name: string, left: Value, right: Value): Value | undefined {
  const method = ownMethod(left, name);
  return method && machine.call(method, positional(left, right));
}

/** `left operator= right` by the package's own in-place method; undefined when there is none. */
export function inPlace(machine: Machine, operator: string, left: Value, right: Value): Value | undefined {
  return overload(machine, `__i${OVERLOADS[operator] ?? ''}__`, left, right);
}

/** `left operator right`; also the operator of an augmented assignment. */
export function binary(machine: Machine, operator: string, left: Value, right: Value): Value | undefined {
  const overloaded = overload(machine, `__${OVERLOADS[operator] ?? ''}__`, left, right);
  if (overloaded !== undefined) return overloaded;
  const [a, b] = [unwrapped(left), unwrapped(right)];
  if (typeof a === 'string') return textOperation(machine, operator, a, b);
  if (a instanceof PySequence) return sequenceOperation(machine, operator, a, b);
  if (a instanceof PyDict && b instanceof PyDict && operator === '|') return new PyDict().merge(a).merge(b);
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
    return sequenceOfKind(a.kind, Array.from({ length: Math.max(0, b) }, () => a.items).flat(), a.gap);
  }
  if (!(b instanceof PySequence)) {
    if (operator !== '+') return undefined;
    return sequenceOfKind(a.kind, [...a.items], 'added to a sequence that is not known');
  }
  if (a.items.length + b.items.length > ITEMS_MAX) return undefined;
  if (a instanceof PySet) return setOperation(machine, operator, a, b);
  return operator === '+' ? sequenceOfKind(a.kind, [...a.items, ...b.items], b.gap ?? a.gap) : undefined;
}

const SET_OPERATORS: Record<string, string> = {
  '|': 'union',
  '&': 'intersection',
  '-': 'difference',
};

function setOperation(machine: Machine, operator: string, a: PySet, b: Value): Value | undefined {
  return SET_METHODS[SET_OPERATORS[operator] ?? '']?.(a, positional(b), machine);
}

const FLOATS: Record<string, (x: number, y: number) => number> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '/': (x, y) => x / y,
  '//': (x, y) => Math.floor(x / y),
  '%': (x, y) => x - y * Math.floor(x / y),
  '**': (x, y) => x ** y,
};

/** Powers and shifts beyond it are of no use to a node. */
const EXPONENT_MAX = 128n;

const INTEGERS: Record<string, (x: bigint, y: bigint) => bigint | undefined> = {
  '+': (x, y) => x + y,
  '-': (x, y) => x - y,
  '*': (x, y) => x * y,
  '//': (x, y) => (y === 0n ? undefined : (x - modulo(x, y)) / y),
  '%': (x, y) => (y === 0n ? undefined : modulo(x, y)),
  '**': (x, y) => (y < 0n || y > EXPONENT_MAX ? undefined : x ** y),
  '<<': (x, y) => (y < 0n || y > EXPONENT_MAX ? undefined : x << y),
  '|': (x, y) => x | y,
  '&': (x, y) => x & y,
};

/** With the sign of the divisor. */
function modulo(x: bigint, y: bigint): bigint {
  return ((x % y) + y) % y;
}

/** Integers are exact, like `2 ** 64 - 1`; none has more than 60 digits. */
function arithmetic(operator: string, a: Value, b: Value): Value | undefined {
  const [x, y] = [integer(a), integer(b)];
  if (x !== undefined && y !== undefined && operator !== '/') {
    const result = INTEGERS[operator]?.(x, y);
    if (result === undefined || String(result).length > 60) return undefined;
    const number = Number(result);
    return Number.isSafeInteger(number) ? number : result;
  }
  const [p, q] = [numeric(a), numeric(b)];
  const result = p === undefined || q === undefined ? undefined : FLOATS[operator]?.(p, q);
  return result === undefined || !Number.isFinite(result) ? undefined : new PyFloat(result);
}

function integer(value: Value): bigint | undefined {
  return typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean'
    ? BigInt(value)
    : undefined;
}

/** A number for arithmetic; undefined for other values. */
export function numeric(value: Value): number | undefined {
  if (value instanceof PyFloat) return value.value;
  return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : undefined;
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
export function logical(machine: Machine, node: Node, frame: Frame): Value | undefined {
  const isAnd = field(node, 'operator').type === 'and';
  const left = machine.evaluate(field(node, 'left'), frame);
  const decided = truthOf(left, machine);
  if (decided !== undefined) return decided === isAnd ? machine.evaluate(field(node, 'right'), frame) : left;
  machine.speculation += 1;
  try {
    const right = machine.evaluate(field(node, 'right'), frame);
    if (isAnd) return truthOf(right, machine) === false ? false : undefined;
    return join(left, right);
  } finally {
    machine.speculation -= 1;
  }
}

/** `a if condition else b`. */
export function conditional(machine: Machine, node: Node, frame: Frame): Value {
  const [whenTrue, condition, whenFalse] = parts(node);
  if (whenTrue === undefined || condition === undefined || whenFalse === undefined) return null;
  const holds = truthOf(machine.evaluate(condition, frame), machine);
  if (holds !== undefined) return machine.evaluate(holds ? whenTrue : whenFalse, frame);
  machine.speculation += 1;
  try {
    return join(machine.evaluate(whenTrue, frame), machine.evaluate(whenFalse, frame));
  } finally {
    machine.speculation -= 1;
  }
}
