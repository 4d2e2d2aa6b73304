import type { OpenAPIObject } from '@nestjs/swagger';
import { type DomainErrorClass, errorCatalogue, type ErrorDefinition } from '#libs/platform/errors';
import {
  BodyTooLarge,
  Forbidden,
  InsufficientScope,
  InternalError,
  InvalidJson,
  InvalidRequest,
  RateLimited,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '#libs/platform/errors';
import type { Access } from '#libs/platform/http';
import { exampleOf } from './example-body.js';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;
type JsonResponse = {
  description: string;
  content: { 'application/json': { schema: object; examples: Record<string, object> } };
};

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;
const NEEDS_TOKEN: Record<string, string[]>[] = [{ bearer: [] }, { 'api-key': [] }];

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a request with the same key gives the first reply again and does nothing twice. Kept for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

/**
 * Adds to every operation what holds for all of them, so that no controller repeats it: who may call it, the errors
 * of the platform, the idempotency key, and a body to try it with.
 */
export function completeDocument(
  document: OpenAPIObject,
  access: ReadonlyMap<string, Access>,
): OpenAPIObject {
  const names = Object.keys(document.paths).sort();
  document.paths = Object.fromEntries(names.map((name) => [name, document.paths[name] ?? {}]));
  for (const path of Object.values(document.paths)) {
    for (const method of METHODS) {
      const operation = path[method];
      if (operation) {
        completeOperation(document, operation, method, access.get(operation.operationId ?? ''));
      }
    }
  }
  return document;
}

function completeOperation(
  document: OpenAPIObject,
  operation: Operation,
  method: string,
  access: Access = { kind: 'admin' },
): void {
  describeAccess(operation, access);
  if (method !== 'get') operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY as never];
  giveExample(document, operation);
  for (const definition of commonErrors(operation, method, access)) addError(operation, definition);
  const statuses = Object.keys(operation.responses).sort();
  operation.responses = Object.fromEntries(statuses.map((status) => [status, operation.responses[status]]));
}

function describeAccess(operation: Operation, access: Access): void {
  operation.security = isOpen(access) ? [{}, ...NEEDS_TOKEN] : NEEDS_TOKEN;
  const docstring = (operation.description ?? operation.summary ?? '').trim();
  operation.summary = (operation.summary ?? docstring).replaceAll(/\s+/g, ' ');
  operation.summary =
    /^.*?[.:](?=\s|$)/s.exec(operation.summary)?.[0].replace(/[.:]$/, '') ?? operation.summary;
  const rule = {
    public: 'Open to everybody.',
    authenticated: 'Needs a token.',
    scope: `Needs a token with the scope \`${access.kind === 'scope' ? access.scope : ''}\`.`,
    admin: "Needs an admin's token.",
    own: '',
  }[access.kind];
  operation.description = `${docstring}\n\n${rule}`.trim();
}

function isOpen({ kind }: Access): boolean {
  return kind === 'public' || kind === 'own';
}

function giveExample(document: OpenAPIObject, operation: Operation): void {
  const body = operation.requestBody;
  if (!body || !('content' in body)) return;
  for (const [type, content] of Object.entries(body.content)) {
    if (!/json|form/.test(type) || !content.schema || content.example !== undefined || content.examples)
      continue;
    const example = exampleOf(document, content.schema as Parameters<typeof exampleOf>[1]);
    if (example !== undefined) content.example = example;
  }
}

function commonErrors(operation: Operation, method: string, access: Access): ErrorDefinition[] {
  // Also of a route without parameters the query or the Authorization header may be malformed.
  const errors: DomainErrorClass[] = [InvalidRequest, RateLimited, InternalError, Unavailable];
  if (access.kind !== 'own') errors.push(Unauthorized);
  const hasJson = JSON.stringify(operation.requestBody ?? {}).includes('application/json');
  if (hasJson) errors.push(InvalidJson, BodyTooLarge, UnsupportedMediaType);
  if (access.kind === 'scope') errors.push(InsufficientScope);
  if (access.kind === 'admin') errors.push(Forbidden);
  const replayed =
    method === 'get' ? [] : errorCatalogue().filter(({ code }) => code.startsWith('idempotency_'));
  return [...errors.map(({ definition }) => definition), ...replayed];
}

function addError(operation: Operation, { code, status, summary }: ErrorDefinition): void {
  const example = { summary, value: { error: code, message: summary } };
  const line = `\`${code}\`: ${summary}`;
  const present = operation.responses[status] as JsonResponse | undefined;
  const examples = present?.content?.['application/json']?.examples;
  if (!present || !examples) {
    operation.responses[status] = {
      description: line,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ErrorBody' },
          examples: { [code]: example },
        },
      },
    };
    return;
  }
  if (examples[code]) return;
  examples[code] = example;
  present.description = `${present.description}\n\n${line}`;
}
