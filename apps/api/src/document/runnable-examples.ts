import type { OpenAPIObject } from '@nestjs/swagger';

type Parameter = {
  in?: string;
  required?: boolean;
  description?: string;
  example?: unknown;
  schema?: { example?: unknown };
};

type Operations = Record<string, { parameters?: Parameter[] }>;

const SAMPLES = '/samples/';

/**
 * Makes the examples of a document runnable as shown: samples get the service's own address. An optional filter is
 * left out, so its example is in its description only.
 */
export function makeExamplesRun(document: OpenAPIObject, address: string): OpenAPIObject {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path as Operations));
  const shared = Object.values(document.components?.parameters ?? {}) as Parameter[];
  for (const parameter of [...shared, ...operations.flatMap(({ parameters = [] }) => parameters)])
    leaveOut(parameter);
  return atAddress(document, address) as OpenAPIObject;
}

function leaveOut(parameter: Parameter): void {
  const example = parameter.example ?? parameter.schema?.example;
  if (parameter.in !== 'query' || parameter.required || example === undefined) return;
  parameter.description = `${parameter.description ?? ''} Such as \`${String(example)}\`.`.trim();
  delete parameter.example;
  delete parameter.schema?.example;
}

function atAddress(value: unknown, address: string): unknown {
  if (typeof value === 'string') return value.startsWith(SAMPLES) ? address + value : value;
  if (Array.isArray(value)) return value.map((entry) => atAddress(entry, address));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, atAddress(entry, address)]));
}
