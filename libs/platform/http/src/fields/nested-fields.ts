import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsDefined, IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { declareField, type FieldClass } from './field-metadata.js';
import type { FieldOptions } from './field.js';
import { isJsonObject, kindOf } from './value-kind.js';

function shape(rule: string, isValid: (value: unknown) => boolean): PropertyDecorator {
  return ValidateBy({
    name: 'shape',
    validator: {
      validate: (value: unknown) => isValid(value),
      defaultMessage: (args) =>
        args?.value === undefined ? `is required and ${rule}` : `${rule}, not ${kindOf(args.value)}`,
    },
  });
}

/** An object with declared fields of its own. */
export function ObjectField(options: FieldOptions & { type: () => FieldClass }): PropertyDecorator {
  return applyDecorators(
    (target: object, name: string | symbol) =>
      declareField(target, { name: String(name), nested: options.type, isArray: false, blankIsEmpty: false }),
    ApiProperty({ description: options.description, required: !options.optional, type: options.type }),
    options.optional ? IsOptional() : IsDefined({ message: 'is required and must be an object' }),
    shape('must be an object', isJsonObject),
    ValidateNested(),
  );
}

/** A list of objects with declared fields of their own. */
export function ObjectListField(
  options: FieldOptions & { type: () => FieldClass; maxItems: number; minItems?: number },
): PropertyDecorator {
  const minItems = options.minItems ?? 0;
  const rule = `must be a list of ${minItems} to ${options.maxItems} objects`;
  return applyDecorators(
    (target: object, name: string | symbol) =>
      declareField(target, { name: String(name), nested: options.type, isArray: true, blankIsEmpty: false }),
    ApiProperty({
      description: options.description,
      required: !options.optional,
      type: options.type,
      isArray: true,
      minItems,
      maxItems: options.maxItems,
    }),
    options.optional ? IsOptional() : IsDefined({ message: `is required and ${rule}` }),
    shape(
      rule,
      (value) =>
        Array.isArray(value) &&
        value.length >= minItems &&
        value.length <= options.maxItems &&
        value.every(isJsonObject),
    ),
    ValidateNested({ each: true }),
  );
}
