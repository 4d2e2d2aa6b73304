import type { Node } from 'web-tree-sitter';

import { replace, runEither } from './branches.js';
import { joinVars } from './join.js';
import { field, parts, PyRaise, type Completion, type Frame, type Machine } from './machine.js';
import { isPresentPackage } from './present-packages.js';

/**
 * Runs a `try`. When its body certainly raises, the matching handler runs. When it may raise, because it imports a package that need
 * not be installed, the handlers run as a second possibility. Otherwise they do not run.
 */
export function runTry(node: Node, frame: Frame, machine: Machine): Completion {
  const body = field(node, 'body');
  const handlers = parts(node).filter(
    ({ type }) => type === 'except_clause' || type === 'except_group_clause',
  );
  const elseClause = parts(node).find(({ type }) => type === 'else_clause');
  const finalClause = parts(node).find(({ type }) => type === 'finally_clause');
  const before = new Map(frame.scope.vars);
  let end: Completion;
  const raised = guarded(machine, handlers.length > 0, () => {
    end = machine.execute(body, frame);
  });
  if (raised !== undefined) end = runHandler(handlers, raised, frame, machine);
  else {
    if (mayRaise(body, frame)) runHandlersAside(handlers, before, frame, machine);
    if (elseClause !== undefined && end === undefined)
      end = machine.execute(field(elseClause, 'body'), frame);
  }
  const finalBody = finalClause === undefined ? undefined : parts(finalClause).at(-1);
  return finalBody === undefined ? end : (machine.execute(finalBody, frame) ?? end);
}

function guarded(machine: Machine, hasHandlers: boolean, run: () => void): PyRaise | undefined {
  const outer = machine.isGuarded;
  machine.isGuarded = outer || hasHandlers;
  try {
    run();
    return undefined;
  } catch (error) {
    if (error instanceof PyRaise && hasHandlers) return error;
    throw error;
  } finally {
    machine.isGuarded = outer;
  }
}

function runHandler(handlers: readonly Node[], raised: PyRaise, frame: Frame, machine: Machine): Completion {
  const handler = handlers.find((clause) => catches(clause, raised.type));
  if (handler === undefined) throw raised;
  bindException(handler, frame, machine);
  return machine.execute(bodyOf(handler), frame);
}

function bodyOf(handler: Node): Node {
  const body = parts(handler).at(-1);
  if (body === undefined) throw new PyRaise('SyntaxError', 'an empty handler');
  return body;
}

function bindException(handler: Node, frame: Frame, machine: Machine): void {
  for (const target of handler.descendantsOfType('as_pattern_target')) {
    if (target.parent?.parent?.id === handler.id)
      frame.scope.bind(target.text, machine.unknown('a caught exception', handler, frame));
  }
}

const IMPORT_ERRORS = new Set(['ImportError', 'ModuleNotFoundError']);

function catches(handler: Node, type: string): boolean {
  const caught = parts(handler)
    .slice(0, -1)
    .map(({ text }) => text)
    .join(' ');
  if (caught === '' || /\b(?:Base)?Exception\b/.test(caught)) return true;
  if (IMPORT_ERRORS.has(type)) return /\b(?:ImportError|ModuleNotFoundError)\b/.test(caught);
  if (type === 'KeyError') return /\b(?:KeyError|LookupError)\b/.test(caught);
  return caught.includes(type) || type === 'Exception';
}

/** Whether the body itself imports a package that does not come with the host. */
function mayRaise(body: Node, frame: Frame): boolean {
  return parts(body).some((statement) => {
    if (statement.type === 'import_statement') {
      return parts(statement).some(
        (name) => !isPresentPackage((name.childForFieldName('name') ?? name).text),
      );
    }
    if (statement.type !== 'import_from_statement') return false;
    const [module] = parts(statement);
    return (
      module?.type === 'dotted_name' && !isPresentPackage(module.text) && !resolvesInside(statement, frame)
    );
  });
}

/** Names bound to something of the package prove that the import was found inside it. */
function resolvesInside(statement: Node, frame: Frame): boolean {
  const names = statement.childrenForFieldName('name');
  return names.some((name) => {
    const bound = frame.scope.lookup((name.childForFieldName('alias') ?? name).text);
    return (
      typeof bound === 'object' && bound !== null && !['External', 'Unknown'].includes(bound.constructor.name)
    );
  });
}

function runHandlersAside(
  handlers: readonly Node[],
  before: ReadonlyMap<string, unknown>,
  frame: Frame,
  machine: Machine,
): void {
  const { scope } = frame;
  const after = new Map(scope.vars);
  replace(scope.vars, before as typeof after);
  for (const handler of handlers) bindException(handler, frame, machine);
  try {
    runEither(handlers.map(bodyOf), frame, machine);
    replace(scope.vars, joinVars(after, scope.vars));
  } catch (error) {
    if (!(error instanceof PyRaise)) throw error;
    replace(scope.vars, after);
  }
}
