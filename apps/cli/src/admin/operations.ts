import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import type { Atelier } from '@atelier/client';
import { connect } from '../account/connection.js';
import { CommandError, EXIT, usageError } from '../terminal/exit-codes.js';
import { type Shell, table } from '../terminal/shell.js';

type Schema = {
  $ref?: string;
  allOf?: Schema[];
  type?: string | string[];
  properties?: Record<string, Schema>;
  description?: string;
};
type Parameter = {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type Operation = {
  method: string;
  path: string;
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};
type Document = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};
/** A value of a command line, and where it goes. */
type Field = { name: string; place: 'query' | 'body'; type: string; description: string };

/** Runs an operation of the API document that the service publishes for admins, so that the two cannot disagree. */
export async function administer(
  shell: Shell,
  _options: object,
  name: string | undefined,
  given: string[],
): Promise<void> {
  const atelier = await connect(shell);
  const document = await readDocument(atelier);
  const operations = operationsOf(document);
  if (name === undefined || name === '--help') return listAll(shell, operations);
  const operation = operations.find(({ operationId }) => operationId === name || kebab(operationId) === name);
  if (!operation) throw usageError(`There is no operation ${name}. \`atelier admin\` lists them.`);
  const call = await readCall(operation, document, given);
  if (!call) return;
  const data: unknown = await atelier.call(request, {
    method: operation.method.toUpperCase(),
    url: operation.path,
    path: call.path,
    query: call.query,
    ...(call.body && { body: call.body, headers: { 'Content-Type': 'application/json' } }),
  });
  const isEmpty = data === undefined || data === '';
  shell.result(isEmpty ? {} : data, () => (isEmpty ? 'Done.' : JSON.stringify(data, undefined, 2)));
}

async function readDocument(atelier: Atelier): Promise<Document> {
  const document = await atelier.call(request, { method: 'GET', url: '/openapi-admin.json' });
  if (!document?.paths || !document.components)
    throw new CommandError('The service has sent no API document.');
  return document as Document;
}

/** As the generated functions, for any operation. */
function request({ client, ...options }: Record<string, unknown>): Promise<{ data?: Partial<Document> }> {
  return (client as Atelier['client']).request(options as never) as Promise<{ data?: Partial<Document> }>;
}

function operationsOf({ paths }: Document): Operation[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, rest]) => ({ ...rest, method, path })),
    )
    .filter(({ operationId }) => operationId !== undefined)
    .sort((one, other) => (one.operationId < other.operationId ? -1 : 1));
}

function listAll(shell: Shell, operations: readonly Operation[]): void {
  const shown = operations.map(({ operationId, summary, path, tags }) => ({
    operation: kebab(operationId),
    parameters: namesIn(path),
    tag: tags?.[0],
    summary,
  }));
  shell.result(shown, () =>
    table(
      shown.map(({ operation, parameters, summary }) => [
        [operation, ...parameters.map((one) => `<${one}>`)].join(' '),
        summary,
      ]),
    ),
  );
}

/** Reads the command line of an operation. @returns undefined when it asked for help, which was printed. */
async function readCall(operation: Operation, document: Document, given: readonly string[]) {
  const fields = fieldsOf(operation, document);
  const command = new Command(`atelier admin ${kebab(operation.operationId)}`)
    .description(operation.summary ?? '')
    .exitOverride();
  const inPath = namesIn(operation.path);
  for (const name of inPath) command.argument(`<${name}>`);
  for (const { name, description } of fields) command.option(`--${name} <value>`, description);
  if (operation.requestBody)
    command.option('--body <file>', 'the whole body as a JSON file, or - for standard input');
  command.parse([...given], { from: 'user' });
  const options = command.opts<Record<string, string>>();
  const path = Object.fromEntries(inPath.map((name, at) => [name, command.args[at]]));
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = options.body === undefined ? {} : await readBody(options.body);
  for (const { name, place, type } of fields) {
    const value = options[attributeOf(command, name)];
    if (value !== undefined)
      (place === 'query' ? query : body)[name] = place === 'query' ? value : valueOf(name, type, value);
  }
  return { path, query, body: operation.requestBody ? body : undefined };
}

function fieldsOf({ parameters = [], requestBody }: Operation, document: Document): Field[] {
  const inQuery = parameters
    .map((one) => (one.$ref ? (document.components.parameters?.[lastOf(one.$ref)] ?? one) : one))
    .filter((one) => one.in === 'query')
    .map(({ name, schema, description = schema?.description ?? '' }) => ({
      name,
      place: 'query' as const,
      type: 'string',
      description,
    }));
  const properties = propertiesOf(requestBody?.content['application/json']?.schema, document);
  const inBody = Object.entries(properties).map(([name, schema]) => ({
    name,
    place: 'body' as const,
    type: [resolve(schema, document).type ?? 'object'].flat()[0] ?? 'string',
    description: schema.description ?? '',
  }));
  return [...inQuery, ...inBody.filter(({ name }) => !inQuery.some((one) => one.name === name))];
}

function resolve(schema: Schema, document: Document): Schema {
  const reference = schema.$ref ?? schema.allOf?.[0]?.$ref;
  return reference ? (document.components.schemas[lastOf(reference)] ?? {}) : schema;
}

function propertiesOf(schema: Schema | undefined, document: Document): Record<string, Schema> {
  return schema ? (resolve(schema, document).properties ?? {}) : {};
}

async function readBody(file: string): Promise<Record<string, unknown>> {
  const said = file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  return parse('--body', said) as Record<string, unknown>;
}

function valueOf(name: string, type: string, value: string): unknown {
  if (type === 'string') return value;
  if (type === 'array' && !value.startsWith('[')) return value.split(',');
  return parse(`--${name}`, value);
}

function parse(option: string, value: string): unknown {
  try {
    return JSON.parse(value) as unknown;
  } catch {
    throw new CommandError(`${option} is not JSON: ${value.slice(0, 80)}`, EXIT.usage, 'usage');
  }
}

function attributeOf(command: Command, name: string): string {
  return command.options.find(({ long }) => long === `--${name}`)?.attributeName() ?? name;
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function lastOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
