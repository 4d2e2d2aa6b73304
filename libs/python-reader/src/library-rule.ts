import type { Machine } from './machine.js';
import type { Arguments, Value } from './values.js';
import { plainText } from './text.js';

/** What a function of the standard library gives; undefined when that is not known. */
export type LibraryRule = (call: Arguments, machine: Machine) => Value | undefined;

/** An argument as text, be it a text or a path. */
export function textArgument(machine: Machine, value: Value | undefined): string | undefined {
  return value === undefined ? undefined : plainText(value);
}
