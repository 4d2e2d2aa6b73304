import type { FieldClass } from './field-metadata.js';

type Rule = (request: object) => string | undefined;

const RULE = Symbol('atelier:fields-rule');

/**
 * A rule over several fields of a request class, checked when each field is good by itself.
 * @param problemOf What is wrong, beginning with the name of a field; undefined when nothing is.
 */
export function FieldsRule<T extends object>(problemOf: (request: T) => string | undefined) {
  return (type: abstract new () => T): void => Reflect.defineMetadata(RULE, problemOf, type);
}

/** What is wrong with the request by the rule of its class, or of one that it extends. */
export function brokenRule(type: FieldClass, request: object): string | undefined {
  return (Reflect.getMetadata(RULE, type) as Rule | undefined)?.(request);
}
