import { LongText } from './long-text.js';
import { countCharacters } from './count-characters.js';

/** Whether the value is an object in the sense of JSON. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LongText);
}

/** Says what kind of value was sent, without repeating texts: they may be long, private or secret. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof LongText) return `a string of ${value.length} characters`;
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
