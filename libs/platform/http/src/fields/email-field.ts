import { field, type FieldOptions } from './field.js';
import { nameProblem } from './visible-text.js';

/** Longest address by RFC 5321 §4.5.3.1, parts and sign together. */
const MAX_CHARS = 320;
const ADDRESS = /^[^\s@]+@[^\s@]+$/;

/** An e-mail address: whether somebody reads there only a mail can show. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, {
    rule: `must be an e-mail address, such as ada@example.com, of at most ${MAX_CHARS} characters`,
    isValid: (value) =>
      typeof value === 'string' &&
      value.length <= MAX_CHARS &&
      value.isWellFormed() &&
      ADDRESS.test(value) &&
      nameProblem(value) === undefined,
    schema: { type: 'string', format: 'email', maxLength: MAX_CHARS },
  });
}
