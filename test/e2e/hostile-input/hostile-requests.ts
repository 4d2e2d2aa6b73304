import type { BodyField, Operation } from './api-document.js';
import {
  HOSTILE_BODIES,
  HOSTILE_ENCODINGS,
  HOSTILE_HEADERS,
  HOSTILE_JSON,
  HOSTILE_PARAMETERS,
  HOSTILE_TEXTS,
} from './hostile-values.js';

/** A request that would be a good one. */
export type GoodRequest = { target: string; body: unknown };

/** A good request with one thing replaced. */
export type HostileRequest = {
  /** What was replaced, and by what. */
  label: string;
  target: string;
  headers: Record<string, string>;
  raw?: string;
};

const JSON_TYPE = { 'Content-Type': 'application/json' };
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' };
const PLACEHOLDER = '"@hostile@"';
const PAIR = '🎨';
/** Longer limits are not worth their bytes. */
const LIMIT_TRIED_MAX = 4_000;

/**
 * Every hostile request to a route, in a fixed order.
 * @param makeGood Makes a good request; each may have a new id, so that it is good more than once.
 */
export function* hostileRequests(
  operation: Operation,
  makeGood: () => GoodRequest,
): Generator<HostileRequest> {
  const good = makeGood();
  yield* inPath(operation, good);
  yield* inQuery(operation, good);
  // A DELETE that is good except for a header or a body would remove what the next request needs.
  if (operation.method === 'DELETE') return;
  yield* inHeaders(operation, makeGood);
  if (operation.takes === 'json') yield* inJson(operation, makeGood);
  if (operation.takes === 'form') yield* inForm(operation, good);
}

/** The bytes and type of the unchanged body. */
function goodBody(
  { takes, method }: Operation,
  { body }: GoodRequest,
): Pick<HostileRequest, 'raw' | 'headers'> {
  if (takes === 'json') return { raw: JSON.stringify(body ?? {}), headers: JSON_TYPE };
  if (takes === 'form') return { raw: '', headers: FORM_TYPE };
  return takes === 'bytes' && method !== 'GET' ? { raw: 'bytes', headers: {} } : { headers: {} };
}

function* inPath(operation: Operation, good: GoodRequest): Generator<HostileRequest> {
  const places = operation.path.split('/');
  const [path = '', query = ''] = good.target.split('?');
  for (const name of operation.pathParameters) {
    const at = places.indexOf(`{${name}}`);
    const texts = HOSTILE_TEXTS.filter((text) => text !== '').map(encodeURIComponent);
    for (const value of [...texts, ...HOSTILE_ENCODINGS]) {
      const target = `${path.split('/').with(at, value).join('/')}?${query}`;
      yield { label: `${name} = ${value}`, target, ...goodBody(operation, good) };
    }
  }
}

function* inQuery(operation: Operation, good: GoodRequest): Generator<HostileRequest> {
  const [path = '', query = ''] = good.target.split('?');
  const send = (name: string, text: string): HostileRequest => {
    const others = query.split('&').filter((one) => one !== '' && !one.startsWith(`${name}=`));
    const target = `${path}?${[text, ...others].join('&')}`;
    return { label: `?${text}`, target, ...goodBody(operation, good) };
  };
  for (const name of operation.queryParameters) {
    for (const text of HOSTILE_TEXTS) yield send(name, `${name}=${encodeURIComponent(text)}`);
    for (const text of HOSTILE_ENCODINGS) yield send(name, `${name}=${text}`);
    for (const text of HOSTILE_PARAMETERS) yield send(name, name + text.replace('$', name));
  }
  for (const text of ['__proto__[a]=1', '%00=1', '%=%FF']) yield send('', text);
}

function* inHeaders(operation: Operation, makeGood: () => GoodRequest): Generator<HostileRequest> {
  for (const [name, value] of HOSTILE_HEADERS) {
    const good = makeGood();
    const { raw, headers } = goodBody(operation, good);
    yield { label: `${name}: ${value}`, target: good.target, raw, headers: { ...headers, [name]: value } };
  }
}

function* inJson(operation: Operation, makeGood: () => GoodRequest): Generator<HostileRequest> {
  const { target } = makeGood();
  for (const raw of HOSTILE_BODIES) yield { label: `body ${raw}`, target, raw, headers: JSON_TYPE };
  for (const field of operation.fields) {
    const texts = HOSTILE_TEXTS.map((text) => JSON.stringify(text));
    for (const value of [...texts, ...HOSTILE_JSON, ...atLimit(field)]) {
      const frame = JSON.stringify(replaced(makeGood().body, field.path));
      const label = `${field.path.join('.')} = ${value}`;
      yield { label, target, raw: frame.replace(PLACEHOLDER, () => value), headers: JSON_TYPE };
    }
  }
}

function* inForm(operation: Operation, { target }: GoodRequest): Generator<HostileRequest> {
  const send = (raw: string): HostileRequest => ({ label: `form ${raw}`, target, raw, headers: FORM_TYPE });
  for (const { path } of operation.fields) {
    const name = path.join('.');
    // No field is right beside it: music that begins is not what this is about.
    const end = name === 'duration' ? '' : '&duration=-1';
    for (const text of HOSTILE_TEXTS) yield send(`${name}=${encodeURIComponent(text)}${end}`);
    for (const text of [...HOSTILE_ENCODINGS.map((one) => `=${one}`), ...HOSTILE_PARAMETERS])
      yield send(name + text.replace('$', name) + end);
  }
  for (const text of ['=', '&&', '%', '__proto__=1', 'prompt=%ED%A0%80', 'prompt=%00']) yield send(text);
}

/** A text of as many characters as a field takes, each of two units. */
function atLimit({ maxLength = 0 }: BodyField): string[] {
  if (maxLength < 1 || maxLength > LIMIT_TRIED_MAX) return [];
  return [PAIR.repeat(maxLength), `a${PAIR.repeat(maxLength)}`].map((text) => JSON.stringify(text));
}

/** A copy of the body with a placeholder at `path`, where objects and lists are made as they are needed. */
function replaced(body: unknown, [key, ...rest]: BodyField['path']): unknown {
  if (key === undefined) return JSON.parse(PLACEHOLDER);
  if (typeof key === 'number') return Object.assign([], body, { [key]: replaced(undefined, rest) });
  const object = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...object, [key]: replaced(object[key], rest) };
}
