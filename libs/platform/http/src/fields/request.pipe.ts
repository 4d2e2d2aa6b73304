import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { InvalidRequest } from '#libs/platform/errors';
import { nothingToChange } from './changes-something.js';
import { type FieldClass, type FieldMetadata, fieldsOf } from './field-metadata.js';
import { problemsOf } from './field-problems.js';
import { brokenRule } from './fields-rule.js';
import { isJsonObject, kindOf } from './value-kind.js';
import { isBlank } from './visible-text.js';
import { reportIgnoredFields } from './ignored-fields.js';

const REPORTED_PROBLEMS_MAX = 20;

type Reading = { convertsText: boolean; ignored: string[] };

/** A value of the wrong shape: the validator looks for the class of what is inside, which a caller may have named. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  return isJsonObject(value) ? {} : value;
}

function pickValue(field: FieldMetadata, value: unknown, path: string, reading: Reading): unknown {
  if (field.nested) {
    const type = field.nested();
    if (field.isArray && Array.isArray(value)) {
      return value.map((entry, index) =>
        isJsonObject(entry) ? pick(type, entry, `${path}[${index}].`, reading) : emptied(entry),
      );
    }
    return isJsonObject(value) && !field.isArray ? pick(type, value, `${path}.`, reading) : emptied(value);
  }
  if (field.read) return field.read(value);
  if (!reading.convertsText || !field.convert) return value;
  return typeof value === 'string' ? field.convert(value) : value;
}

/** Undefined for null, too. */
function sentValue(field: FieldMetadata, source: Record<string, unknown>): unknown {
  const value = Object.hasOwn(source, field.name) ? source[field.name] : undefined;
  return field.blankIsEmpty && typeof value === 'string' && isBlank(value) ? '' : (value ?? undefined);
}

/** An object of the class with its declared fields; notes the others, takes null for absent, fills in defaults. */
function pick<T extends object>(
  type: new () => T,
  source: Record<string, unknown>,
  prefix: string,
  reading: Reading,
): T {
  const fields = fieldsOf(type);
  for (const name of Object.keys(source)) if (!fields.has(name)) reading.ignored.push(prefix + name);
  const plain: Record<string, unknown> = {};
  const objects: Record<string, unknown> = {};
  const sent: string[] = [];
  for (const field of fields.values()) {
    const value = sentValue(field, source);
    const isDropped = value !== undefined && field.drops?.(value) === true;
    if (isDropped) reading.ignored.push(prefix + field.name);
    const isAbsent = value === undefined || isDropped;
    if (!isAbsent) sent.push(field.name);
    const read = isAbsent ? field.default : pickValue(field, value, prefix + field.name, reading);
    if (read !== undefined) (typeof read === 'object' ? objects : plain)[field.name] = read;
  }
  // Into an object it would look, and take its class from a key `constructor`, which a caller may have sent.
  const request = Object.assign(plainToInstance(type, plain, { ignoreDecorators: true }), objects);
  sentNames.set(request, sent);
  return request;
}

/** The fields that came with a request, without those that were filled in. */
const sentNames = new WeakMap<object, readonly string[]>();

/** The names of the fields that the caller sent, in the order of the class; those of an object inside as `outer.inner`. */
export function sentFields(request: object): string[] {
  return (sentNames.get(request) ?? []).flatMap((name) => {
    const value = (request as Record<string, unknown>)[name];
    const isObject = typeof value === 'object' && value !== null && sentNames.has(value);
    return isObject ? sentFields(value).map((inner) => `${name}.${inner}`) : [name];
  });
}

/**
 * Turns a body, query or path into its request class.
 *
 * Unknown fields, and wrong values of cosmetic ones, are dropped and named in `X-Ignored-Fields`. JSON types are strict; the texts of query and path
 * are converted.
 * @throws InvalidRequest naming every wrong field, its rule and the kind of value sent.
 */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    if (!metatype || type === 'custom' || fieldsOf(metatype as FieldClass).size === 0) return value;
    try {
      return readRequest(metatype as FieldClass, value ?? {}, { convertsText: type !== 'body', noun: type });
    } catch (error) {
      // Not at once: Node notes each promise that fails before anybody waits for it, and Nest has five on the way from here.
      return Promise.resolve().then(() => {
        throw error;
      });
    }
  }
}

/**
 * Reads `value` as a request class; for bodies that do not come through the pipe, such as form parts.
 * @throws InvalidRequest as the pipe does.
 */
export function readRequest<T extends object>(
  type: new () => T,
  value: unknown,
  options: { convertsText: boolean; noun?: string },
): T {
  if (!isJsonObject(value)) {
    throw new InvalidRequest(`The ${options.noun ?? 'body'} must be a JSON object, not ${kindOf(value)}.`);
  }
  const reading: Reading = { convertsText: options.convertsText, ignored: [] };
  const request = pick(type, value, '', reading);
  reportIgnoredFields(reading.ignored);
  const mistake = nothingToChange(type, value, reading.ignored);
  if (mistake !== undefined) throw new InvalidRequest(mistake);
  const problems = problemsOf(request);
  const broken = problems.length > 0 ? undefined : brokenRule(type, request);
  if (broken !== undefined) problems.push(broken);
  if (problems.length > 0) throw invalidFields(problems);
  return request;
}

/** The error for broken field rules; each problem starts with the field's name. */
export function invalidFields(problems: readonly string[]): InstanceType<typeof InvalidRequest> {
  const shown = problems.slice(0, REPORTED_PROBLEMS_MAX);
  const rest = problems.length - shown.length;
  return new InvalidRequest(`${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`);
}
