import { createHmac } from 'node:crypto';
import { closed, count, placeOf } from './schemas.mjs';

/** What the vendor's console shows for its webhooks; `vendor.webhookSecret` overrides it. */
const WEBHOOK_SECRET = 'freepik-webhook-secret';

const PERCENT = count(0, 100);
const BOOLEAN = { type: 'boolean' };
const URI = { type: 'string', pattern: '^https?://' };
/** Base64 without a `data:` prefix, or a link. */
const PICTURE = {
  anyOf: [URI, { type: 'string', minLength: 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }],
};
const ADVANCED = closed(
  {
    ...{ whites: PERCENT, blacks: PERCENT, brightness: PERCENT, contrast: PERCENT, saturation: PERCENT },
    engine: {
      enum: [
        'automatic',
        'balanced',
        'cool',
        'real',
        'illusio',
        'fairy',
        'colorful_anime',
        'hard_transform',
        'softy',
      ],
    },
    transfer_light_a: { enum: ['automatic', 'low', 'medium', 'normal', 'high', 'high_on_faces'] },
    transfer_light_b: {
      enum: [
        ...['automatic', 'composition', 'straight', 'smooth_in', 'smooth_out', 'smooth_both', 'reverse_both'],
        ...['soft_in', 'soft_out', 'soft_mid', 'strong_mid', 'style_shift', 'strong_shift'],
      ],
    },
    fixed_generation: BOOLEAN,
  },
  [],
);

const RELIGHT = {
  ...closed(
    {
      ...{ image: PICTURE, webhook_url: URI, prompt: { type: 'string' } },
      ...{ transfer_light_from_reference_image: PICTURE, transfer_light_from_lightmap: PICTURE },
      ...{ light_transfer_strength: PERCENT, interpolate_from_original: BOOLEAN, change_background: BOOLEAN },
      style: {
        enum: [
          ...['standard', 'darker_but_realistic', 'clean', 'smooth', 'brighter', 'contrasted_n_hdr'],
          'just_composition',
        ],
      },
      ...{ preserve_details: BOOLEAN, advanced_settings: ADVANCED },
    },
    ['image'],
  ),
  not: { required: ['transfer_light_from_reference_image', 'transfer_light_from_lightmap'] },
};
const STYLE_TRANSFER = closed(
  {
    ...{ image: PICTURE, reference_image: PICTURE, webhook_url: URI, prompt: { type: 'string' } },
    ...{
      style_strength: PERCENT,
      structure_strength: PERCENT,
      is_portrait: BOOLEAN,
      fixed_generation: BOOLEAN,
    },
    portrait_style: { enum: ['standard', 'pop', 'super_pop'] },
    portrait_beautifier: { enum: ['beautify_face', 'beautify_face_max'] },
    flavor: {
      enum: ['faithful', 'gen_z', 'psychedelia', 'detaily', 'clear', 'donotstyle', 'donotstyle_sharp'],
    },
    engine: {
      enum: [
        ...['balanced', 'definio', 'illusio', '3d_cartoon', 'colorful_anime', 'caricature', 'real'],
        ...['super_real', 'softy'],
      ],
    },
  },
  ['image', 'reference_image'],
);
const SKIN = { image: PICTURE, webhook_url: URI, sharpen: PERCENT, smart_grain: PERCENT };
const TARGETS = ['enhance_skin', 'improve_lighting', 'enhance_everything', 'transform_to_real', 'no_make_up'];
const SKINS = {
  creative: SKIN,
  faithful: { ...SKIN, skin_detail: PERCENT },
  flexible: { ...SKIN, optimized_for: { enum: TARGETS } },
};

const REFUSALS = {
  // document: not stated; assumed
  content: { status: 400, json: { message: 'The image was refused by the safety review' } },
  parameters: invalid(['/light_transfer_strength must be <= 100']),
  // document: not stated (the engine is the nearest to a model); assumed
  model: invalid(['/engine must be equal to one of the allowed values']),
  // document: not stated; assumed
  balance: { status: 402, json: { message: 'Not enough credits' } },
  busy: { status: 429, json: { message: 'Too Many Requests' }, headers: { 'retry-after': '1' } },
  key: { status: 401, json: { message: 'Invalid API key' } },
};

export const freepik = {
  name: 'freepik',
  source:
    'docs.freepik.com: image-relight (OpenAPI), image-style-transfer, skin-enhancer, webhooks; ComfyUI models of its API for the bare reply; read 2026-11',
  keyIn: (headers) => headers['x-freepik-api-key'],
  refusals: REFUSALS,
  badRequest: invalid,
  free: ['relight-task', 'style-transfer-task', 'skin-enhancer-task'],
  stateBody,
  signature,
  routes: [
    order('relight', '/v1/ai/image-relight', RELIGHT),
    order('style-transfer', '/v1/ai/image-style-transfer', STYLE_TRANSFER),
    ...Object.entries(SKINS).map(([mode, fields]) =>
      order(`skin-enhancer-${mode}`, `/v1/ai/skin-enhancer/${mode}`, closed(fields, ['image'])),
    ),
    task('relight', '/v1/ai/image-relight'),
    task('style-transfer', '/v1/ai/image-style-transfer'),
    task('skin-enhancer', '/v1/ai/skin-enhancer'),
  ],
};

function order(name, path, schema) {
  return { name, method: 'POST', path, takes: 'json', isOrder: true, schema, handle: take };
}

function task(name, path) {
  const handle = ({ params }, vendor) => {
    const found = vendor.find(params.task_id);
    // a task is known under the path of its order only
    if (!found?.type.startsWith(name)) return { status: 404, json: { message: 'Not found' } };
    vendor.poll(found);
    return { json: { data: stateBody(found, vendor) } };
  };
  return { name: `${name}-task`, method: 'GET', path: `${path}/{task_id}`, handle };
}

function take(call, vendor) {
  const { id } = vendor.accept(call, { callbackUrl: call.body.webhook_url, type: call.name });
  // style transfer answers without `data`, and names the status otherwise
  if (call.name === 'style-transfer') return { json: { task_id: id, task_status: 'CREATED', generated: [] } };
  return { json: { data: { task_id: id, status: 'CREATED', generated: [] } } };
}

/** The body of a call back: the reply to a look-up without its `data`. */
function stateBody(found, vendor) {
  const state = vendor.stateOf(found);
  const names = { running: 'IN_PROGRESS', succeeded: 'COMPLETED' };
  const generated = state === 'succeeded' ? [vendor.link(found, 'picture')] : [];
  return { task_id: found.id, status: names[state] ?? 'FAILED', generated };
}

function signature(vendor, { body, order: found, forge }) {
  const id = `webhook-${found.number}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secret = forge ? 'another-secret' : (vendor.webhookSecret ?? WEBHOOK_SECRET);
  const value = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${value}` };
}

function invalid(problems) {
  const invalid_params = problems.map((reason) => ({ field: placeOf(reason).join('.'), reason }));
  return { status: 400, json: { message: "Your request parameters didn't validate.", invalid_params } };
}
