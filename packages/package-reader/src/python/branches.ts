import type { Node } from 'web-tree-sitter';

import { joinVars } from './join.js';
import { PyRaise, type Completion, type Frame, type Machine } from './machine.js';
import type { Value } from './values.js';

/**
 * Runs paths of which any one may be taken, each from the same starting names, and joins their results. `undefined` is the path
 * on which nothing happens.
 */
export function runEither(paths: readonly (Node | undefined)[], frame: Frame, machine: Machine): Completion {
  const { scope } = frame;
  const before = scope.vars;
  const ends: { completion: Completion; vars: Map<string, Value>; isRaised: boolean }[] = [];
  machine.speculation += 1;
  try {
    for (const path of paths) {
      scope.vars = new Map(before);
      const [completion, isRaised] = runPath(path, frame, machine);
      ends.push({ completion, vars: scope.vars, isRaised });
    }
  } finally {
    machine.speculation -= 1;
    scope.vars = before;
  }
  const open = ends.filter(({ completion, isRaised }) => completion?.kind !== 'return' && !isRaised);
  // Closures and modules hold the map itself, so its content is replaced, not the map.
  replace(before, (open.length > 0 ? open : ends).map(({ vars }) => vars).reduce(joinVars));
  return settle(ends, open.length, frame);
}

function runPath(path: Node | undefined, frame: Frame, machine: Machine): [Completion, boolean] {
  if (path === undefined) return [undefined, false];
  try {
    return [machine.execute(path, frame), false];
  } catch (error) {
    if (error instanceof PyRaise) return [undefined, true];
    throw error;
  }
}

function settle(
  ends: readonly { completion: Completion; isRaised: boolean }[],
  open: number,
  frame: Frame,
): Completion {
  const returned = ends.flatMap(({ completion }) =>
    completion?.kind === 'return' ? [completion.value] : [],
  );
  if (returned.length === 0 && ends.every(({ isRaised }) => isRaised))
    throw new PyRaise('Exception', 'raised on every path');
  if (open > 0) {
    frame.returns.push(...returned);
    return undefined;
  }
  const last = returned.pop();
  frame.returns.push(...returned);
  return last === undefined ? undefined : { kind: 'return', value: last };
}

export function replace(target: Map<string, Value>, source: ReadonlyMap<string, Value>): void {
  const copy = [...source];
  target.clear();
  for (const [name, value] of copy) target.set(name, value);
}
