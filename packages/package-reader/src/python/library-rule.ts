import { orElse } from './arguments.js';
import type { Machine } from './machine.js';
import { Native, type Arguments, type Value } from './values.js';

/** The result of a built-in function; undefined when it is not known. */
export type LibraryRule = (call: Arguments, machine: Machine) => Value | undefined;

/** The function of a rule; its result is unknown when the rule gives none. */
export function native(
  name: string,
  machine: Machine,
  rule: LibraryRule,
  result = `the result of ${name}()`,
): Native {
  return new Native(name, (call) => orElse(rule(call, machine), machine.unknown(result)));
}

/** The functions of a table of rules, by their names. */
export function natives(rules: Record<string, LibraryRule>, machine: Machine): Map<string, Value> {
  return new Map(Object.entries(rules).map(([name, rule]) => [name, native(name, machine, rule)]));
}
