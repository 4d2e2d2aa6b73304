import { closed } from './schemas.mjs';

const LINK = { type: 'string', pattern: '^(https?://|data:)' };
const IMAGE = closed({ type: { const: 'image_url' }, image_url: closed({ url: LINK }, ['url']) }, [
  'type',
  'image_url',
]);
const FRAME = closed({ ...IMAGE.properties, frame_type: { enum: ['first_frame', 'last_frame'] } }, [
  ...IMAGE.required,
  'frame_type',
]);

/** Like `/v1/videos`, with other fields, states and errors, and frames. */
export const openrouterVideos = {
  name: 'openrouter-videos',
  source: 'openrouter.ai docs and OpenRouterTeam/typescript-sdk, video generation; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: {
    content: plain(403, 'The input was flagged by moderation.'),
    parameters: plain(400, 'Invalid request parameters'),
    model: plain(404, 'The model was not found.'),
    balance: plain(402, 'Insufficient credits.'),
    busy: { ...plain(429, 'Rate limit exceeded'), headers: { 'retry-after': '1' } },
    key: plain(401, 'No auth credentials found'),
  },
  badRequest: (problems) => plain(400, problems.join('; ')),
  free: ['models', 'get'],
  models: ['google/veo-3.1', 'alibaba/wan-2.7'],
  stateBody: (order, vendor) => routerBody(Object.assign(order, { polls: Infinity }), vendor),
  routes: [
    { name: 'models', method: 'GET', path: '/api/v1/videos/models', handle: models },
    {
      ...{ name: 'create', method: 'POST', path: '/api/v1/videos', takes: 'json', isOrder: true },
      schema: closed(
        {
          ...{ model: { type: 'string' }, prompt: { type: 'string' }, seed: { type: 'integer' } },
          ...{
            duration: { type: 'integer', minimum: 1 },
            size: { type: 'string', pattern: String.raw`^\d+x\d+$` },
          },
          resolution: { enum: ['480p', '720p', '1080p', '1K', '2K', '4K'] },
          aspect_ratio: { enum: ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9', '9:21'] },
          ...{ generate_audio: { type: 'boolean' }, callback_url: LINK, provider: { type: 'object' } },
          frame_images: { type: 'array', items: FRAME, minItems: 1, maxItems: 2 },
          input_references: { type: 'array', items: IMAGE, minItems: 1 },
        },
        ['model', 'prompt'],
      ),
      handle: (call, vendor) => {
        const { model, callback_url: callbackUrl } = call.body;
        if (!openrouterVideos.models.includes(model)) return openrouterVideos.refusals.model;
        return { status: 202, json: routerBody(vendor.accept(call, { callbackUrl }), vendor) };
      },
    },
    {
      ...{ name: 'get', method: 'GET', path: '/api/v1/videos/{id}' },
      handle: onOrder((order, vendor) => {
        vendor.poll(order);
        return { json: routerBody(order, vendor) };
      }),
    },
    {
      ...{ name: 'content', method: 'GET', path: '/api/v1/videos/{id}/content' },
      handle: onOrder((order, vendor) =>
        vendor.stateOf(order) === 'succeeded'
          ? { bytes: vendor.fileOf(order, 'video'), headers: { 'content-type': 'video/mp4' } }
          : plain(400, 'The job is not completed'),
      ),
    },
  ],
};

function routerBody(order, vendor) {
  const state = vendor.stateOf(order);
  const at = `/api/v1/videos/${order.id}`;
  // the docs call this link relative
  const head = { id: order.id, polling_url: at };
  if (state === 'running') return { ...head, status: order.polls > 0 ? 'in_progress' : 'pending' };
  if (state === 'failed') {
    if (['cancelled', 'expired'].includes(order.failsWith)) return { ...head, status: order.failsWith };
    const refusal = openrouterVideos.refusals[order.failsWith];
    return { ...head, status: 'failed', error: refusal?.json.error.message ?? 'The generation failed.' };
  }
  const urls = [`${vendor.url}${at}/content?index=0`];
  return { ...head, status: 'completed', unsigned_urls: urls, usage: { cost: 0.4, is_byok: false } };
}

function onOrder(handle) {
  return ({ params, key }, vendor) => {
    const order = vendor.find(params.id);
    return order?.key === key ? handle(order, vendor) : plain(404, 'Job not found');
  };
}

function models() {
  return {
    json: { data: openrouterVideos.models.map((id) => ({ id, canonical_slug: id, created: 1_745_000_000 })) },
  };
}

function plain(code, message) {
  return { status: code, json: { error: { code, message } } };
}
