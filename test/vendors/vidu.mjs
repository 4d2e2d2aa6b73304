import { createHmac, randomUUID } from 'node:crypto';
import { placeOf } from './schemas.mjs';
import { defaults, ENDPOINT_NAMES, requestSchema } from './vidu-requests.mjs';

const BODY_LIMIT = 20 * 1024 * 1024;
const CREDITS_OF_AN_ORDER = 4;
const LIST_QUERY = [
  ...['created_at.from', 'created_at.to', 'task_ids', 'templates', 'model_versions', 'resolutions', 'states'],
  ...['pager.page', 'pager.pagesz', 'pager.page_token'],
];

const REFUSALS = {
  content: refused(400, 'TaskPromptPolicyViolation', 'prompt policy violation'),
  parameters: refused(400, 'FieldInvalid', 'invalid field: duration'),
  model: refused(400, 'ModelUnavailable', 'model unavailable'),
  balance: refused(400, 'CreditInsufficient', 'insufficient credits'),
  busy: {
    ...refused(429, 'TooManyRequests', 'too many requests'),
    headers: { 'retry-after': '1' }, // document: the header is not stated; assumed
  },
  key: refused(401, 'Unauthorized', 'unauthorized'),
};

export const vidu = {
  name: 'vidu',
  source:
    'platform.vidu.com/docs: text-to-video, start-end-to-video, image-to-video, reference-to-video, video-extension, get-generation, tasks-list, cancel-generation, get-account-info, error-code, callback-signature; read 2026-11',
  keyIn: (headers) => /^Token (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest,
  free: ['creations', 'cancel', 'tasks', 'credits'],
  stateBody,
  signature,
  routes: [
    ...ENDPOINT_NAMES.map((name) => ({
      ...{ name, method: 'POST', path: `/ent/v2/${name}`, takes: 'json', isOrder: true, handle: take },
      schema: ({ body }) => requestSchema(name, body),
    })),
    { name: 'creations', method: 'GET', path: '/ent/v2/tasks/{id}/creations', handle: creations },
    { name: 'cancel', method: 'POST', path: '/ent/v2/tasks/{id}/cancel', handle: cancel },
    { name: 'tasks', method: 'GET', path: '/ent/v2/tasks', handle: tasks },
    { name: 'credits', method: 'GET', path: '/ent/v2/credits', handle: credits },
  ],
};

function take(call, vendor) {
  if (call.bytes.length > BODY_LIMIT) {
    vendor.problems.push(`${call.name}: the body has more than 20 MB`);
    return refused(400, 'BadRequest', 'bad request'); // document: not stated; assumed
  }
  const { callback_url, ...request } = call.body;
  const order = vendor.accept(call, { callbackUrl: callback_url, createdAt: new Date().toISOString() });
  const settings = {
    ...defaults(call.name, request),
    seed: 123_456,
    movement_amplitude: 'auto',
    payload: '',
  };
  const paid = { credits: CREDITS_OF_AN_ORDER, created_at: order.createdAt };
  return { json: { task_id: order.id, state: 'created', ...settings, ...request, ...paid } };
}

function creations({ params }, vendor) {
  const order = vendor.find(params.id);
  if (!order) return refused(404, 'TaskNotFound', 'task not found');
  vendor.poll(order);
  return { json: stateBody(order, vendor) };
}

/** The state of an order, which is also the body of a call back. */
function stateBody(order, vendor) {
  const { payload = '', bgm = false, off_peak = false } = order.request;
  const state = stateName(order, vendor);
  const isDone = state === 'success';
  return {
    ...{ id: order.id, state, err_code: errorOf(order, state), credits: CREDITS_OF_AN_ORDER },
    ...{ payload, bgm, off_peak, progress: isDone ? 100 : 0 },
    creations: isDone ? [creationOf(order, vendor)] : [],
  };
}

function stateName(order, vendor) {
  const state = vendor.stateOf(order);
  if (state === 'running') return order.polls === 0 ? 'queueing' : 'processing';
  return state === 'succeeded' ? 'success' : 'failed';
}

function errorOf(order, state) {
  if (state !== 'failed') return '';
  return order.isCanceled ? 'UserCancelled' : REFUSALS[order.failsWith].json.code;
}

function creationOf(order, vendor) {
  const url = vendor.link(order, 'video');
  const video = { duration: order.request.duration ?? 5, fps: 24, resolution: { width: 1280, height: 720 } };
  const others = { cover_url: vendor.link(order, 'picture'), watermarked_url: '', moderation_url: [] };
  return { id: `creation-${order.number}`, url, ...others, video };
}

/** Only what does not run yet can be canceled. This refusal is documented with a number as its code. */
function cancel({ params }, vendor) {
  const order = vendor.find(params.id);
  if (!order) return refused(404, 'TaskNotFound', 'task not found');
  if (stateName(order, vendor) !== 'queueing') {
    const message = 'task state is scheduled, can not cancel';
    return { status: 400, json: { ...refused(400, 'BadRequest', message).json, code: 400 } };
  }
  order.isCanceled = true;
  return { json: {} };
}

/** The newest first (document: not stated; assumed). */
function tasks(call, vendor) {
  const strange = [...call.query.keys()].filter((name) => !LIST_QUERY.includes(name));
  const size = Number(call.query.get('pager.pagesz') ?? 10);
  if (strange.length > 0 || !(size >= 1 && size <= 100)) {
    vendor.problems.push(`tasks: the query ${call.query} is not allowed`);
    return refused(400, 'FieldInvalid', `invalid field: ${strange[0] ?? 'pager.pagesz'}`);
  }
  const page = Number(call.query.get('pager.page') ?? 0);
  const from = Number(call.query.get('pager.page_token') || page * size);
  const known = vendor.orders.toReversed().filter(({ key }) => key === call.key);
  const isLast = from + size >= known.length;
  const listed = known.slice(from, from + size).map((order) => listedTask(order, vendor));
  return { json: { next_page_token: isLast ? '' : String(from + size), tasks: listed } };
}

function listedTask(order, vendor) {
  const { callback_url, ...request } = order.request;
  const { id, state, err_code, credits, payload, creations: made } = stateBody(order, vendor);
  const head = { id, key_id: 'key-id-1', template: '', created_at: order.createdAt };
  return { ...head, ...request, state, err_code, credits, payload, creations: made };
}

function credits(call, vendor) {
  const credit_remain = vendor.credits ?? 1000;
  const use = { concurrency_limit: 5, current_concurrency: 0, queue_count: 0 };
  const remains = [{ type: 'metered', credit_remain, ...use }];
  if (call.query.get('show_detail') !== 'true') return { json: { remains } };
  const valid = { valid_from: '2026-01-01T00:00:00Z', valid_to: '2027-01-01T00:00:00Z' };
  const sum = { type: 'metered', concurrency: 5, credit_amount: 2000, credit_remain };
  return { json: { remains, packages: [{ id: 'package-1', name: 'Credits', ...sum, ...valid }] } };
}

/** Over the parts of the address as they are (the query is not sorted) and the headers that it names. */
function signature(vendor, { url, order, forge }) {
  const { pathname, search } = new URL(url);
  const signed = { Date: new Date().toUTCString(), 'x-request-nonce': randomUUID() };
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const head = ['POST', pathname, search.slice(1), 'vidu', signed.Date].join('\n');
  const value = createHmac('sha256', forge ? 'another-key' : order.key).update(`${head}\n${lines.join('')}`);
  return {
    ...signed,
    'X-HMAC-SIGNED-HEADERS': Object.keys(signed).join(';'),
    ...{ 'X-HMAC-SIGNATURE': value.digest('base64'), 'X-HMAC-ALGORITHM': 'hmac-sha256' },
    'X-HMAC-ACCESS-KEY': 'vidu',
  };
}

function badRequest(problems) {
  const kinds = [
    [/^the body .*additional properties (.+)$/, 'FieldUnwanted', 'unwanted field'],
    [/must have required property '(\w+)'/, 'FieldLacking', 'field is missing or empty'],
    [
      /^\/(\w+) must NOT have (?:more|fewer) than \d+ items/,
      'FieldItemCountOutOfRange',
      'field item count out of range',
    ],
    [/^\/model must be equal/, 'ModelUnavailable', 'model unavailable'],
  ];
  for (const [pattern, code, message] of kinds) {
    const found = problems.map((problem) => pattern.exec(problem)).find(Boolean);
    if (found) return refused(400, code, found[1] ? `${message}: ${found[1]}` : message);
  }
  const [field] = placeOf(problems[0]);
  return field
    ? refused(400, 'FieldInvalid', `invalid field: ${field}`)
    : refused(400, 'BadRequest', 'bad request');
}

function refused(status, code, message) {
  return { status, json: { code, reason: code, message, metadata: { trace_id: '04e5c2fe159ff7c5' } } };
}
