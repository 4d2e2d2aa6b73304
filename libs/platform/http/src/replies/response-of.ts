import { propertyName } from '#libs/platform/database';
import type { PropertyOf } from '../fields/wire-names.js';

/** Where Nest notes the properties of a class that have `@ApiProperty`, each as `:name`. */
const DECLARED = 'swagger/apiModelPropertiesArray';

type InJson<Value> = Value extends Date ? string : Value;

/** The fields of a response that a row holds, with values of the same type. */
type Held<Response, Row> = {
  [Name in keyof Response]-?: PropertyOf<Name> extends keyof Row
    ? [InJson<Row[PropertyOf<Name>]>] extends [Response[Name]]
      ? Name
      : never
    : never;
}[keyof Response];

/** All others, optional ones too: what a row holds and the reader may not see is given as undefined. */
type Given<Response, Row> = {
  [Name in Exclude<keyof Response, Held<Response, Row>>]: Response[Name];
} & Partial<Response>;

/**
 * A response made of a row: each declared field has the value of its property (`nodeId` of `node_id`), times as texts,
 * unless it is given.
 */
export function responseOf<Response extends object, Row extends object>(
  type: new () => Response,
  row: Row,
  ...[given]: keyof Response extends Held<Response, Row>
    ? [given?: Partial<Response>]
    : [given: Given<Response, Row>]
): Response {
  const response: Record<string, unknown> = {};
  for (const { name, property } of namesOf(type)) {
    const value = (row as Record<string, unknown>)[property];
    response[name] = value instanceof Date ? value.toISOString() : value;
  }
  return Object.assign(response, given) as Response;
}

const namesByClass = new WeakMap<object, readonly { name: string; property: string }[]>();

function namesOf(type: new () => object) {
  let names = namesByClass.get(type);
  if (!names) {
    const declared: string[] = Reflect.getMetadata(DECLARED, type.prototype);
    names = declared.map((entry) => ({ name: entry.slice(1), property: propertyName(entry.slice(1)) }));
    namesByClass.set(type, names);
  }
  return names;
}
