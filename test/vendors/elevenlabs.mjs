import { REFUSALS, invalid, refusedQuery } from './elevenlabs-errors.mjs';
import { speak } from './elevenlabs-speech.mjs';
import { closed, count, range } from './schemas.mjs';

const MP3 = [
  ...['mp3_22050_32', 'mp3_24000_48', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96', 'mp3_44100_128'],
  ...['mp3_44100_192', 'mp3_48000_128', 'mp3_48000_192', 'mp3_48000_240', 'mp3_48000_320'],
];
const FORMATS = [
  ...[
    'auto',
    ...MP3,
    'pcm_8000',
    'pcm_16000',
    'pcm_22050',
    'pcm_24000',
    'pcm_32000',
    'pcm_44100',
    'pcm_48000',
  ],
  ...['ulaw_8000', 'alaw_8000', 'opus_48000_32', 'opus_48000_64', 'opus_48000_96', 'opus_48000_128'],
  'opus_48000_192',
];
const MODELS = ['music_v1', 'music_v2', 'music_v2_5'];

const TEXTS = { type: 'array', items: { type: 'string' }, maxItems: 50 };
const SECTION = closed(
  {
    section_name: { type: 'string', minLength: 1, maxLength: 100 },
    ...{ positive_local_styles: TEXTS, negative_local_styles: TEXTS, duration_ms: count(3000, 120_000) },
    lines: { type: 'array', maxItems: 30, items: { type: 'string', maxLength: 200 } },
  },
  ['section_name', 'positive_local_styles', 'negative_local_styles', 'duration_ms', 'lines'],
);
const PLAN = closed(
  {
    ...{ positive_global_styles: TEXTS, negative_global_styles: TEXTS },
    sections: { type: 'array', items: SECTION },
  },
  ['positive_global_styles', 'negative_global_styles', 'sections'],
);
const CHUNK = closed(
  {
    ...{
      text: { type: 'string' },
      duration_ms: count(3000, 120_000),
      positive_styles: TEXTS,
      negative_styles: TEXTS,
    },
    context_adherence: { enum: ['low', 'medium', 'high'] },
  },
  ['text', 'duration_ms'],
);
const CHUNKS = closed({ chunks: { type: 'array', items: CHUNK, minItems: 1, maxItems: 30 } }, ['chunks']);

const STREAM = {
  prompt: { type: 'string', minLength: 1, maxLength: 4100 }, // document: not stated; assumed
  music_length_ms: count(3000, 600_000),
  model_id: { type: 'string' },
  ...{ seed: count(0, 2_147_483_647), force_instrumental: { type: 'boolean' } },
  ...{
    finetune_id: { type: 'string' },
    finetune_strength: range(0, 1),
    store_for_inpainting: { type: 'boolean' },
  },
};
const WHOLE = {
  ...STREAM,
  respect_sections_durations: { type: 'boolean' },
  sign_with_c2pa: { type: 'boolean' },
};

export const elevenlabs = {
  name: 'elevenlabs',
  source:
    'elevenlabs-python (music, user, text to speech) of 2026-07; elevenlabs.io/docs: eleven-api/resources/errors, cookbooks/music/quickstart, models; help.elevenlabs.io: API errors, characters; read 2026-11',
  keyIn: (headers) => headers['xi-api-key'],
  refusals: REFUSALS,
  badRequest: invalid,
  free: ['subscription'],
  routes: [
    route('compose', '/v1/music', WHOLE, (audio, headers) => ({ bytes: audio, headers })),
    route('stream', '/v1/music/stream', STREAM, (audio, headers) => ({ chunks: slices(audio), headers })),
    speak,
    { name: 'subscription', method: 'GET', path: '/v1/user/subscription', handle: subscription },
  ],
};

function route(name, path, fields, answer) {
  const handle = (call, vendor) => compose(call, vendor, answer);
  return {
    ...{ name, method: 'POST', path, takes: 'json', isOrder: true, handle },
    schema: ({ body }) => schemaOf(fields, body),
  };
}

/** A prompt or a plan, never both; what belongs to the one is refused with the other. */
function schemaOf({ seed, respect_sections_durations, ...fields }, body) {
  const { prompt, music_length_ms, force_instrumental, ...common } = fields;
  const ofPrompt = { ...common, prompt, music_length_ms, force_instrumental };
  if (body.composition_plan === undefined) return closed(ofPrompt, ['prompt']);
  // the form of the plan goes with the model
  const composition_plan = (body.model_id ?? 'music_v1') === 'music_v1' ? PLAN : CHUNKS;
  const ofPlan = respect_sections_durations ? { respect_sections_durations } : {};
  return closed({ ...common, seed, composition_plan, ...ofPlan }, ['composition_plan']);
}

function compose(call, vendor, answer) {
  const { model_id = 'music_v1' } = call.body;
  const refusal = refusedQuery(call, vendor, { output_format: FORMATS });
  if (refusal) return refusal;
  if (!MODELS.includes(model_id)) return REFUSALS.model;
  const order = vendor.accept(call);
  if (order.failsWith !== undefined) return REFUSALS[order.failsWith];
  const format = call.query.get('output_format') ?? 'auto';
  // other formats answer with the same bytes: nothing here reads them
  const isMp3 = format === 'auto' || MP3.includes(format);
  const type = isMp3 ? 'audio/mpeg' : 'application/octet-stream';
  return answer(vendor.fileOf(order, 'sound'), { 'content-type': type, 'song-id': order.id });
}

function slices(audio) {
  const size = Math.ceil(audio.length / 4);
  return [0, 1, 2, 3].map((at) => audio.subarray(at * size, (at + 1) * size));
}

function subscription() {
  return { json: { tier: 'creator', character_count: 1000, character_limit: 100_000, status: 'active' } };
}
