import type { OpenAPIObject } from '@nestjs/swagger';
import { type DomainErrorClass, errorCatalogue, type ErrorDefinition } from '#libs/platform/errors';
import {
  BodyTooLarge,
  CrossSiteRequest,
  Forbidden,
  InsufficientScope,
  InsufficientStorage,
  InternalError,
  InvalidJson,
  InvalidRequest,
  RateLimited,
  Unauthorized,
  Unavailable,
  UnsupportedMediaType,
} from '#libs/platform/errors';
import { REPLY_HEADERS, type RouteFacts } from '#libs/platform/http';
import { TokenBoundElsewhere } from '#libs/registry/publishers';
import { describeAccess, TOKEN_CHOICES } from './describe-access.js';
import { ErrorResponses } from './error-responses.js';
import { exampleOf } from './example-body.js';
import { describeIds } from './describe-ids.js';
import { headersOf, headersOfSuccess } from './headers.js';
import { operationId } from './operation-id.js';
import { shareParameters } from './shared-parameters.js';
import { WEBHOOK_PARAMETERS, WEBHOOKS } from './webhooks.js';

type Paths = OpenAPIObject['paths'];
type Operation = NonNullable<Paths[string]['get']>;
type Placed = { operation: Operation; method: string; path: string; facts: RouteFacts };

const STORING = /^\/(?:proxy\/(?!.*\/tasks\/|.*callbacks)|uploads\/|node-versions\/.*archive$)/;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'] as const;

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating a request with the same key gives the first reply again and does nothing twice. Kept for 24 hours.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};
const NOT_MODIFIED = {
  description: 'Not changed since the version in `If-None-Match`.',
  ...headersOf(['ETag', 'Cache-Control', 'X-Total-Count', 'X-Next-Cursor', 'X-Total-Exact', 'Link']),
};

/**
 * Adds what applies to every operation, so that no controller repeats it: its id, its access rule, the headers and
 * errors of the platform, the idempotency key, and a body to try it with.
 */
export function completeDocument(
  document: OpenAPIObject,
  routes: ReadonlyMap<string, RouteFacts>,
): OpenAPIObject {
  const names = Object.keys(document.paths).sort();
  document.paths = Object.fromEntries(names.map((name) => [name, document.paths[name] ?? {}]));
  const errors = new ErrorResponses();
  const ids = new Set<string>();
  for (const placed of operationsOf(document, routes)) {
    const id = completeOperation(document, placed, errors);
    if (ids.has(id))
      throw new Error(`Two operations have the id ${id}; give one of the methods a name of several words`);
    ids.add(id);
  }
  describeIds(document);
  document.security = TOKEN_CHOICES;
  document.webhooks = WEBHOOKS;
  const responses = sorted<object>({ NotModified: NOT_MODIFIED }, errors.shared());
  const described = JSON.stringify([document.paths, responses]);
  const headers = Object.entries(REPLY_HEADERS).filter(([name]) => described.includes(`/headers/${name}"`));
  Object.assign((document.components ??= {}), {
    headers: Object.fromEntries(headers),
    parameters: { 'Idempotency-Key': IDEMPOTENCY_KEY, ...WEBHOOK_PARAMETERS, ...shareParameters(document) },
    responses,
  });
  return document;
}

function* operationsOf(
  document: OpenAPIObject,
  routes: ReadonlyMap<string, RouteFacts>,
): Generator<Placed & { key: string }> {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = operations[method];
      const key = operation?.operationId ?? '';
      const facts = routes.get(key.replace(/\[\d+\]$/, ''));
      if (operation && !facts) throw new Error(`The operation ${key} belongs to no controller`);
      if (operation && facts) yield { operation, method, path, facts, key };
    }
  }
}

/** @returns The operation's id. */
function completeOperation(
  document: OpenAPIObject,
  { operation, method, path, facts, key }: Placed & { key: string },
  errors: ErrorResponses,
): string {
  operation.operationId = operationId(key, path);
  describeAccess(operation, facts);
  if (method !== 'get') {
    (operation.parameters ??= []).push({ $ref: '#/components/parameters/Idempotency-Key' } as never);
  }
  giveExample(document, operation);
  const { headers } = headersOf(headersOfSuccess(facts));
  for (const response of Object.values(operation.responses)) {
    if (headers && response && !('$ref' in response)) response.headers = { ...headers, ...response.headers };
  }
  const failures = errors.refer([...facts.errors, ...commonErrors({ operation, method, path, facts })]);
  const notModified = facts.isCached ? { 304: { $ref: '#/components/responses/NotModified' } } : {};
  operation.responses = sorted(operation.responses, notModified, failures);
  return operation.operationId;
}

function sorted<T>(...parts: readonly object[]): Record<string, T> {
  return Object.fromEntries(
    Object.entries<T>(Object.assign({}, ...parts)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
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

function commonErrors({ operation, method, path, facts }: Placed): ErrorDefinition[] {
  const { kind } = facts.access;
  // Even on a route without parameters the query or the Authorization header may be malformed.
  const errors: DomainErrorClass[] = [InvalidRequest, InternalError, Unavailable];
  // Refused tokens are counted even where requests are not.
  if (facts.isRateLimited || kind !== 'own') errors.push(RateLimited);
  if (kind !== 'own') errors.push(Unauthorized);
  if (kind !== 'own' && method !== 'get') errors.push(CrossSiteRequest);
  const hasJson = JSON.stringify(operation.requestBody ?? {}).includes('application/json');
  if (method !== 'get' && STORING.test(path)) errors.push(InsufficientStorage);
  if (hasJson) errors.push(InvalidJson, BodyTooLarge, UnsupportedMediaType);
  if (kind === 'scope') errors.push(InsufficientScope);
  if (kind === 'scope' && facts.access.scope === 'registry:write') errors.push(TokenBoundElsewhere);
  if (kind === 'admin') errors.push(Forbidden);
  const replayed =
    method === 'get' ? [] : errorCatalogue().filter(({ code }) => code.startsWith('idempotency_'));
  return [...errors.map(({ definition }) => definition), ...replayed];
}
