import type { Node } from 'web-tree-sitter';

import { runEither } from './branches.js';
import { field, parts, type Completion, type Frame, type Machine } from './machine.js';
import { PySequence, type Value } from './values.js';
import { anyOf, equal, truthOf } from './value-reading.js';

/** Runs the matching case. If only running the code shows which one, runs each that may match, and none. */
export function runMatch(node: Node, frame: Frame, machine: Machine): Completion {
  const subjects = node.childrenForFieldName('subject').map((subject) => machine.evaluate(subject, frame));
  const subject = subjects.length === 1 ? (subjects[0] ?? null) : new PySequence('tuple', subjects);
  const open: Node[] = [];
  for (const clause of parts(field(node, 'body')).filter(({ type }) => type === 'case_clause')) {
    const body = field(clause, 'consequence');
    const fits = clauseFits(clause, subject, frame, machine);
    if (fits === true)
      return open.length === 0 ? machine.execute(body, frame) : runEither([...open, body], frame, machine);
    if (fits === undefined) open.push(body);
  }
  return open.length === 0 ? undefined : runEither([...open, undefined], frame, machine);
}

function clauseFits(clause: Node, subject: Value, frame: Frame, machine: Machine): boolean | undefined {
  const patterns = parts(clause).filter(({ type }) => type === 'case_pattern');
  const fits = allOf(
    patterns,
    patterns.length > 1 ? machine.items(subject)?.items : [subject],
    frame,
    machine,
  );
  const guard = clause.childForFieldName('guard');
  const [condition] = parts(guard);
  if (fits === false || condition === undefined) return fits;
  const holds = truthOf(machine.evaluate(condition, frame), machine);
  return holds === false ? false : fits === true ? holds : undefined;
}

function allOf(
  patterns: readonly Node[],
  values: readonly Value[] | undefined,
  frame: Frame,
  machine: Machine,
): boolean | undefined {
  if (values === undefined) return undefined;
  if (patterns.length !== values.length) return false;
  const results = patterns.map((pattern, at) => patternFits(pattern, values[at] ?? null, frame, machine));
  return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
}

const LITERALS = new Set(['string', 'concatenated_string', 'integer', 'float', 'true', 'false', 'none']);

function patternFits(pattern: Node, value: Value, frame: Frame, machine: Machine): boolean | undefined {
  const [inner] = parts(pattern);
  const node = pattern.type === 'case_pattern' && inner !== undefined ? inner : pattern;
  if (pattern.text === '_') return true;
  if (LITERALS.has(node.type)) return equal(machine.evaluate(node, frame), value);
  if (node.type === 'dotted_name' && !node.text.includes('.')) {
    frame.scope.bind(node.text, value);
    return true;
  }
  if (node.type === 'union_pattern')
    return anyOf(parts(node).map((option) => patternFits(option, value, frame, machine)));
  const isRow = node.type === 'tuple_pattern' || node.type === 'list_pattern';
  const hasRest = parts(node).some((part) => part.text.startsWith('*'));
  return isRow && !hasRest && value instanceof PySequence
    ? allOf(parts(node), value.items, frame, machine)
    : undefined;
}
