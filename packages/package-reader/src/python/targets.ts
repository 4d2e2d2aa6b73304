import type { Node } from 'web-tree-sitter';

import { shorten } from './literals.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { PyDict, PySequence, type Value } from './values.js';
import { setAttribute } from './attributes.js';
import { raiseIfGuarded } from './calls.js';
import { spend } from './effort.js';
import { join } from './join.js';
import { ownMethod } from './lineage.js';
import { rangeOf, type Slice, sliceOf } from './slices.js';
import { orElse, positional } from './arguments.js';
import { unwrapped } from './operators.js';

/** Assigns to a name, attribute, subscript, or pattern of those. */
export function bindTarget(target: Node, value: Value, frame: Frame, machine: Machine): void {
  switch (target.type) {
    case 'identifier':
      frame.scope.bind(target.text, value);
      return;
    case 'attribute':
      setAttribute(machine.evaluate(field(target, 'object'), frame), field(target, 'attribute').text, value);
      return;
    case 'subscript':
      assignItem(target, value, frame, machine);
      return;
    case 'pattern_list':
    case 'tuple_pattern':
    case 'list_pattern':
    case 'tuple':
    case 'list':
    case 'expression_list':
      unpack(parts(target), value, frame, machine);
      return;
    case 'list_splat_pattern':
    case 'parenthesized_expression':
    case 'as_pattern_target':
      for (const part of parts(target)) bindTarget(part, value, frame, machine);
      return;
    default:
      return;
  }
}

function unpack(targets: readonly Node[], value: Value, frame: Frame, machine: Machine): void {
  const found = machine.items(value);
  const items = found?.gap === undefined ? found?.items : undefined;
  const splat = targets.findIndex(({ type }) => type === 'list_splat_pattern');
  const after = splat === -1 ? 0 : targets.length - splat - 1;
  targets.forEach((target, at) => {
    const isRest = at === splat && items !== undefined;
    const item = isRest
      ? new PySequence('list', items.slice(at, items.length - after))
      : items?.[splat !== -1 && at > splat ? items.length - (targets.length - at) : at];
    const reason = items === undefined ? 'a part of a value that is not known' : 'too few values to unpack';
    bindTarget(target, orElse(item, machine.unknown(reason, target, frame)), frame, machine);
  });
}

function assignItem(target: Node, value: Value, frame: Frame, machine: Machine): void {
  const holder = machine.evaluate(field(target, 'value'), frame);
  const container = unwrapped(holder);
  const [index] = target.childrenForFieldName('subscript');
  if (index === undefined) return;
  const reason = machine.unknown(`the key ${shorten(index.text)}`, target, frame).reason;
  if (index.type === 'slice') {
    if (container instanceof PySequence)
      assignSlice(container, sliceOf(index, frame, machine), value, machine, reason);
    return;
  }
  const key = machine.evaluate(index, frame);
  const setter = ownMethod(holder, '__setitem__');
  if (setter !== undefined) machine.call(setter, positional(holder, key, value));
  else if (container instanceof PySequence) assignPlace(container, key, value, machine, reason);
  else if (container instanceof PyDict && !container.set(key, value)) container.gaps.add(reason);
}

/** `list[a:b] = items`. If that is not certain, or not followed, the list may hold either. */
function assignSlice(
  list: PySequence,
  slice: Slice | undefined,
  value: Value,
  machine: Machine,
  reason: string,
): void {
  // Read first: it may be the list itself.
  const found = machine.items(value);
  const items = found?.items ?? [];
  const isWhole = slice?.every((part) => part === undefined) === true;
  const isPlain = slice !== undefined && (slice[2] ?? 1) === 1 && (isWhole || list.gap === undefined);
  if (isPlain && found !== undefined && machine.speculation === 0) {
    const { start, stop } = rangeOf(slice, list.size);
    const after = list.items.toSpliced(start, Math.max(0, stop - start), ...items);
    spend(after.length / 8);
    list.clear();
    list.addAll(after);
    list.gap = found.gap ?? (isWhole ? undefined : list.gap);
  } else {
    list.addAll(items);
    if (!isWhole) list.gap ??= found?.gap ?? reason;
  }
}

/** `list[at] = value`. */
function assignPlace(list: PySequence, key: Value, value: Value, machine: Machine, reason: string): void {
  const { items } = list;
  const at = typeof key === 'number' ? (key < 0 ? key + items.length : key) : undefined;
  const held = at === undefined || list.gap !== undefined ? undefined : items[at];
  if (at !== undefined && held !== undefined) items[at] = machine.speculation > 0 ? join(held, value) : value;
  else if (at !== undefined && list.gap === undefined) raiseIfGuarded(machine, 'IndexError', 'no such item');
  else {
    list.add(value);
    list.gap ??= reason;
  }
}
