import type { Node } from 'web-tree-sitter';

import { field, parts, PyRaise, type Frame, type Machine } from './machine.js';
import { isRow } from './records.js';
import { positional } from './arguments.js';
import { removeKey, sequenceOfKind } from './collections.js';
import { deleteAttribute } from './attributes.js';
import { spend } from './effort.js';
import { shorten } from './literals.js';
import { overload, unwrapped } from './operators.js';
import { placesOf, sliceOf } from './slices.js';
import { External, PyClass, PyDict, PyInstance, PySequence, type Value } from './values.js';
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
    // `Generic[T]` and the like mean the class itself; on an enumeration it is the member.
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
  const slice = sliceOf(node, frame, machine);
  if (slice === undefined) return undefined;
  const take = <T>(items: readonly T[]): T[] =>
    placesOf(slice, items.length).flatMap((at) => items.slice(at, at + 1));
  if (typeof value === 'string') return take([...value]).join('');
  if (!(value instanceof PySequence)) return undefined;
  return sequenceOfKind(value.kind, take(value.items), value.gap);
}

/** Removes what `del` names, if that is certain. */
export function deleteTarget(node: Node, frame: Frame, machine: Machine): void {
  if (machine.speculation > 0) return;
  if (node.type === 'identifier') frame.scope.unbind(node.text);
  else if (node.type === 'attribute')
    deleteAttribute(machine.evaluate(field(node, 'object'), frame), field(node, 'attribute').text);
  else if (node.type === 'subscript') deleteItem(node, frame, machine);
  else for (const part of parts(node)) deleteTarget(part, frame, machine);
}

function deleteItem(node: Node, frame: Frame, machine: Machine): void {
  const holder = machine.evaluate(field(node, 'value'), frame);
  const container = unwrapped(holder);
  const [index] = node.childrenForFieldName('subscript');
  if (index === undefined) return;
  const reason = machine.unknown(`what ${shorten(node.text)} takes away`, node, frame).reason;
  if (index.type === 'slice') {
    const slice = sliceOf(index, frame, machine);
    if (container instanceof PySequence)
      deletePlaces(container, slice && placesOf(slice, container.size), reason);
    return;
  }
  const key = machine.evaluate(index, frame);
  if (overload(machine, '__delitem__', holder, key) !== undefined) return;
  if (container instanceof PySequence)
    deletePlaces(
      container,
      typeof key === 'number' ? [key < 0 ? key + container.size : key] : undefined,
      reason,
    );
  else if (container instanceof PyDict && !removeKey(container, key)) container.gaps.add(reason);
}

/** Removes items from a list, or marks that some may be missing. */
function deletePlaces(list: PySequence, places: readonly number[] | undefined, reason: string): void {
  if (places === undefined || list.gap !== undefined) {
    list.gap ??= reason;
    return;
  }
  const gone = new Set(places);
  const kept = list.items.filter((_, at) => !gone.has(at));
  spend(list.size / 8);
  list.clear();
  list.addAll(kept);
}
