import { badRequest, openAiRefusals, refused } from './openai-errors.mjs';
import { closed, range } from './schemas.mjs';
import { silence, wave } from './wave.mjs';

const GPT = ['gpt-4o-mini-tts', 'gpt-4o-mini-tts-2025-12-15'];
const TTS = ['tts-1', 'tts-1-hd'];
const VOICES = [
  ...['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'onyx', 'nova', 'sage', 'shimmer', 'verse'],
  ...['marin', 'cedar'],
];
// document: only `application/octet-stream` is stated for all; assumed
const TYPES = {
  ...{ mp3: 'audio/mpeg', opus: 'audio/ogg', aac: 'audio/aac', flac: 'audio/flac', wav: 'audio/wav' },
  pcm: 'audio/pcm',
};
const TEXT = { type: 'string', minLength: 1, maxLength: 4096 };

const REFUSALS = openAiRefusals(
  // document: that and how speech is refused for its content is not stated; assumed
  refused(400, 'invalid_request_error', 'content_policy_violation', 'The input was rejected.', 'input'),
  'speed',
);

export const openaiSpeech = {
  name: 'openai-speech',
  source:
    'openai-node and openai-python, speech and model resources, and the OpenAPI of openai-node; platform.openai.com errors; read 2026-11',
  keyIn: (headers) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1],
  refusals: REFUSALS,
  badRequest,
  free: ['models'],
  models: [...GPT, ...TTS],
  routes: [
    { name: 'models', method: 'GET', path: '/v1/models', handle: models },
    {
      ...{ name: 'speak', method: 'POST', path: '/v1/audio/speech', takes: 'json', isOrder: true },
      ...{ schema: schemaOf, handle: speak },
    },
  ],
};

/** The older models take no instructions, and do not send events. */
function schemaOf({ body: { model } }) {
  const isOld = TTS.includes(model);
  const fields = {
    ...{ model: { type: 'string' }, input: TEXT, speed: range(0.25, 4) },
    voice: { anyOf: [{ enum: VOICES }, closed({ id: { type: 'string', minLength: 1 } }, ['id'])] },
    response_format: { enum: Object.keys(TYPES) },
    stream_format: { enum: isOld ? ['audio'] : ['audio', 'sse'] },
    ...(!isOld && { instructions: { type: 'string', maxLength: 4096 } }),
  };
  return closed(fields, ['model', 'input', 'voice']);
}

function speak(call, vendor) {
  const { model, response_format = 'mp3', stream_format = 'audio' } = call.body;
  if (!openaiSpeech.models.includes(model)) return REFUSALS.model;
  const order = vendor.accept(call);
  if (order.failsWith !== undefined) return REFUSALS[order.failsWith];
  const bytes = bytesOf(order, vendor, response_format);
  if (stream_format === 'sse')
    return { headers: { 'content-type': 'text/event-stream' }, chunks: events(bytes) };
  return { bytes, headers: { 'content-type': TYPES[response_format] } };
}

/** Formats besides MP3, WAV and PCM have the bytes of the MP3: nothing here reads them. */
function bytesOf(order, vendor, format) {
  if (format === 'wav') return wave(order.id);
  return format === 'pcm' ? silence() : vendor.fileOf(order, 'sound');
}

function events(bytes) {
  const usage = { input_tokens: 14, output_tokens: 101, total_tokens: 115 };
  const all = [
    { type: 'speech.audio.delta', audio: bytes.toString('base64') },
    { type: 'speech.audio.done', usage },
  ];
  return all.map((event) => `data: ${JSON.stringify(event)}\n\n`);
}

function models() {
  const data = openaiSpeech.models.map((id) => ({
    ...{ id, object: 'model', created: 1_745_000_000, owned_by: 'system' },
  }));
  return { json: { object: 'list', data } };
}
