import type { Node } from 'web-tree-sitter';

import { runEither } from './branches.js';
import { shorten } from './literals.js';
import { field, type Completion, type Frame, type Machine } from './machine.js';
import { bindTarget } from './targets.js';
import { PySequence, type Value } from './values.js';
import { truthOf } from './value-reading.js';

/** Runs the body for every known item, and once more for items that may exist. */
export function runFor(node: Node, frame: Frame, machine: Machine): Completion {
  const source = field(node, 'right');
  const target = field(node, 'left');
  const body = field(node, 'body');
  const iterated = machine.evaluate(source, frame);
  const found = machine.items(iterated);
  const rows = iterated instanceof PySequence ? iterated.rows?.() : undefined;
  for (const item of rows ?? found?.items ?? []) {
    machine.step();
    bindTarget(target, item, frame, machine);
    const end = machine.execute(body, frame);
    if (end?.kind === 'break') return undefined;
    if (end?.kind === 'return') return end;
  }
  if (found === undefined || found.gap !== undefined) {
    const item: Value = machine.unknown(found?.gap ?? `the items of ${shorten(source.text)}`, node, frame);
    bindTarget(target, item, frame, machine);
    runEither([body, undefined], frame, machine);
  }
  return otherwise(node, frame, machine);
}

/** Runs the body while its condition is known to hold, and once when it is not known. */
export function runWhile(node: Node, frame: Frame, machine: Machine): Completion {
  const body = field(node, 'body');
  for (;;) {
    machine.step();
    const holds = truthOf(machine.evaluate(field(node, 'condition'), frame), machine);
    if (holds === false) return otherwise(node, frame, machine);
    if (holds === undefined) return runEither([body, undefined], frame, machine);
    const end = machine.execute(body, frame);
    if (end?.kind === 'break') return undefined;
    if (end?.kind === 'return') return end;
  }
}

function otherwise(node: Node, frame: Frame, machine: Machine): Completion {
  const clause = node.childForFieldName('alternative');
  return clause === null ? undefined : machine.execute(field(clause, 'body'), frame);
}
