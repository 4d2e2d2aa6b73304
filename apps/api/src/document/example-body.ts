import type { OpenAPIObject } from '@nestjs/swagger';

/** The parts of a JSON schema that an example is made from. */
type Schema = {
  $ref?: string;
  allOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  format?: string;
  minimum?: number;
  minLength?: number;
};

const DEPTH_MAX = 6;

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '0192f0c1-5a3e-7b7a-8d52-2f3f4d0d8a11',
  uri: '/samples/room.jpg',
  'date-time': '2099-12-31T00:00:00Z',
};

/** A body that can be sent as it is: each field's example or default; other fields only if required. */
export function exampleOf(document: OpenAPIObject, schema: Schema, depth = 0): unknown {
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (depth > DEPTH_MAX) return undefined;
  if (schema.$ref) return exampleOf(document, resolve(document, schema.$ref), depth + 1);
  if (schema.allOf?.[0]) return exampleOf(document, schema.allOf[0], depth + 1);
  if (schema.enum) return schema.enum[0];
  if (schema.properties) return exampleObject(document, schema, depth);
  if (schema.items) return [exampleOf(document, schema.items, depth + 1)];
  return exampleScalar(schema);
}

function exampleObject(document: OpenAPIObject, schema: Schema, depth: number): Record<string, unknown> {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const isWanted =
      schema.required?.includes(name) || field.example !== undefined || field.default !== undefined;
    return isWanted ? [[name, exampleOf(document, field, depth + 1)]] : [];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

function exampleScalar({ type, format, minimum, minLength }: Schema): unknown {
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return TEXTS[format ?? ''] ?? 'example'.padEnd(minLength ?? 0, '-');
    case 'integer':
    case 'number':
      return minimum ?? 0;
    case 'boolean':
      return true;
    default:
      return undefined;
  }
}

function resolve(document: OpenAPIObject, reference: string): Schema {
  const name = reference.split('/').at(-1) ?? '';
  return (document.components?.schemas?.[name] ?? {}) as Schema;
}
