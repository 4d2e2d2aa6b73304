import { closed, count, range } from './schemas.mjs';

const COG_INPUT = closed(
  {
    prompt: { type: 'string' },
    image: { type: 'string', pattern: '^(https?|data|s3|gs|az):' },
    ...{ prompt_strength: range(0, 1), num_inference_steps: count(1, 500), seed: { type: 'integer' } },
  },
  ['image'],
);
const COG_BODY = closed(
  {
    id: { type: 'string' },
    input: COG_INPUT,
    output_file_prefix: { type: 'string' },
    webhook: { type: 'string', pattern: '^https?://' },
    webhook_events_filter: { type: 'array', items: { enum: ['start', 'output', 'logs', 'completed'] } },
  },
  ['input'],
);

/** The server of one model, on a machine of one's own. */
export const cog = {
  name: 'cog',
  source: 'replicate/cog docs/http.md; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  needsKey: false,
  refusals: {
    // document: the server has neither models, money, keys nor rules of content; what stands before it is assumed
    ...{
      content: refused(422, 'Input flagged'),
      model: refused(404, 'Not found'),
      balance: refused(402, 'Insufficient credit'),
      key: refused(401, 'Unauthenticated'),
    },
    parameters: cogInvalid(['/input must NOT have additional properties style']),
    // document: `409 Conflict` is stated, its text and the time to wait are not; assumed
    busy: { status: 409, headers: { 'retry-after': '1' }, json: { detail: 'Already running a prediction' } },
  },
  badRequest: cogInvalid,
  free: ['health'],
  stateBody: (order, vendor) => cogPrediction(order, vendor, endOf(order)),
  routes: [
    { name: 'health', method: 'GET', path: '/health-check', handle: () => ({ json: { status: 'READY' } }) },
    {
      ...{ name: 'predict', method: 'POST', path: '/predictions', takes: 'json', isOrder: true },
      ...{ schema: COG_BODY, handle: (call, vendor) => cogAnswer(call, vendor, cogOrder(call, vendor)) },
    },
    {
      ...{ name: 'predict_as', method: 'PUT', path: '/predictions/{id}', takes: 'json', isOrder: true },
      ...{ schema: COG_BODY, handle: (call, vendor) => cogAnswer(call, vendor, cogRunning(call, vendor)) },
    },
    { name: 'cancel', method: 'POST', path: '/predictions/{id}/cancel', handle: cogCancel },
  ],
};

function cogOrder(call, vendor) {
  const id = call.params.id ?? call.body.id;
  return vendor.accept(call, { callbackUrl: call.body.webhook, ...(id && { id }) });
}

/** The same id is the same work only while that runs; each call for it counts as a poll. */
function cogRunning(call, vendor) {
  const running = vendor.orders.findLast(({ id }) => id === call.params.id);
  return running && vendor.stateOf(running) === 'running' ? running : cogOrder(call, vendor);
}

function cogAnswer(call, vendor, order) {
  if (call.headers.prefer === 'respond-async')
    return { status: 202, json: { id: order.id, status: 'starting' } };
  vendor.poll(order);
  return { json: cogPrediction(order, vendor, endOf(order)) };
}

function cogCancel({ params }, vendor) {
  const order = vendor.orders.findLast(({ id }) => id === params.id);
  if (!order) return { status: 404, json: {} };
  order.isCanceled = vendor.stateOf(order) === 'running';
  return { json: {} };
}

function endOf(order) {
  if (order.isCanceled) return 'canceled';
  return order.failsWith === undefined ? 'succeeded' : 'failed';
}

function cogPrediction(order, vendor, status) {
  const bytes = vendor.fileOf(order, 'picture').toString('base64');
  return {
    ...{ id: order.id, input: order.request.input, logs: '', status, metrics: { predict_time: 2.5 } },
    ...(status === 'succeeded' && { output: `data:image/png;base64,${bytes}` }),
    ...(status === 'failed' && { error: `The prediction failed: ${order.failsWith}` }),
  };
}

function cogInvalid(problems) {
  // document: not stated; assumed from the framework
  const detail = problems.map((msg) => ({ loc: ['body', 'input'], msg, type: 'value_error' }));
  return { status: 422, json: { detail } };
}

function refused(status, detail) {
  return { status, json: { detail } };
}
