import { Webhook } from 'standardwebhooks';
import { MODELS } from './replicate-models.mjs';
import { closed } from './schemas.mjs';

export { cog } from './cog.mjs';

const [SECRET, OTHER_SECRET] = ['the secret of the calls', 'a secret of others'].map(
  (text) => `whsec_${Buffer.from(text).toString('base64')}`,
);
/** 100 at the vendor; few, so that a test meets more than one page. */
const PAGE = 2;
const WEBHOOK = {
  webhook: { type: 'string', pattern: '^https?://' },
  webhook_events_filter: {
    ...{ type: 'array', uniqueItems: true },
    items: { enum: ['start', 'output', 'logs', 'completed'] },
  },
};
/** What the work says that failed for this reason. */
const FAILURES = {
  content: 'The input or output was flagged as sensitive. Please try again with different inputs. (E005)',
  busy: 'Prediction interrupted; please retry (code: PA)',
};
const REFUSALS = {
  // document: only the work fails for its content; that an order is refused for it is assumed
  content: refused(422, 'Input flagged', FAILURES.content),
  parameters: invalid(['/input must NOT have additional properties style']),
  model: refused(404, 'Not found', 'The requested resource could not be found.'),
  balance: refused(402, 'Insufficient credit', 'You have insufficient credit to run this model.'),
  busy: {
    ...refused(429, 'Too many requests', 'Request was throttled. Your rate limit resets in ~1s.'),
    headers: { 'retry-after': '1' },
  },
  key: refused(401, 'Unauthenticated', 'You did not pass a valid authentication token'),
};

export const replicate = {
  name: 'replicate',
  source: 'replicate.com: HTTP reference, rate limits, webhooks, pages of the models; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest: invalid,
  free: ['account', 'secret', 'list', 'get'],
  models: MODELS,
  secret: SECRET,
  stateBody,
  signature: (vendor, { body, order, forge }) => {
    const [id, now] = [`msg_${order.id}`, new Date()];
    return {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': new Webhook(forge ? OTHER_SECRET : SECRET).sign(id, now, body),
    };
  },
  routes: [
    { name: 'account', method: 'GET', path: '/v1/account', handle: account },
    {
      ...{ name: 'secret', method: 'GET', path: '/v1/webhooks/default/secret' },
      handle: () => ({ json: { key: SECRET } }),
    },
    {
      ...{ name: 'predict', method: 'POST', path: '/v1/models/{owner}/{name}/predictions', takes: 'json' },
      ...{ isOrder: true, schema: (call) => bodyOf(modelOf(call)), handle: predict },
    },
    {
      ...{ name: 'predict', method: 'POST', path: '/v1/predictions', takes: 'json', isOrder: true },
      schema: (call) => bodyOf(modelOf(call), { version: { type: 'string' } }),
      handle: predict,
    },
    { name: 'list', method: 'GET', path: '/v1/predictions', handle: list },
    { name: 'get', method: 'GET', path: '/v1/predictions/{id}', handle: onOrder(get) },
    { name: 'cancel', method: 'POST', path: '/v1/predictions/{id}/cancel', handle: onOrder(cancel) },
  ],
};

/** A version is `owner/name`, `owner/name:version` or the version alone. */
function modelOf({ params, body }) {
  const known = Object.entries(MODELS);
  if (params.name) {
    const name = `${params.owner}/${params.name}`;
    return known.find(([key, { byVersionOnly }]) => key === name && !byVersionOnly)?.[0];
  }
  return known.find(([name, { version, byVersionOnly }]) =>
    [version, `${name}:${version}`, byVersionOnly ? undefined : name].includes(body.version ?? ''),
  )?.[0];
}

function bodyOf(model, extra = {}) {
  const input = MODELS[model]?.input ?? { type: 'object' };
  return closed({ input, ...WEBHOOK, ...extra }, ['input', ...Object.keys(extra)]);
}

function predict(call, vendor) {
  const model = modelOf(call);
  if (!model && call.params.name) return REFUSALS.model;
  if (!model)
    return refused(422, 'Invalid version or not permitted', 'The specified version does not exist.');
  const order = vendor.accept(call, {
    model,
    callbackUrl: call.body.webhook,
    time: new Date().toISOString(),
  });
  if (!/^wait(=\d+)?$/.test(call.headers.prefer ?? ''))
    return { status: 201, json: prediction(order, vendor, 'running') };
  const state = vendor.poll(order);
  return { status: state === 'running' ? 202 : 201, json: prediction(order, vendor, state) };
}

function get(order, vendor) {
  return { json: prediction(order, vendor, vendor.poll(order)) };
}

function cancel(order, vendor) {
  if (vendor.stateOf(order) === 'running') order.isCanceled = true;
  return get(order, vendor);
}

function list(call, vendor) {
  const own = vendor.orders.filter(({ key }) => key === call.key).reverse();
  const at = Number(Buffer.from(call.query.get('cursor') ?? '', 'base64url').toString());
  const page = (from) =>
    `${vendor.url}/v1/predictions?cursor=${Buffer.from(`${from}`).toString('base64url')}`;
  const results = own.slice(at, at + PAGE).map((order) => prediction(order, vendor, vendor.stateOf(order)));
  const next = at + PAGE < own.length ? page(at + PAGE) : null;
  return { json: { previous: at > 0 ? page(Math.max(0, at - PAGE)) : null, next, results } };
}

/** The body of the call back at the end. */
function stateBody(order, vendor) {
  order.polls = Infinity;
  return prediction(order, vendor, vendor.stateOf(order));
}

function prediction(order, vendor, state) {
  const at = `${vendor.url}/v1/predictions/${order.id}`;
  const { time } = order;
  const hasEnded = state !== 'running';
  return {
    ...{ id: order.id, model: order.model, version: MODELS[order.model].version, source: 'api' },
    ...{ input: order.request.input, logs: '', data_removed: false, ...resultOf(order, vendor, state) },
    ...{ created_at: time, started_at: order.polls > 1 ? time : null, completed_at: hasEnded ? time : null },
    metrics: hasEnded ? { predict_time: 2.5, total_time: 3 } : {},
    urls: { get: at, cancel: `${at}/cancel`, web: `${vendor.url}/p/${order.id}` },
  };
}

function resultOf(order, vendor, state) {
  const nothing = { output: null, error: null };
  if (state === 'running') return { status: order.polls > 1 ? 'processing' : 'starting', ...nothing };
  if (state === 'canceled') return { status: 'canceled', ...nothing };
  if (state === 'failed') {
    // the deadline passed before the start
    if (order.failsWith === 'aborted') return { status: 'aborted', ...nothing };
    return { status: 'failed', output: null, error: FAILURES[order.failsWith] ?? 'Prediction failed.' };
  }
  const { kind, isList } = MODELS[order.model];
  const links = Array.from({ length: order.request.input.num_outputs ?? 1 }, () => vendor.link(order, kind));
  return { status: 'succeeded', output: isList ? links : links[0], error: null };
}

function onOrder(handle) {
  return ({ params, key }, vendor) => {
    const order = vendor.find(params.id);
    return order?.key === key ? handle(order, vendor) : REFUSALS.model;
  };
}

function account() {
  return { json: { type: 'organization', username: 'acme', name: 'Acme', github_url: null } };
}

function invalid(problems) {
  const invalid_fields = problems.map((problem) => {
    const [place, ...text] = problem.split(' ');
    const field = place.startsWith('/') ? place.slice(1).replaceAll('/', '.') : '';
    return { type: typeOf(problem), field, description: text.join(' ') };
  });
  const detail = invalid_fields.map(({ field, description }) => `- ${field}: ${description}\n`).join('');
  return { status: 422, json: { detail, status: 422, title: 'Input validation failed', invalid_fields } };
}

function typeOf(problem) {
  if (problem.includes('additional')) return 'additional_property_not_allowed';
  if (problem.includes('required')) return 'required';
  return problem.includes('allowed values') ? 'enum' : 'invalid_type';
}

function refused(status, title, detail) {
  return { status, json: { title, detail, status } };
}
