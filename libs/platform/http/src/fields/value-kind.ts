import { countCharacters } from './count-characters.js';

/** Says what kind of value was sent, without repeating texts: they may be long, private or secret. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  switch (typeof value) {
    case 'string':
      return value === '' ? 'an empty string' : `a string of ${countCharacters(value)} characters`;
    case 'number':
      return `the number ${value}`;
    case 'boolean':
      return `the boolean ${value}`;
    case 'object':
      return 'an object';
    case 'undefined':
      return 'absent';
    default:
      return `a ${typeof value}`;
  }
}
