import { field, type FieldOptions } from './field.js';

const MAX_CHARS = 2_048;

/** An http(s) address, or an empty text where there is none, which also clears it. Always optional. */
export function LinkField(options: FieldOptions): PropertyDecorator {
  return field(
    { ...options, optional: true },
    {
      rule: `must be an absolute http or https URL of at most ${MAX_CHARS} characters, or empty`,
      isValid: (value) =>
        typeof value === 'string' &&
        (value === '' ||
          (value.length <= MAX_CHARS &&
            value.isWellFormed() &&
            !value.includes('\u0000') &&
            /^https?:\/\//i.test(value) &&
            URL.canParse(value))),
      schema: { type: 'string', maxLength: MAX_CHARS },
    },
  );
}
