import type { Node } from 'web-tree-sitter';

import { PySet } from './collections.js';
import { mayHold } from './container-methods.js';
import { spend, spendSearch } from './effort.js';
import type { Frame, Machine } from './machine.js';
import { numeric, overload, unwrapped } from './operators.js';
import { External, PyDict, PyInstance, PySequence, Unknown, type Value } from './values.js';
import { anyOf, equal, textOf, truthOf } from './value-reading.js';

/** `a < b <= c` and the like; undefined when a link is not known and none is false. */
export function compare(machine: Machine, node: Node, frame: Frame): boolean | undefined {
  let left: Value | undefined;
  let operator = '';
  let isKnown = true;
  for (const child of node.children) {
    if (child.type === 'comment') continue;
    if (!child.isNamed) {
      operator = operator === '' ? child.type : `${operator} ${child.type}`;
      continue;
    }
    const right = machine.evaluate(child, frame);
    if (left !== undefined) {
      const holds = relation(machine, operator, left, right);
      if (holds === false) return false;
      if (holds === undefined) isKnown = false;
    }
    left = right;
    operator = '';
  }
  return isKnown ? true : undefined;
}

function relation(machine: Machine, operator: string, a: Value, b: Value): boolean | undefined {
  switch (operator) {
    case '==':
      return same(machine, a, b);
    case '!=':
    case '<>': {
      const own = compared(machine, '__ne__', a, b);
      return own === undefined ? negated(same(machine, a, b)) : truthOf(own, machine);
    }
    case 'is':
      return identical(a, b);
    case 'is not':
      return negated(identical(a, b));
    case 'in':
      return contains(machine, b, a);
    case 'not in':
      return negated(contains(machine, b, a));
    default:
      return versionOrder(operator, a, b) ?? ordered(operator, a, b);
  }
}

/** `==`, by the package's own method if there is one. */
function same(machine: Machine, a: Value, b: Value): boolean | undefined {
  const own = compared(machine, '__eq__', a, b);
  return own === undefined ? equal(a, b) : truthOf(own, machine);
}

/** The result of the package's own method of one of the two; the left operand is asked first if it is an object of the package. */
function compared(machine: Machine, name: string, a: Value, b: Value): Value | undefined {
  const [first, second] = a instanceof PyInstance ? [a, b] : [b, a];
  return overload(machine, name, first, second) ?? overload(machine, name, second, first);
}

/** `not`, also for an unknown value. */
export function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function identical(a: Value, b: Value): boolean | undefined {
  if (a === b) return true;
  const isOpen = [a, b].some((one) => one instanceof Unknown || one instanceof External);
  // None and objects of the package are what they are even when their parts are only partly known.
  const isApart = [a, b].some((one) => one === null || one instanceof PyInstance);
  return isApart ? (isOpen ? undefined : false) : equal(a, b);
}

function contains(machine: Machine, container: Value, item: Value): boolean | undefined {
  const own = overload(machine, '__contains__', container, item);
  if (own !== undefined) return truthOf(own, machine);
  const [inside, outer] = [textOf(item), unwrapped(container)];
  if (typeof outer === 'string') {
    if (inside === undefined) return undefined;
    spendSearch(outer, inside);
    return outer.includes(inside);
  }
  if (outer instanceof PyDict) {
    if (outer.get(item) !== undefined) return true;
    return mayHold(outer, item) ? undefined : false;
  }
  if (outer instanceof PySet) return outer.has(item);
  const found = machine.items(outer);
  if (found === undefined) return undefined;
  spend(found.items.length / 4);
  const matches = found.items.map((other) => other === item || same(machine, other, item));
  return anyOf(found.gap === undefined ? matches : [...matches, undefined]);
}

/** The oldest Python that the host runs on. */
const OLDEST_PYTHON = [3, 9];

/** `sys.version_info` compared with a version that every Python of the host has reached. */
function versionOrder(operator: string, a: Value, b: Value): boolean | undefined {
  if (!(a instanceof External) || a.path !== 'sys.version_info' || !(b instanceof PySequence))
    return undefined;
  const [major, minor] = b.items.map((part) => (typeof part === 'number' ? part : Infinity));
  const isReached =
    (major ?? 0) * 100 + (minor ?? 0) <= (OLDEST_PYTHON[0] ?? 0) * 100 + (OLDEST_PYTHON[1] ?? 0);
  return isReached ? operator.startsWith('>') : undefined;
}

function ordered(operator: string, a: Value, b: Value): boolean | undefined {
  const [x, y] = [numeric(a) ?? textOf(a), numeric(b) ?? textOf(b)];
  if (x === undefined || y === undefined || typeof x !== typeof y) return undefined;
  if (typeof x === 'string') spend(x.length / 100);
  const order = x < y ? -1 : x > y ? 1 : 0;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  if (operator === '>') return order > 0;
  return operator === '>=' ? order >= 0 : undefined;
}
