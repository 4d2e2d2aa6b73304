import type { Node } from 'web-tree-sitter';

import { PySet } from './collections.js';
import { mayHold } from './container-methods.js';
import { spend, spendSearch } from './effort.js';
import type { Frame, Machine } from './machine.js';
import { numeric, unwrapped } from './operators.js';
import { External, PyDict, PySequence, type Value } from './values.js';
import { anyOf, equal, textOf, truth } from './value-reading.js';

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
      return equal(a, b);
    case '!=':
    case '<>':
      return negated(equal(a, b));
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

/** `not`, of what may be not known. */
export function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function identical(a: Value, b: Value): boolean | undefined {
  if (a === b) return true;
  // None differs from every container and class even when those are only partly known.
  if (a === null || b === null) return truth(a) === undefined && truth(b) === false ? undefined : equal(a, b);
  return equal(a, b);
}

function contains(machine: Machine, container: Value, item: Value): boolean | undefined {
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
  const matches = found.items.map((other) => equal(other, item));
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
