import type { Node } from 'web-tree-sitter';

import { shorten } from './literals.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { PyDict, PyInstance, PySequence, type Value } from './values.js';
import { setAttribute } from './attributes.js';
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
  if (index.type === 'slice') {
    if (index.text.trim() !== ':' || !(container instanceof PySequence)) return;
    // Read first: it may be the container itself.
    const found = machine.items(value);
    if (found === undefined) return;
    if (machine.speculation === 0) container.clear();
    container.addAll(found.items);
    container.gap = found.gap ?? container.gap;
    return;
  }
  const key = machine.evaluate(index, frame);
  if (container instanceof PyDict) {
    if (!container.set(key, value))
      container.gaps.add(machine.unknown(`the key ${shorten(index.text)}`, target, frame).reason);
  } else if (container instanceof PySequence && typeof key === 'number') {
    container.items[key < 0 ? key + container.items.length : key] = value;
  } else if (holder instanceof PyInstance) {
    const setter = machine.attribute(holder, '__setitem__');
    if (setter !== undefined) machine.call(setter, positional(key, value));
  }
}
