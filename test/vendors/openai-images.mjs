import { badRequest, openAiRefusals, refused } from './openai-errors.mjs';
import { closed, count } from './schemas.mjs';

const GPT = [
  'gpt-image-1',
  'gpt-image-1-mini',
  'gpt-image-1.5',
  'gpt-image-2',
  'gpt-image-2-2026-04-21',
  'chatgpt-image-latest',
];
const ANY_SIZE = { type: 'string', pattern: '^(auto|[1-9][0-9]{1,3}x[1-9][0-9]{1,3})$' };
const FILE = { type: 'object', required: ['bytes'] };
const PICTURE = {
  ...FILE,
  properties: { type: { enum: ['image/png', 'image/webp', 'image/jpeg'] } },
};
const PICTURES = { anyOf: [PICTURE, { type: 'array', items: PICTURE, minItems: 1, maxItems: 16 }] };

const REFUSALS = openAiRefusals(
  refused(
    400,
    'image_generation_user_error',
    'moderation_blocked',
    'Your request was rejected by the safety system.',
  ),
  'size',
);

export const openaiImages = {
  name: 'openai-images',
  source:
    'openai-node and openai-python, image and model resources; platform.openai.com errors; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest,
  free: ['models'],
  models: [...GPT, 'dall-e-2'],
  stateBody,
  routes: [
    { name: 'models', method: 'GET', path: '/v1/models', handle: models },
    {
      ...{
        name: 'edit',
        method: 'POST',
        path: '/v1/images/edits',
        takes: 'form',
        isOrder: true,
        handle: answer,
      },
      schema: editSchema,
    },
    {
      ...{ name: 'generate', method: 'POST', path: '/v1/images/generations', takes: 'json', isOrder: true },
      ...{ schema: generateSchema, handle: answer },
    },
  ],
};

function generateSchema({ body }) {
  const isGpt = body.model !== 'dall-e-2';
  return closed(isGpt ? { ...gpt(count), moderation: { enum: ['low', 'auto'] } } : dallE2(count), ['prompt']);
}

function editSchema({ form }) {
  const isGpt = form.model !== 'dall-e-2';
  // a list is sent as `image[]`, one picture as `image`
  const pictures = isGpt ? { image: PICTURES, 'image[]': PICTURES } : { image: PICTURE };
  const fidelity = isGpt &&
    form.model !== 'gpt-image-1-mini' && { input_fidelity: { enum: ['high', 'low'] } };
  const fields = isGpt ? { ...gpt(numeral), ...fidelity } : dallE2(numeral);
  return {
    ...closed({ ...fields, ...pictures, mask: { ...FILE, properties: { type: { const: 'image/png' } } } }, [
      'prompt',
    ]),
    oneOf: Object.keys(pictures).map((name) => ({ required: [name] })),
  };
}

/** `number` makes the schema of a number, which a form sends as text. */
function gpt(number) {
  return {
    ...{ model: { type: 'string' }, prompt: { type: 'string', minLength: 1, maxLength: 32_000 } },
    ...{ n: number(1, 10), size: ANY_SIZE, quality: { enum: ['low', 'medium', 'high', 'auto'] } },
    ...{ background: { enum: ['transparent', 'opaque', 'auto'] }, user: { type: 'string' } },
    ...{ output_format: { enum: ['png', 'jpeg', 'webp'] }, output_compression: number(0, 100) },
  };
}

function dallE2(number) {
  return {
    ...{ model: { const: 'dall-e-2' }, prompt: { type: 'string', minLength: 1, maxLength: 1000 } },
    ...{ n: number(1, 10), size: { enum: ['256x256', '512x512', '1024x1024'] } },
    ...{ quality: { const: 'standard' }, response_format: { enum: ['url', 'b64_json'] } },
    user: { type: 'string' },
  };
}

function numeral(minimum, maximum) {
  return { enum: Array.from({ length: maximum - minimum + 1 }, (_, at) => String(minimum + at)) };
}

function answer(call, vendor) {
  const { model } = call.body ?? call.form;
  if (model !== undefined && !openaiImages.models.includes(model)) return REFUSALS.model;
  const order = vendor.accept(call);
  return order.failsWith === undefined ? { json: stateBody(order, vendor) } : REFUSALS[order.failsWith];
}

function stateBody(order, vendor) {
  const { model, n = 1, size = '1024x1024', quality = 'high', response_format = 'url' } = order.request;
  const isLink = model === 'dall-e-2' && response_format === 'url';
  const data = Array.from({ length: Number(n) }, () =>
    isLink
      ? { url: vendor.link(order, 'picture') }
      : { b64_json: vendor.fileOf(order, 'picture').toString('base64') },
  );
  const head = { created: 1_790_000_000 + order.number, data };
  if (model === 'dall-e-2') return head;
  const details = { text_tokens: 50, image_tokens: 200 };
  const usage = { input_tokens: 250, input_tokens_details: details, output_tokens: 1056, total_tokens: 1306 };
  return { ...head, background: 'opaque', output_format: 'png', quality, size, usage };
}

function models() {
  const data = openaiImages.models.map((id) => ({
    ...{ id, object: 'model', created: 1_745_000_000, owned_by: 'system' },
  }));
  return { json: { object: 'list', data } };
}
