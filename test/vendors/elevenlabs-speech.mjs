import { refused, REFUSALS, refusedQuery } from './elevenlabs-errors.mjs';
import { closed, count, range } from './schemas.mjs';
import { silence, wave } from './wave.mjs';

/** The most characters of a text by model. */
const MODELS = {
  ...{ eleven_v3: 5000, eleven_multilingual_v2: 10_000, eleven_flash_v2_5: 40_000, eleven_flash_v2: 30_000 },
  ...{ eleven_turbo_v2_5: 40_000, eleven_turbo_v2: 30_000 },
};
const DEFAULT_MODEL = 'eleven_multilingual_v2';
const VOICES = ['JBFqnCBsd6RMkjVDRZzb', '21m00Tcm4TlvDq8ikWAM'];
const WAV = ['wav_8000', 'wav_16000', 'wav_22050', 'wav_24000', 'wav_32000', 'wav_44100', 'wav_48000'];
const FORMATS = [
  ...['mp3_22050_32', 'mp3_24000_48', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96', 'mp3_44100_128'],
  ...['mp3_44100_192', 'pcm_8000', 'pcm_16000', 'pcm_22050', 'pcm_24000', 'pcm_32000', 'pcm_44100'],
  ...['pcm_48000', ...WAV, 'ulaw_8000', 'alaw_8000', 'opus_48000_32', 'opus_48000_64', 'opus_48000_96'],
  ...['opus_48000_128', 'opus_48000_192'],
];
const QUERY = {
  output_format: FORMATS,
  enable_logging: ['true', 'false'],
  optimize_streaming_latency: ['0', '1', '2', '3', '4'],
};

const TEXT = { type: 'string' };
const FLAG = { type: 'boolean' };
const REQUESTS = { type: 'array', items: TEXT, maxItems: 3 };
const LOCATOR = closed({ pronunciation_dictionary_id: TEXT, version_id: TEXT }, [
  'pronunciation_dictionary_id',
]);
// document: the ranges are stated for the settings in the web application only; assumed for the API too
const SETTINGS = closed(
  {
    ...{ stability: range(0, 1), similarity_boost: range(0, 1), style: range(0, 1), speed: range(0.7, 1.2) },
    use_speaker_boost: FLAG,
  },
  [],
);
const FIELDS = {
  ...{ text: { type: 'string', minLength: 1 }, model_id: TEXT, voice_settings: SETTINGS },
  ...{ seed: count(0, 4_294_967_295), previous_text: TEXT, next_text: TEXT, use_pvc_as_ivc: FLAG },
  ...{ previous_request_ids: REQUESTS, next_request_ids: REQUESTS },
  pronunciation_dictionary_locators: { type: 'array', items: LOCATOR, maxItems: 3 },
  apply_text_normalization: { enum: ['auto', 'on', 'off'] },
  apply_language_text_normalization: FLAG,
};
const LANGUAGE = { language_code: { type: 'string', pattern: '^[a-z]{2}$' } };

// document: the code and its status for speech are not stated; assumed
const CONTENT = refused(
  400,
  'invalid_request',
  'content_against_policy',
  'The text may violate our Terms of Service and has been blocked.',
);

export const speak = {
  ...{ name: 'speak', method: 'POST', path: '/v1/text-to-speech/{voice_id}', takes: 'json', isOrder: true },
  ...{ schema: schemaOf, handle: answer },
};

/** That the language is not supported with the multilingual model is stated; that it is refused there is assumed. */
function schemaOf({ body: { model_id = DEFAULT_MODEL } }) {
  return closed(model_id === DEFAULT_MODEL ? FIELDS : { ...FIELDS, ...LANGUAGE }, ['text']);
}

function answer(call, vendor) {
  const refusal = refusedQuery(call, vendor, QUERY) ?? refusalOf(call, vendor);
  if (refusal) return refusal;
  const order = vendor.accept(call);
  if (order.failsWith !== undefined) return { ...REFUSALS, content: CONTENT }[order.failsWith];
  const format = call.query.get('output_format') ?? 'mp3_44100_128';
  // document: the headers are not in the reference; assumed from the vendor's words elsewhere
  const headers = { 'request-id': order.id, 'character-cost': String(call.body.text.length) };
  const [bytes, type] = audioOf(order, vendor, format.split('_')[0]);
  return { bytes, headers: { ...headers, 'content-type': type } };
}

// document: the types besides that of MP3 are not stated; assumed
/** Formats besides MP3, WAV and PCM have the bytes of the MP3: nothing here reads them. */
function audioOf(order, vendor, codec) {
  if (codec === 'wav') return [wave(order.id), 'audio/wav'];
  if (codec === 'pcm') return [silence(), 'audio/pcm'];
  return [vendor.fileOf(order, 'sound'), codec === 'mp3' ? 'audio/mpeg' : 'application/octet-stream'];
}

function refusalOf({ params: { voice_id }, body }, vendor) {
  const { model_id = DEFAULT_MODEL, text } = body;
  if (!VOICES.includes(voice_id))
    return refused(
      404,
      'not_found',
      'voice_not_found',
      `A voice with the voice_id ${voice_id} was not found.`,
    );
  const most = MODELS[model_id];
  if (!most)
    return refused(
      400,
      'validation_error',
      'model_not_found',
      `A model with model ID ${model_id} does not exist.`,
      {
        param: 'model_id',
      },
    );
  if (text.length <= most) return undefined;
  vendor.problems.push(`speak: the text has more than ${most} characters`);
  const message = `This request's text has ${text.length} characters and exceeds the character limit of ${most} characters.`;
  return refused(400, 'validation_error', 'max_character_limit_exceeded', message);
}
