import { badRequest, openAiRefusals, refused } from './openai-errors.mjs';
import { closed } from './schemas.mjs';

export { openrouterVideos } from './openrouter-videos.mjs';

const LINK = { type: 'string', pattern: '^(https?://|data:)' };
const PROMPT = { type: 'string', minLength: 1, maxLength: 32_000 };
const SIZES = ['720x1280', '1280x720', '1024x1792', '1792x1024'];
const REFUSALS = openAiRefusals(
  refused(
    400,
    'invalid_request_error',
    'moderation_blocked',
    'The request was blocked by our moderation system.',
  ),
  'seconds',
);
const UNKNOWN = refused(404, 'invalid_request_error', 'not_found', 'The video was not found.');
// document: not stated; assumed
const UNFINISHED = refused(400, 'invalid_request_error', 'video_not_ready', 'The video is not ready.');

export const videos = {
  name: 'videos',
  source: 'openai-node and openai-python, video resource; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest,
  free: ['models', 'list', 'get'],
  models: ['sora-2', 'sora-2-pro'],
  stateBody,
  routes: [
    { name: 'models', method: 'GET', path: '/v1/models', handle: () => modelList() },
    {
      ...{ name: 'create', method: 'POST', path: '/v1/videos', takes: 'json or form', isOrder: true },
      ...{ schema: createSchema, handle: create },
    },
    { name: 'list', method: 'GET', path: '/v1/videos', handle: list },
    { name: 'get', method: 'GET', path: '/v1/videos/{id}', handle: onOrder(get) },
    { name: 'content', method: 'GET', path: '/v1/videos/{id}/content', handle: onOrder(content) },
    { name: 'delete', method: 'DELETE', path: '/v1/videos/{id}', handle: onOrder(remove) },
  ],
};

function createSchema({ form }) {
  const reference = form
    ? { type: 'object', required: ['bytes'], properties: { type: { pattern: '^image/(png|jpeg|webp)$' } } }
    : { ...closed({ image_url: LINK, file_id: { type: 'string' } }, []), minProperties: 1, maxProperties: 1 };
  return closed(
    {
      ...{ model: { type: 'string' }, prompt: PROMPT, input_reference: reference },
      ...{ seconds: { enum: ['4', '8', '12'] }, size: { enum: SIZES } },
    },
    ['prompt'],
  );
}

function create(call, vendor) {
  const { model = 'sora-2' } = call.body ?? call.form;
  if (!videos.models.includes(model)) return REFUSALS.model;
  return { json: stateBody(vendor.accept(call), vendor) };
}

function get(order, vendor) {
  vendor.poll(order);
  return { json: stateBody(order, vendor) };
}

function content(order, vendor) {
  if (vendor.stateOf(order) !== 'succeeded') return UNFINISHED;
  return { bytes: vendor.fileOf(order, 'video'), headers: { 'content-type': 'video/mp4' } };
}

function remove(order, vendor) {
  // document: only that it is for finished and failed ones; the answer for others is assumed
  if (vendor.stateOf(order) === 'running') return UNFINISHED;
  order.isDeleted = true;
  return { json: { id: order.id, object: 'video.deleted', deleted: true } };
}

function list({ query, key }, vendor) {
  const own = vendor.orders.filter((order) => order.key === key && !order.isDeleted);
  if (query.get('order') !== 'asc') own.reverse();
  const from = own.findIndex(({ id }) => id === query.get('after')) + 1;
  const page = own.slice(from, from + Number(query.get('limit') ?? 20));
  const ends = { first_id: page[0]?.id ?? null, last_id: page.at(-1)?.id ?? null };
  const data = page.map((order) => stateBody(order, vendor));
  return { json: { object: 'list', data, ...ends, has_more: from + page.length < own.length } };
}

function stateBody(order, vendor) {
  const state = vendor.stateOf(order);
  const { model = 'sora-2', prompt, seconds = '4', size = '720x1280' } = order.request;
  const time = 1_790_000_000 + order.number;
  const running = order.polls > 0 ? ['in_progress', 50] : ['queued', 0];
  const [status, progress] = { succeeded: ['completed', 100], failed: ['failed', 0], running }[state];
  const { code, message } = REFUSALS[order.failsWith]?.json.error ?? {};
  return {
    ...{ id: order.id, object: 'video', model, prompt, seconds, size, status, progress },
    ...{ created_at: time, completed_at: state === 'succeeded' ? time + 60 : null },
    ...{ expires_at: state === 'succeeded' ? time + 3600 : null, remixed_from_video_id: null },
    error: state === 'failed' ? { code, message } : null,
  };
}

function onOrder(handle) {
  return ({ params, key }, vendor) => {
    const order = vendor.find(params.id);
    return order?.key === key && !order.isDeleted ? handle(order, vendor) : UNKNOWN;
  };
}

function modelList() {
  return {
    json: {
      object: 'list',
      data: videos.models.map((id) => ({ id, object: 'model', created: 1_745_000_000 })),
    },
  };
}
