import { apiDocument } from '../../support/api-contract.js';

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  maxLength?: number;
};
type Parameter = { in: string; name: string };
type DocumentedOperation = {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** A field of a JSON body by the keys that lead to it. */
export type BodyField = { path: readonly (string | number)[]; maxLength?: number };

/** A route as its callers know it. */
export type Operation = {
  method: string;
  /** With parameters in braces. */
  path: string;
  /** As the router spells it: `GET /nodes/:nodeId`. */
  route: string;
  pathParameters: readonly string[];
  queryParameters: readonly string[];
  takes: 'json' | 'form' | 'bytes' | 'nothing';
  fields: readonly BodyField[];
};

/** How far below a body fields are looked for: those of a translation are at the third level. */
const DEPTH_MAX = 4;

const document = apiDocument as {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
};

function resolve(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolve(document.components.schemas[schema.$ref.split('/').pop()!]!);
  const [only] = schema.allOf ?? [];
  return only ? resolve(only) : schema;
}

function fieldsOf(schema: Schema, path: BodyField['path'] = []): BodyField[] {
  if (path.length >= DEPTH_MAX) return [];
  return Object.entries(resolve(schema).properties ?? {}).flatMap(([name, reference]) => {
    const property = resolve(reference);
    const own = [...path, name];
    const { items, additionalProperties: values } = property;
    return [
      { path: own, maxLength: property.maxLength },
      ...fieldsOf(property, own),
      ...(items ? fieldsOf(items, [...own, 0]) : []),
      ...(typeof values === 'object' ? fieldsOf(values, [...own, 'de']) : []),
    ];
  });
}

function bodyOf({ requestBody }: DocumentedOperation, method: string): Pick<Operation, 'takes' | 'fields'> {
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {};
  const schema = (form ?? json)?.schema;
  const fields = schema ? fieldsOf(schema) : [];
  if (form) return { takes: 'form', fields };
  if (fields.length > 0) return { takes: 'json', fields };
  return { takes: method === 'PUT' ? 'bytes' : 'nothing', fields };
}

function operationOf(path: string, name: string, documented: DocumentedOperation): Operation {
  const method = name.toUpperCase();
  const parameters = (documented.parameters ?? []).map((one) =>
    '$ref' in one ? document.components.parameters[one.$ref.split('/').pop()!]! : one,
  );
  const named = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name);
  return {
    method,
    path,
    route: `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    pathParameters: named('path'),
    queryParameters: named('query'),
    ...bodyOf(documented, method),
  };
}

export function documentedOperations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([name, documented]) => operationOf(path, name, documented)),
  );
}
