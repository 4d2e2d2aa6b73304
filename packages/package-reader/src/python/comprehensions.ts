import type { Node } from 'web-tree-sitter';

import { sequenceOfKind } from './collections.js';
import { field, parts, type Frame, type Machine } from './machine.js';
import { bindTarget } from './targets.js';
import { shorten } from './literals.js';
import { PyDict, type Value, Scope } from './values.js';
import { truthOf } from './value-reading.js';

/**
 * List, set and dict comprehensions and generator expressions. An element whose condition is not known is kept: both
 * outcomes of a condition belong to what the package offers.
 */
export function comprehension(node: Node, frame: Frame, machine: Machine): Value {
  const clauses = parts(node).filter(({ type }) => type === 'for_in_clause' || type === 'if_clause');
  const local: Frame = { ...frame, scope: new Scope('comprehension', frame.scope) };
  const body = field(node, 'body');
  if (node.type === 'dictionary_comprehension') return dictOf(node, body, clauses, local, machine);
  const made = sequenceOfKind(node.type === 'set_comprehension' ? 'set' : 'list', []);
  made.gap = walk(clauses, 0, local, machine, () => made.add(machine.evaluate(body, local)));
  made.isIterator = node.type === 'generator_expression';
  return made;
}

function dictOf(node: Node, body: Node, clauses: readonly Node[], frame: Frame, machine: Machine): PyDict {
  const dict = new PyDict();
  const gap = walk(clauses, 0, frame, machine, () => {
    const key = machine.evaluate(field(body, 'key'), frame);
    const value = machine.evaluate(field(body, 'value'), frame);
    if (!dict.set(key, value))
      dict.gaps.add(machine.unknown(`the key ${shorten(field(body, 'key').text)}`, node, frame).reason);
  });
  if (gap !== undefined) dict.gaps.add(gap);
  return dict;
}

/** @returns why elements may be missing. */
function walk(
  clauses: readonly Node[],
  at: number,
  frame: Frame,
  machine: Machine,
  emit: () => void,
): string | undefined {
  const clause = clauses[at];
  if (clause === undefined) {
    emit();
    return undefined;
  }
  if (clause.type === 'if_clause') {
    const [condition] = parts(clause);
    const holds = condition === undefined ? true : truthOf(machine.evaluate(condition, frame), machine);
    return holds === false ? undefined : walk(clauses, at + 1, frame, machine, emit);
  }
  const source = field(clause, 'right');
  const found = machine.items(machine.evaluate(source, frame));
  if (found === undefined)
    return machine.unknown(`the items of ${shorten(source.text)}`, clause, frame).reason;
  let gap = found.gap;
  for (const item of found.items) {
    machine.step();
    bindTarget(field(clause, 'left'), item, frame, machine);
    gap = walk(clauses, at + 1, frame, machine, emit) ?? gap;
  }
  return gap;
}
