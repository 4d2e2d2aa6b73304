import type { FieldClass } from './field-metadata.js';
import { field, type FieldOptions } from './field.js';
import { isJsonObject } from './value-kind.js';

/** An object with declared fields of its own. */
export function ObjectField(options: FieldOptions & { type: () => FieldClass }): PropertyDecorator {
  const { type } = options;
  return field(options, {
    rule: 'must be an object',
    isValid: isJsonObject,
    nested: type,
    schema: { type },
  });
}

/** A list of objects with declared fields of their own. */
export function ObjectListField(
  options: FieldOptions & { type: () => FieldClass; maxItems: number; minItems?: number },
): PropertyDecorator {
  const { type, maxItems, minItems = 0 } = options;
  return field(options, {
    rule: `must be a list of ${minItems} to ${maxItems} objects`,
    isValid: (value) =>
      Array.isArray(value) &&
      value.length >= minItems &&
      value.length <= maxItems &&
      value.every(isJsonObject),
    nested: type,
    isArray: true,
    schema: { type, isArray: true, minItems, maxItems },
  });
}
