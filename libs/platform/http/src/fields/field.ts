import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional, ValidateBy, ValidateNested } from 'class-validator';
import { declareField, type FieldClass } from './field-metadata.js';
import { kindOf } from './value-kind.js';

/** What every field decorator takes. */
export type FieldOptions = {
  /** Meaning and unit, for the API document; by default the docstring of the property, which the build reads. */
  description?: string;
  /** Whether the field may be absent or null. A field with a default is optional anyway. */
  optional?: boolean;
  example?: unknown;
  deprecated?: boolean;
  /** The name of the field for people, where its words would not do: `x-label` of the document. */
  label?: string;
  /** What a form shows where the description or the values would not do: `x-form` of the document. */
  form?: FormWords;
};

export type FormWords = { help?: string; choices?: Readonly<Record<number, string>> };

/** How a field is checked, converted and documented. */
type FieldRule = {
  /** The rule as a person says it; it follows the field's name: "must be …". */
  rule: string;
  /** By default a value without a problem is good. */
  isValid?: (value: unknown) => boolean;
  /** Says which part of the rule a value breaks, where the rule has several. */
  problemOf?: (value: unknown) => string | undefined;
  convert?: (text: string) => unknown;
  /** Makes of a value what the request holds of it; what comes of it is checked. */
  read?: (value: unknown) => unknown;
  default?: unknown;
  /** The class of a nested object, or of each entry of a list of them. */
  nested?: () => FieldClass;
  isArray?: boolean;
  /** A wrong value is dropped and named in `X-Ignored-Fields` instead of refused. For optional fields. */
  isDroppedWhenWrong?: boolean;
  /** A blank text is taken for an empty one. */
  blankIsEmpty?: boolean;
  /** In terms of OpenAPI; what is undefined is left out. */
  schema: Record<string, unknown>;
};

/** Joins validation, conversion and documentation of one field, so that the document cannot disagree with the check. */
export function field(options: FieldOptions, rule: FieldRule): PropertyDecorator {
  const { isValid = (value: unknown) => rule.problemOf?.(value) === undefined } = rule;
  const isOptional = options.optional === true || rule.default !== undefined;
  const property = {
    description: options.description,
    required: !isOptional,
    example: options.example,
    deprecated: options.deprecated,
    default: rule.default,
    'x-label': options.label,
    'x-form': options.form,
    ...rule.schema,
  } as ApiPropertyOptions;
  return applyDecorators(
    (target: object, name: string | symbol) =>
      declareField(target, {
        name: String(name),
        convert: rule.convert,
        read: rule.read,
        nested: rule.nested,
        isArray: rule.isArray ?? false,
        default: rule.default,
        blankIsEmpty: rule.blankIsEmpty ?? false,
        ...(rule.isDroppedWhenWrong ? { drops: (value: unknown) => !isValid(value) } : {}),
      }),
    ApiProperty(property),
    ...(isOptional ? [IsOptional()] : []),
    ...(rule.nested ? [ValidateNested({ each: rule.isArray })] : []),
    ValidateBy({
      name: 'field',
      validator: {
        validate: isValid,
        defaultMessage: (args) =>
          args?.value === undefined ? `is required and ${rule.rule}` : sayProblem(rule, args.value),
      },
    }),
  );
}

/** A problem that forbids something, or names what was sent by itself, needs no word about the kind of value. */
function sayProblem({ rule, problemOf }: FieldRule, value: unknown): string {
  const problem = problemOf?.(value) ?? rule;
  return problem.startsWith('must not ') || problem.includes(', not ')
    ? problem
    : `${problem}, not ${kindOf(value)}`;
}
