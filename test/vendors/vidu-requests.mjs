import { closed, count } from './schemas.mjs';

const [P360, P540, P720, P1080] = ['360p', '540p', '720p', '1080p'];
const HD = [P540, P720, P1080];
/** What each model of an endpoint can do: the lengths in seconds and the resolutions (of a length, where they differ). */
const OF_FRAMES = {
  'viduq3-turbo': [upTo(16), HD],
  'viduq3-pro': [upTo(16), HD],
  'viduq2-pro-fast': [upTo(8), [P720, P1080]],
  'viduq2-pro': [upTo(8), HD],
  'viduq2-turbo': [upTo(8), HD],
  viduq1: [[5], [P1080]],
  'viduq1-classic': [[5], [P1080]],
  'vidu2.0': [[4, 8], { 4: [P360, P720, P1080], 8: [P720] }],
};
const OF_TEXT = {
  'viduq3-turbo': [upTo(16), HD],
  'viduq3-pro': [upTo(16), HD],
  viduq2: [upTo(10), HD],
  viduq1: [[5], [P1080]],
};
const OF_REFERENCES = {
  'viduq3-mix': [upTo(16), HD],
  viduq3: [upTo(16), HD],
  'viduq2-pro': [upTo(10), HD],
  viduq2: [upTo(10), HD],
  viduq1: [[5], [P1080]],
  'vidu2.0': [[4], [P360, P720]],
};
const OF_EXTENSION = { 'viduq2-pro': [upTo(7), HD], 'viduq2-turbo': [upTo(7), HD] };

const BOOLEAN = { type: 'boolean' };
const TEXT = { type: 'string' };
const LINK = { type: 'string', pattern: '^https?://' };
/** A link, or Base64 with its content type: at most 10 MB when decoded. */
const PICTURE = {
  anyOf: [
    LINK,
    {
      ...{ type: 'string', maxLength: Math.ceil((10 * 1024 * 1024 * 4) / 3) + 40 },
      pattern: '^data:image/(png|jpeg|jpg|webp);base64,[A-Za-z0-9+/]+={0,2}$',
    },
  ],
};
const COMMON = {
  ...{ seed: { type: 'integer' }, payload: { type: 'string', maxLength: 1_048_576 }, callback_url: LINK },
};
const GENERATED = {
  ...COMMON,
  prompt: { type: 'string', maxLength: 5000 },
  movement_amplitude: { enum: ['auto', 'small', 'medium', 'large'] },
  ...{ off_peak: BOOLEAN, watermark: BOOLEAN, wm_position: count(1, 4), wm_url: LINK, meta_data: TEXT },
  ...{ bgm: BOOLEAN, audio: BOOLEAN },
};
const FROM_PICTURES = {
  ...{ ...GENERATED, voice_id: TEXT, is_rec: BOOLEAN },
  audio_type: { enum: ['all', 'speech_only', 'sound_effect_only'] },
};
const SUBJECT = closed(
  {
    id: TEXT,
    name: TEXT,
    voice_id: TEXT,
    images: pictures(1, 3),
    videos: { type: 'array', items: LINK, maxItems: 1 },
  },
  [],
);

/** Only viduq1 has styles; the others pass a style over, which is a mistake of the caller here. It has no narrow ratios. */
// document: watermarks and metadata are stated for this endpoint by resellers only; assumed
function textFields({ model }) {
  const wide = ['16:9', '9:16', '1:1'];
  return model === 'viduq1'
    ? { ...GENERATED, aspect_ratio: { enum: wide }, style: { enum: ['general', 'anime'] } }
    : { ...GENERATED, aspect_ratio: { enum: [...wide, '4:3', '3:4'] } };
}

/** By endpoint: the models, the fields (of a request, where they differ) besides `model`, `duration` and `resolution`, and which must be there. */
const ENDPOINTS = {
  text2video: [OF_TEXT, textFields, ['prompt']],
  'start-end2video': [OF_FRAMES, { ...FROM_PICTURES, images: pictures(2, 2) }, ['images']],
  img2video: [OF_FRAMES, { ...FROM_PICTURES, images: pictures(1, 1) }, ['images']],
  reference2video: [
    OF_REFERENCES,
    {
      ...{ ...FROM_PICTURES, images: pictures(1, 7), videos: { type: 'array', items: LINK, maxItems: 2 } },
      subjects: { type: 'array', items: SUBJECT, minItems: 1, maxItems: 7 },
      aspect_ratio: { enum: ['16:9', '9:16', '1:1', '4:3', '3:4'] },
    },
    ['prompt'],
    { anyOf: [{ required: ['images'] }, { required: ['subjects'] }] },
  ],
  extend: [
    OF_EXTENSION,
    {
      ...{ ...COMMON, prompt: { type: 'string', maxLength: 2000 }, images: pictures(1, 1) },
      ...{ video_creation_id: TEXT, video_url: LINK },
    },
    [],
    { oneOf: [{ required: ['video_creation_id'] }, { required: ['video_url'] }] },
  ],
};

export const ENDPOINT_NAMES = Object.keys(ENDPOINTS);

/** The closed schema of a request: its lengths and resolutions follow from its model. */
export function requestSchema(endpoint, body) {
  const [models, fields, required, more] = ENDPOINTS[endpoint];
  const { lengths, resolutions } = abilities(endpoint, body);
  const choices = { duration: { enum: lengths }, resolution: { enum: resolutions } };
  const others = typeof fields === 'function' ? fields(body) : fields;
  const properties = { ...others, model: { enum: Object.keys(models) }, ...choices };
  return { ...closed(properties, ['model', ...required]), ...more };
}

/** What the vendor takes for a length and a resolution that are left out. */
export function defaults(endpoint, body) {
  const { lengths, resolutions } = abilities(endpoint, body);
  const resolution = resolutions.includes(P720) ? P720 : resolutions[0];
  const ratio = endpoint === 'text2video' && { aspect_ratio: '16:9' };
  return { duration: lengths.includes(5) ? 5 : lengths[0], resolution, ...ratio };
}

function abilities(endpoint, { model, duration }) {
  const [models] = ENDPOINTS[endpoint];
  const [lengths, resolutions] = models[model] ?? Object.values(models)[0];
  if (Array.isArray(resolutions)) return { lengths, resolutions };
  return { lengths, resolutions: resolutions[duration] ?? resolutions[lengths[0]] };
}

function pictures(minItems, maxItems) {
  return { type: 'array', items: PICTURE, minItems, maxItems };
}

function upTo(seconds) {
  return Array.from({ length: seconds }, (_, at) => at + 1);
}
