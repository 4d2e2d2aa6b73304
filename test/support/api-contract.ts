import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { exportDocument } from '../../apps/api/src/document/export-document.js';
import type { Reply } from './test-app.js';

type Described = { headers?: Record<string, unknown>; content?: Record<string, { schema?: any }> };

/** Answers of the wire, which any route may give to the header that asks for them. */
const WIRE_STATUSES: ReadonlySet<number> = new Set([304]);
/** What each of these statuses must come with. */
const HEADERS_OWED: Readonly<Record<number, string>> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** The API document as the compiled service tells it. */
export const apiDocument = (await exportDocument()) as any;

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
export function schemaProblem(value: unknown, ...keys: readonly string[]): string | undefined {
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
  const [method = '', path = ''] = route.split(' ');
  const template = path.replaceAll(/:(\w+)/g, '{$1}');
  const { status, headers, body } = reply;
  const operation = apiDocument.paths[template]?.[method.toLowerCase()];
  if (!operation) return `${route} is not documented`;
  const own = operation.responses[status];
  if (!own) return WIRE_STATUSES.has(status) ? undefined : `status ${status} is not documented`;
  const name: string | undefined = own.$ref?.split('/').at(-1);
  const keys = name
    ? ['components', 'responses', name]
    : ['paths', template, method.toLowerCase(), 'responses', String(status)];
  const described: Described = name ? apiDocument.components.responses[name] : own;
  const owed = HEADERS_OWED[status];
  if (owed !== undefined && !headers.has(owed)) return `status ${status} came without ${owed}`;
  const unstated = [...headers.keys()].filter((header) => isOurs(header) && !isStated(header, described));
  if (unstated.length > 0) return `headers are not documented: ${unstated.join(', ')}`;
  if (body === undefined) return undefined;
  const problem = schemaProblem(body, ...keys, 'content', 'application/json', 'schema');
  return problem && `${status} ${JSON.stringify(body).slice(0, 300)} breaks its schema: ${problem}`;
}

/** Headers that are this service's to explain; those of HTTP itself are known. */
function isOurs(header: string): boolean {
  return /^(?:x-(?!content-type|frame|dns|download|permitted|powered|xss|accel)|idempotent|link$|location$)/.test(
    header,
  );
}

function isStated(header: string, { headers = {} }: Described): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === header);
}
