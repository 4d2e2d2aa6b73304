import { parts, type Frame, type Machine } from './machine.js';
import { PyDict, PyModule, Scope, type Arguments, type Value } from './values.js';
import { textOf } from './value-reading.js';

/** `exec(text, globals)` for a text that is known. */
export function execText(call: Arguments, frame: Frame, machine: Machine): Value {
  const text = textOf(call.positional[0]);
  const target = targetFrame(call.positional[1], frame);
  if (text === undefined || target === undefined) return machine.unknown('exec of text');
  const tree = machine.runText(text, target);
  const globals = call.positional[1];
  if (globals instanceof PyDict && target.module !== frame.module)
    for (const [name, value] of target.scope.vars) globals.set(name, value);
  return tree === undefined ? machine.unknown('exec of text') : null;
}

/** `eval(text)` for an expression that is known. */
export function evalText(call: Arguments, frame: Frame, machine: Machine): Value {
  const text = textOf(call.positional[0])?.trim();
  const holder = 'value of eval';
  if (text === undefined || call.positional[1] !== undefined) return machine.unknown('eval of text');
  const scope = new Scope('comprehension', frame.scope);
  const tree = machine.runText(text, { ...frame, scope });
  const [statement] = parts(tree ?? null);
  const [expression] = parts(statement ?? null);
  return statement?.type === 'expression_statement' && expression !== undefined
    ? machine.evaluate(expression, { ...frame, scope })
    : machine.unknown(holder);
}

/** Where `exec` runs: in the calling code, or in a new module when it is given names. */
function targetFrame(globals: Value | undefined, frame: Frame): Frame | undefined {
  if (globals === undefined || globals === null) return frame;
  if (!(globals instanceof PyDict)) return undefined;
  if (globals.owner !== undefined) return { ...frame, module: globals.owner, scope: globals.owner.scope };
  const module = new PyModule(
    textOf(globals.get('__name__')) ?? 'builtins',
    frame.module.path,
    new Scope('module'),
  );
  for (const { key, value } of globals.entries.values()) module.scope.vars.set(textOf(key) ?? '', value);
  return { ...frame, module, scope: module.scope };
}
