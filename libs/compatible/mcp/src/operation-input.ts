import type { OpenAPIObject } from '@nestjs/swagger';
import { isJsonObject } from '#libs/platform/http';
import type { FieldSchemas } from './tool.js';

/** What an operation of the API takes, in words and as JSON Schema. */
export type DescribedOperation = { title: string; description: string; input: InputSchema };

export type InputSchema = {
  type: 'object';
  properties: FieldSchemas;
  required: string[];
};

type Json = Record<string, unknown>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: FieldSchemas };
type Body = { content: Record<string, { schema: Json }> };
type Operation = { summary?: string; description?: string; parameters?: Json[]; requestBody?: Body };

const REFERENCE = /^#\/components\/(\w+)\/(.+)$/;

/** The fields of an operation, from its path, query and body, without references into the document. */
export function describeOperation(document: OpenAPIObject, method: string, path: string): DescribedOperation {
  const operation = (document.paths[path] as Record<string, Operation> | undefined)?.[method];
  if (!operation) throw new Error(`The document has no operation ${method} ${path}`);
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolved(document, parameter) as Parameter)
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query');
  const [content] = Object.values(operation.requestBody?.content ?? {});
  const body = (content ? resolved(document, content.schema) : {}) as Partial<InputSchema>;
  const ofParameters = parameters.map(({ name, description, schema }): [string, FieldSchemas[string]] => [
    name,
    { ...schema, ...(description === undefined ? {} : { description }) },
  ]);
  const { summary = '', description = '' } = operation;
  return {
    title: summary,
    description: description || summary,
    input: {
      type: 'object',
      properties: { ...Object.fromEntries(ofParameters), ...withoutFiles(body.properties) },
      required: [
        ...parameters.filter(({ required }) => required).map(({ name }) => name),
        ...(body.required ?? []),
      ],
    },
  };
}

/** Files are parts of a form, which no tool can send. */
function withoutFiles(properties: FieldSchemas = {}): FieldSchemas {
  return Object.fromEntries(
    Object.entries(properties).filter(([, schema]) => !isJsonObject(schema) || schema.format !== 'binary'),
  );
}

/** The value with what its references stand for, and without words that only our pages know. */
function resolved(document: OpenAPIObject, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((entry) => resolved(document, entry));
  if (!isJsonObject(value)) return value;
  const [, group = '', name = ''] = REFERENCE.exec(String(value.$ref)) ?? [];
  const components = document.components as Record<string, Record<string, unknown>> | undefined;
  if (group !== '') return resolved(document, components?.[group]?.[name]);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !key.startsWith('x-') && key !== 'example')
      .map(([key, entry]) => [key, resolved(document, entry)]),
  );
}
