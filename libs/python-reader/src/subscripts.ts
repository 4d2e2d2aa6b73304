import type { Node } from 'web-tree-sitter';

import { field, parts, PyRaise, type Frame, type Machine } from './machine.js';
import { isRow } from './records.js';
import { positional } from './arguments.js';
import { sequenceOfKind } from './collections.js';
import { unwrapped } from './operators.js';
import { External, keyOf, PyClass, PyDict, PyInstance, PySequence, type Value } from './values.js';
import { plainText } from './text.js';

/** `value[index]`, `value[a:b:c]`. */
export function subscript(node: Node, frame: Frame, machine: Machine): Value | undefined {
  const holder = machine.evaluate(field(node, 'value'), frame);
  const indexes = node.childrenForFieldName('subscript').filter(({ type }) => type !== 'comment');
  const [first] = indexes;
  if (first === undefined) return null;
  const value = unwrapped(holder);
  if (first.type === 'slice') return sliced(value, first, frame, machine);
  const keys = indexes.map((index) => machine.evaluate(index, frame));
  const key = keys.length === 1 ? (keys[0] ?? null) : new PySequence('tuple', keys);
  return item(holder, value, key, machine);
}

function item(holder: Value, value: Value, key: Value, machine: Machine): Value | undefined {
  if (value instanceof PyDict) return dictItem(value, key, machine);
  if (value instanceof External) return value.path === 'sys.version_info' && key === 0 ? 3 : value;
  if (typeof key === 'number') {
    const at = (length: number) => (key < 0 ? key + length : key);
    if (typeof value === 'string') return [...value][at([...value].length)];
    if (value instanceof PySequence && value.gap === undefined) return value.items[at(value.items.length)];
    const record = holder instanceof PyInstance && isRow(holder) ? machine.items(holder)?.items : undefined;
    if (record !== undefined) return record[at(record.length)];
  }
  if (holder instanceof PyClass) {
    const member = typeof key === 'string' ? holder.attributes.get(key) : undefined;
    // `Generic[T]` and the like stand for the class itself; on an enumeration it is the member.
    return member instanceof PyInstance ? member : holder;
  }
  const getter = holder instanceof PyInstance ? machine.attribute(holder, '__getitem__') : undefined;
  return getter === undefined ? undefined : machine.call(getter, positional(key));
}

function dictItem(dict: PyDict, key: Value, machine: Machine): Value | undefined {
  const found = dict.get(key);
  if (found !== undefined) return found;
  if (dict.factory !== undefined) {
    const made = machine.call(dict.factory, positional());
    dict.set(key, made);
    return made;
  }
  if (dict.fallback !== undefined) return dict.fallback;
  if (dict.gaps.size === 0 && plainText(key) !== undefined && machine.isGuarded)
    throw new PyRaise('KeyError', 'no such key');
  return undefined;
}

function sliced(value: Value, node: Node, frame: Frame, machine: Machine): Value | undefined {
  const bounds: (number | undefined)[] = [undefined, undefined, undefined];
  let at = 0;
  for (const child of node.children) {
    if (child.type === ':') at += 1;
    else if (child.isNamed && child.type !== 'comment') {
      const bound = machine.evaluate(child, frame);
      if (typeof bound !== 'number' && bound !== null) return undefined;
      if (bound !== null) bounds[at] = bound;
    }
  }
  const [start, stop, step] = bounds;
  const isWhole = start === undefined && stop === undefined;
  if (step !== undefined && step < 1 && !(step === -1 && isWhole)) return undefined;
  const take = <T>(items: readonly T[]): T[] =>
    step === -1 ? items.toReversed() : items.slice(start, stop).filter((_, at) => at % (step ?? 1) === 0);
  if (typeof value === 'string') return take([...value]).join('');
  if (!(value instanceof PySequence)) return undefined;
  return sequenceOfKind(value.kind, take(value.items), value.gap);
}

/** Removes `value[index]` for `del`; nothing is removed where it is not certain. */
export function deleteTarget(node: Node, frame: Frame, machine: Machine): void {
  if (machine.speculation > 0) return;
  if (node.type === 'identifier') frame.scope.unbind(node.text);
  else if (node.type === 'subscript') {
    const holder = machine.evaluate(field(node, 'value'), frame);
    const [index] = node.childrenForFieldName('subscript');
    if (holder instanceof PyDict && index !== undefined) removeKey(holder, machine.evaluate(index, frame));
  } else for (const part of parts(node)) deleteTarget(part, frame, machine);
}

/** Takes a key out of a dict. */
export function removeKey(dict: PyDict, key: Value): void {
  const id = keyOf(key);
  if (id !== undefined) dict.entries.delete(id);
}
