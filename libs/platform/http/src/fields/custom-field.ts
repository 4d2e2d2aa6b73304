import { field, type FieldOptions } from './field.js';

/**
 * A field with a rule of its own, for values that only one module knows.
 * `rule` follows the field's name ("must be …"); `schema` is its OpenAPI schema.
 */
export function CustomField(
  options: FieldOptions,
  rule: {
    rule: string;
    isValid: (value: unknown) => boolean;
    /** Says which part of the rule a value breaks, where the rule has several. */
    problemOf?: (value: unknown) => string | undefined;
    schema: Record<string, unknown>;
    convert?: (text: string) => unknown;
    default?: unknown;
    isArray?: boolean;
  },
): PropertyDecorator {
  return field(options, rule);
}
