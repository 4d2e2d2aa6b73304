import { field, type FieldOptions } from './field.js';
import { isBlank, nameProblem } from './visible-text.js';

/** A text shown on one line: no control, zero-width or text-direction characters, and not blank unless `mayBeEmpty`. */
export function NameField(
  options: FieldOptions & { maxLength: number; mayBeEmpty?: boolean },
): PropertyDecorator {
  const least = options.mayBeEmpty === true ? 0 : 1;
  const rule = `must be a string of ${least} to ${options.maxLength} visible characters`;
  const problemOf = (value: unknown): string | undefined => {
    if (typeof value !== 'string' || !value.isWellFormed() || [...value].length > options.maxLength)
      return rule;
    if (least > 0 && value.trim() === '') return rule;
    return nameProblem(value);
  };
  return field(options, {
    rule,
    isValid: (value) => problemOf(value) === undefined,
    problemOf,
    schema: { type: 'string', maxLength: options.maxLength, ...(least > 0 ? { minLength: least } : {}) },
  });
}
