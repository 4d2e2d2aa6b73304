import { hasDecimals } from '#libs/platform/parsing';
import { field, type FieldOptions } from './field.js';

const BOOLEAN_WORDS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);
const INT32 = { min: -2_147_483_648, max: 2_147_483_647 };

function toNumber(text: string): unknown {
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : text;
}

type RangeOptions = FieldOptions & { min: number; max: number; default?: number };

/** A whole number within `min` and `max`, both inclusive. */
export function IntField(options: RangeOptions): PropertyDecorator {
  const isInt32 = options.min >= INT32.min && options.max <= INT32.max;
  return field(options, {
    rule: `must be a whole number from ${options.min} to ${options.max}`,
    default: options.default,
    convert: toNumber,
    isValid: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= options.min && value <= options.max,
    schema: {
      type: 'integer',
      format: isInt32 ? 'int32' : undefined,
      minimum: options.min,
      maximum: options.max,
    },
  });
}

/** Any signed 32-bit whole number. */
export function Int32Field(options: FieldOptions & { default?: number } = {}): PropertyDecorator {
  return IntField({ ...options, ...INT32 });
}

/** A number within `min` and `max`, both inclusive, with at most so many `decimals` where they are limited. */
export function NumberField(options: RangeOptions & { decimals?: number }): PropertyDecorator {
  const { min, max, decimals } = options;
  const precision = decimals === undefined ? '' : ` with at most ${decimals} decimals`;
  return field(options, {
    rule: `must be a number from ${min} to ${max}${precision}`,
    default: options.default,
    convert: toNumber,
    isValid: (value) =>
      typeof value === 'number' &&
      value >= min &&
      value <= max &&
      (decimals === undefined || hasDecimals(value, decimals)),
    schema: { type: 'number', minimum: min, maximum: max },
  });
}

/** True or false; in a query also `1` and `0`. */
export function BooleanField(options: FieldOptions & { default?: boolean } = {}): PropertyDecorator {
  return field(options, {
    rule: 'must be true or false',
    default: options.default,
    convert: (text) => BOOLEAN_WORDS.get(text) ?? text,
    isValid: (value) => typeof value === 'boolean',
    schema: { type: 'boolean' },
  });
}
