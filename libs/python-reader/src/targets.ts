import type { Node } from 'web-tree-sitter';

import { shorten } from './literals.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { PyDict, PyInstance, PySequence, type Value } from './values.js';
import { setAttribute } from './attributes.js';

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
    if (items === undefined)
      bindTarget(
        target,
        machine.unknown('a part of a value that is not known', target, frame),
        frame,
        machine,
      );
    else if (at === splat)
      bindTarget(target, new PySequence('list', items.slice(at, items.length - after)), frame, machine);
    else {
      const item = items[splat !== -1 && at > splat ? items.length - (targets.length - at) : at];
      bindTarget(
        target,
        item === undefined ? machine.unknown('too few values to unpack', target, frame) : item,
        frame,
        machine,
      );
    }
  });
}

/** `list[:] = values`. */
function replaceItems(container: Value, value: Value, machine: Machine): void {
  const found = machine.items(value);
  if (!(container instanceof PySequence) || found === undefined) return;
  if (machine.speculation === 0) container.clear();
  container.addAll(found.items);
  if (found.gap !== undefined) container.gap = found.gap;
}

function assignItem(target: Node, value: Value, frame: Frame, machine: Machine): void {
  const holder = machine.evaluate(field(target, 'value'), frame);
  const container = holder instanceof PyInstance && holder.payload !== undefined ? holder.payload : holder;
  const [index] = target.childrenForFieldName('subscript');
  if (index === undefined) return;
  if (index.type === 'slice') {
    if (index.text.trim() === ':') replaceItems(container, value, machine);
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
    if (setter !== undefined)
      machine.call(setter, { positional: [key, value], named: new Map(), isOpen: false });
  }
}
