/**
 * For each field of a request class the property of a row that keeps it, of a type that takes the field's values. A field
 * that is added to the class and has no place here does not compile.
 */
export type FieldNames<Request, Row> = {
  readonly [Name in keyof Request]-?: PropertyFor<NonNullable<Request[Name]>, Row>;
};

type PropertyFor<Value, Row> = {
  [Property in keyof Row]-?: [Value] extends [Row[Property]] ? Property : never;
}[keyof Row];

/** From the wire's names to those of a row; absent fields stay absent. */
export function renameFields<Request extends object, Row>(
  request: Request,
  names: FieldNames<Request, Row>,
): Partial<Row> {
  const pairs = Object.entries(names) as [keyof Request, keyof Row][];
  const row: Record<PropertyKey, unknown> = {};
  for (const [name, property] of pairs) if (request[name] !== undefined) row[property] = request[name];
  return row as Partial<Row>;
}
