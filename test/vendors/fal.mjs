import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { MODELS } from './fal-models.mjs';
import { wave } from './wave.mjs';

const SIGNING = generateKeyPairSync('ed25519');
const FORGING = generateKeyPairSync('ed25519');
const CANCELED = { detail: 'The request was cancelled by the client', error_type: 'client_cancelled' };

const REFUSALS = {
  content: refused('content_policy_violation', 'The content was flagged by a content checker.', 'prompt'),
  parameters: refused('value_error', 'The value is not valid.', 'prompt'),
  // document: not stated; assumed
  model: { status: 404, json: { detail: 'Application not found' } },
  balance: {
    status: 403,
    json: {
      detail: 'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.',
    },
  },
  // document: not stated; assumed
  busy: { status: 429, headers: { 'retry-after': '1' }, json: { detail: 'Too many requests' } },
  // document: the text is not stated; assumed
  key: { status: 401, json: { detail: 'Authentication is required to access this application.' } },
};

export const fal = {
  name: 'fal',
  source:
    'docs.fal.ai: queue, webhooks, errors, request errors; llms.txt of the models; fal-js of 2026-08, types of the models; read 2026-11',
  keyIn: (headers) => /^Key (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest: (problems) => ({ status: 422, json: { detail: problems.map(invalid) } }),
  free: ['status', 'result', 'jwks'],
  models: MODELS,
  files: { wave: { type: 'audio/wav', make: wave } },
  stateBody,
  signature,
  routes: [
    { name: 'jwks', method: 'GET', path: '/.well-known/jwks.json', open: true, handle: jwks },
    // the paths of a request have only the owner and the app, not the rest of the model's name
    { name: 'status', method: 'GET', path: '/{owner}/{app}/requests/{id}/status', handle: onOrder(status) },
    { name: 'result', method: 'GET', path: '/{owner}/{app}/requests/{id}', handle: onOrder(result) },
    { name: 'result', method: 'GET', path: '/{owner}/{app}/requests/{id}/response', handle: onOrder(result) },
    { name: 'cancel', method: 'PUT', path: '/{owner}/{app}/requests/{id}/cancel', handle: onOrder(cancel) },
    {
      ...{ name: 'submit', method: 'POST', path: '/{model+}', takes: 'json', isOrder: true, handle: submit },
      schema: (call) => MODELS[call.params.model]?.input,
    },
  ],
};

function submit(call, vendor) {
  const { model } = call.params;
  if (!MODELS[model]) return REFUSALS.model;
  const order = vendor.accept(call, { model, callbackUrl: call.query.get('fal_webhook') ?? undefined });
  return { json: { status: 'IN_QUEUE', request_id: order.id, queue_position: 0, ...urls(order, vendor) } };
}

function status(order, vendor) {
  const state = vendor.poll(order);
  const head = { request_id: order.id, ...urls(order, vendor) };
  if (state !== 'running') {
    const failure = failureOf(order, state);
    // the model has answered, well or not; an answer that is not well has its reason here too
    const reason = failure && { error: textOf(failure), error_type: failure.json.error_type };
    return { json: { ...head, status: 'COMPLETED', logs: [], metrics: { inference_time: 1.5 }, ...reason } };
  }
  const isQueued = order.polls === 1;
  const rest = isQueued ? { status: 'IN_QUEUE', queue_position: 0 } : { status: 'IN_PROGRESS', logs: [] };
  return { status: 202, json: { ...head, ...rest } };
}

function result(order, vendor) {
  const state = vendor.stateOf(order);
  if (state === 'running') return { status: 400, json: { detail: 'Request is still in progress' } };
  return failureOf(order, state) ?? { json: outputOf(order, vendor) };
}

function cancel(order, vendor) {
  const state = vendor.stateOf(order);
  if (state !== 'running') return { status: 400, json: { status: 'ALREADY_COMPLETED' } };
  order.isCanceled = true;
  if (order.polls === 0) return { json: { status: 'OK' } };
  return { status: 202, json: { status: 'CANCELLATION_REQUESTED' } };
}

/** The body of the call back, which only comes at the end. */
function stateBody(order, vendor) {
  order.polls = Infinity;
  const head = { request_id: order.id, gateway_request_id: `${order.id}-try-1` };
  const failure = failureOf(order, vendor.stateOf(order));
  if (!failure) return { ...head, status: 'OK', payload: outputOf(order, vendor) };
  return { ...head, status: 'ERROR', error: textOf(failure), payload: failure.json };
}

function signature(vendor, { body, order, forge }) {
  const [user, timestamp] = ['user-1', String(Math.floor(Date.now() / 1000))];
  const hash = createHash('sha256').update(body).digest('hex');
  const signed = Buffer.from([order.id, user, timestamp, hash].join('\n'));
  return {
    'X-Fal-Webhook-Request-Id': order.id,
    'X-Fal-Webhook-User-Id': user,
    'X-Fal-Webhook-Timestamp': timestamp,
    'X-Fal-Webhook-Signature': sign(null, signed, (forge ? FORGING : SIGNING).privateKey).toString('hex'),
  };
}

function jwks() {
  return { json: { keys: [{ ...SIGNING.publicKey.export({ format: 'jwk' }), kid: 'key-1', use: 'sig' }] } };
}

function onOrder(handle) {
  return ({ params, key }, vendor) => {
    const order = vendor.find(params.id);
    const isIts = order?.key === key && order.model.startsWith(`${params.owner}/${params.app}`);
    return isIts ? handle(order, vendor) : { status: 404, json: { detail: 'Request not found' } };
  };
}

function urls({ id, model }, vendor) {
  const at = `${vendor.url}/${model.split('/').slice(0, 2).join('/')}/requests/${id}`;
  return { status_url: `${at}/status`, response_url: `${at}/response`, cancel_url: `${at}/cancel` };
}

function failureOf(order, state) {
  // document: what a cancelled request answers is not stated; assumed
  if (state === 'canceled') return { status: 499, json: CANCELED };
  return state === 'failed' ? REFUSALS[order.failsWith] : undefined;
}

function textOf({ json: { detail } }) {
  return typeof detail === 'string' ? detail : detail[0].msg;
}

function outputOf(order, vendor) {
  const { output } = MODELS[order.model];
  if (output === 'video') return { video: file(order, vendor, 'video', 'video/mp4') };
  if (output === 'audio_file') return { audio_file: file(order, vendor, 'sound', 'audio/mpeg') };
  // document: the type of speech is seen in the examples only; assumed
  if (output === 'audio') return { audio: file(order, vendor, 'wave', 'audio/wav') };
  if (output === 'cutout') return cutout(order, vendor);
  const seed = order.request.seed ?? order.number;
  if (output === 'picture') return { image: picture(order, vendor), seed, timings: {} };
  const { prompt, num_images = 1 } = order.request;
  const images = Array.from({ length: num_images }, () => picture(order, vendor));
  if (output === 'described') return { images, description: '' };
  return { images, timings: {}, seed, has_nsfw_concepts: images.map(() => false), prompt };
}

function cutout(order, vendor) {
  const mask = order.request.output_mask && { mask_image: picture(order, vendor) };
  return { image: picture(order, vendor), ...mask };
}

function picture(order, vendor) {
  return { ...file(order, vendor, 'picture', 'image/png'), width: 16, height: 16 };
}

function file(order, vendor, kind, type) {
  const url = vendor.link(order, kind);
  return { url, content_type: type, file_name: kind, file_size: vendor.fileOf(order, kind).length };
}

function refused(type, msg, field) {
  const url = `https://docs.fal.ai/errors#${type}`;
  return { status: 422, json: { detail: [{ loc: ['body', field], msg, type, url, input: 'the value' }] } };
}

function invalid(problem) {
  const type = /additional/.test(problem) ? 'extra_forbidden' : 'value_error';
  return { loc: ['body'], msg: problem, type: /required/.test(problem) ? 'missing' : type };
}
