import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Reply } from './test-app.js';
import type { ReceivedCall } from './webhook-receiver.js';

type Described = {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: any }>;
};

/** Answers of the wire, which any route may give to the header that asks for them. */
const WIRE_STATUSES: ReadonlySet<number> = new Set([304]);
/** What each of these statuses must come with. */
const HEADERS_OWED: Readonly<Record<number, string>> = {
  206: 'Content-Range',
  401: 'WWW-Authenticate',
  416: 'Content-Range',
  429: 'Retry-After',
  503: 'Retry-After',
  507: 'Retry-After',
};

/** Headers that every reply may carry: they are stated with the errors that they belong to, which every operation refers to. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  'x-request-id',
  'x-ignored-fields',
  'idempotent-replayed',
]);

/** Headers that a client acts on; the rest of HTTP is known. */
const OURS =
  /^(?:x-(?!content-type|frame|dns|download|permitted|powered|xss|accel).*|idempotent.*|link|location|www-authenticate|retry-after|accept-ranges|content-(?:digest|range))$/;

/** The API document of the compiled service. */
export const apiDocument = JSON.parse(readFileSync(process.env.ATELIER_TEST_DOCUMENT ?? '', 'utf8')) as any;

const ajv = new Ajv2020({ strict: false, formats: { int32: true, binary: true, byte: true } });
formats.default(ajv);
ajv.addSchema({ $id: 'api', ...closed(apiDocument) });
const validators = new Map<string, ValidateFunction>();

/** A copy in which objects with stated fields have no others: a field that is sent and not stated is a fault. */
function closed(value: any): any {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, closed(entry)]));
  const hasFields = value.type === 'object' && typeof value.properties === 'object';
  return hasFields && value.additionalProperties === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}

/** What is wrong with a value by the schema at these keys of the document; undefined when nothing is. */
function schemaProblem(value: unknown, ...keys: readonly string[]): string | undefined {
  const pointer = keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
  const $ref = `api#/${pointer.join('/')}`;
  const validate = validators.get($ref) ?? ajv.compile({ $ref });
  validators.set($ref, validate);
  return validate(value) ? undefined : ajv.errorsText(validate.errors);
}

/**
 * How a reply breaks what the document says of `route` (`GET /nodes/:nodeId`): a status, an error code, a header or a
 * body that is not stated there.
 */
export function contractProblem(route: string, reply: Reply): string | undefined {
  const place = placeOf(route);
  const { status, headers, body } = reply;
  const operation = apiDocument.paths[place[1]]?.[place[2]];
  if (!operation) return `${route} is not documented`;
  const responses: Record<string, Described> = operation.responses;
  const own = responses[status];
  if (!own) return WIRE_STATUSES.has(status) ? undefined : `status ${status} is not documented`;
  const name = own.$ref?.split('/').at(-1);
  const keys = name ? ['components', 'responses', name] : [...place, 'responses', String(status)];
  const described = describedAt(own);
  const owed = HEADERS_OWED[status];
  if (owed !== undefined && !(headers.has(owed) && isStated(owed.toLowerCase(), described)))
    return `status ${status} has no ${owed}, in the reply or in the document`;
  const all = Object.values(responses).map(describedAt);
  const unstated = [...headers.keys()]
    .filter((header) => OURS.test(header) && !isStated(header, described))
    .filter((header) => !COMMON_HEADERS.has(header) || !all.some((one) => isStated(header, one)));
  if (unstated.length > 0) return `headers are not documented: ${unstated.join(', ')}`;
  if (body === undefined) return undefined;
  const problem = schemaProblem(body, ...keys, 'content', 'application/json', 'schema');
  return problem && `${status} ${JSON.stringify(body).slice(0, 300)} breaks its schema: ${problem}`;
}

/** What a stream of `route` contains (the objects of its lines, or the data of its events) and the document does not. */
export function streamProblems(
  route: string,
  type: 'application/x-ndjson' | 'text/event-stream',
  told: readonly unknown[],
): string[] {
  const keys = [...placeOf(route), 'responses', '200', 'content', type, 'schema'];
  return told.flatMap((one) => {
    const problem = schemaProblem(one, ...keys);
    return problem ? [`${JSON.stringify(one).slice(0, 300)} breaks its schema: ${problem}`] : [];
  });
}

/** How a call that a receiver got breaks what the document says of this webhook: in its headers or its body. */
export function webhookProblem(webhook: string, { headers, body }: ReceivedCall): string | undefined {
  const { parameters } = apiDocument.webhooks[webhook].post;
  const stated: string[] = parameters.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1));
  const problems = stated.map((name) =>
    schemaProblem(headers[name], 'components', 'parameters', name, 'schema'),
  );
  const unstated = Object.keys(headers).filter(
    (name) => /^(?:webhook|x)-/.test(name) && !stated.includes(name),
  );
  const keys = [
    'webhooks',
    webhook,
    'post',
    'requestBody',
    'content',
    headers['content-type'] ?? '',
    'schema',
  ];
  return [...problems, ...unstated, schemaProblem(JSON.parse(body), ...keys)].find(Boolean);
}

function placeOf(route: string): [string, string, string] {
  const [method = '', path = ''] = route.split(' ');
  return ['paths', path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()];
}

/** A response, or what its reference names. */
function describedAt(response: Described): Described {
  const name = response.$ref?.split('/').at(-1);
  return name ? apiDocument.components.responses[name] : response;
}

function isStated(header: string, { headers = {} }: Described): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === header);
}
