import { isStorableText } from '#libs/platform/database';
import { URL_MAX_CHARS, urlFormProblem } from '#libs/platform/outbound';
import { countCharacters } from './count-characters.js';
import { field, type FieldOptions } from './field.js';
import { isBlank, proseProblem } from './visible-text.js';

const WANTED_URL = `must be an absolute http or https URL of at most ${URL_MAX_CHARS} characters`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isWithin(text: string, minLength: number, maxLength: number): boolean {
  if (text.length < minLength || text.length > 2 * maxLength) return false;
  if (text.length <= maxLength && minLength <= 1) return true;
  const length = countCharacters(text);
  return length >= minLength && length <= maxLength;
}

type TextOptions = FieldOptions & {
  /** In characters (Unicode code points). */
  maxLength: number;
  /** From 1 on the text must not be blank either. Default 0. */
  minLength?: number;
  /** Extra rule, with its wording after "must be". */
  pattern?: { matches: RegExp; rule: string };
  default?: string;
  /** Whether people read it on pages: it must not have characters that hide, or turn the text round. */
  isProse?: boolean;
};

/** A text. The reader of JSON has refused NUL and broken surrogate pairs before, wherever they are. */
export function TextField(options: TextOptions): PropertyDecorator {
  const minLength = options.minLength ?? 0;
  const length = minLength > 0 ? `${minLength} to ${options.maxLength}` : `at most ${options.maxLength}`;
  // A text with twice as many units as it may have characters is too long whatever it holds, and need not be read.
  const isMissing = (value: unknown): boolean =>
    minLength > 0 && typeof value === 'string' && value.length <= 2 * options.maxLength && isBlank(value);
  const isFine = (value: unknown): value is string =>
    typeof value === 'string' &&
    !isMissing(value) &&
    isStorableText(value) &&
    isWithin(value, minLength, options.maxLength) &&
    (options.pattern?.matches.test(value) ?? true);
  const hiddenIn = (text: string): string | undefined =>
    options.isProse === true ? proseProblem(text) : undefined;
  return field(options, {
    rule: `must be ${options.pattern ? `${options.pattern.rule}, ` : ''}a string of ${length} characters without NUL`,
    default: options.default,
    problemOf: (value) =>
      isMissing(value) && value !== '' ? 'must not be blank' : isFine(value) ? hiddenIn(value) : undefined,
    isValid: (value) => isFine(value) && hiddenIn(value) === undefined,
    schema: {
      type: 'string',
      maxLength: options.maxLength,
      minLength: minLength || undefined,
      pattern: options.pattern?.matches.source,
    },
  });
}

/** A UUID in its usual spelling; case does not matter. */
export function UuidField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, {
    rule: 'must be a UUID',
    isValid: (value) => typeof value === 'string' && UUID.test(value),
    schema: { type: 'string', format: 'uuid' },
  });
}

/** An absolute http or https URL, at most 2,048 characters. */
export function UrlField(options: FieldOptions = {}): PropertyDecorator {
  const problemOf = (value: unknown): string | undefined =>
    typeof value === 'string' ? urlFormProblem(value) : WANTED_URL;
  return field(options, {
    rule: WANTED_URL,
    problemOf,
    schema: { type: 'string', format: 'uri', maxLength: URL_MAX_CHARS },
  });
}

/** Whether the day is in the calendar: a Date takes 30 February for 2 March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** A day of the calendar, such as `2026-11-23`. */
export function DayField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, {
    rule: 'must be a day such as 2026-11-23',
    isValid: (value) => typeof value === 'string' && /^[1-9]\d{3}-\d{2}-\d{2}$/.test(value) && isDay(value),
    schema: { type: 'string', format: 'date' },
  });
}

export function isDateTime(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text) &&
    isDay(text.slice(0, 10)) &&
    !Number.isNaN(Date.parse(text))
  );
}

/** A point in time as ISO 8601 text with a date at least; conversions give a Date in the service. */
export function DateTimeField(options: FieldOptions = {}): PropertyDecorator {
  return field(options, {
    rule: 'must be an ISO 8601 date-time',
    isValid: (value) => typeof value === 'string' && isDateTime(value),
    schema: { type: 'string', format: 'date-time' },
  });
}

/** One of a closed list of words. */
export function EnumField<T extends string>(
  options: FieldOptions & {
    values: readonly T[];
    enumName?: string;
    default?: NoInfer<T>;
    /** Facts on the values for programs that read the document, by names that begin with `x-`. */
    extensions?: Readonly<Record<`x-${string}`, unknown>>;
  },
): PropertyDecorator {
  return field(options, {
    rule: `must be one of ${options.values.join(', ')}`,
    default: options.default,
    isValid: (value) => options.values.some((known) => known === value),
    schema: {
      type: 'string',
      enum: [...options.values],
      enumName: options.enumName,
      ...options.extensions,
    },
  });
}

/** A list of texts; in a query it may repeat or be separated by commas. */
export function TextListField(
  options: FieldOptions & {
    maxItems: number;
    maxLength: number;
    minItems?: number;
    default?: readonly string[];
    isProse?: boolean;
  },
): PropertyDecorator {
  const minItems = options.minItems ?? 0;
  const rule = `must be a list of ${minItems} to ${options.maxItems} strings of at most ${options.maxLength} characters`;
  const isFine = (value: unknown): value is string[] =>
    Array.isArray(value) &&
    value.length >= minItems &&
    value.length <= options.maxItems &&
    value.every(
      (entry) => typeof entry === 'string' && isStorableText(entry) && isWithin(entry, 0, options.maxLength),
    );
  return field(options, {
    rule,
    default: options.default,
    isArray: true,
    convert: (text) => text.split(','),
    problemOf: (value) => {
      if (!isFine(value)) return rule;
      return options.isProse === true ? proseProblem(value.join('\n')) : undefined;
    },
    schema: {
      type: 'array',
      minItems,
      maxItems: options.maxItems,
      items: { type: 'string', maxLength: options.maxLength },
    },
  });
}
