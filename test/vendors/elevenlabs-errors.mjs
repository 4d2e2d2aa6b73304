// The errors of ElevenLabs, for music and speech alike. Source: elevenlabs.io/docs: eleven-api/resources/errors; read 2026-11.
import { placeOf } from './schemas.mjs';

export const REFUSALS = {
  content: refused(400, 'invalid_request', 'bad_request', 'The prompt names protected material.', {
    ...{ status: 'bad_prompt', data: { prompt_suggestion: 'A calm piece of instrumental music' } },
  }),
  parameters: invalid(['/music_length_ms must be <= 600000']),
  model: refused(400, 'validation_error', 'invalid_parameters', 'The model does not exist.', {
    param: 'model_id',
  }),
  balance: refused(401, 'payment_required', 'quota_exceeded', 'This request exceeds your quota.'),
  busy: {
    ...refused(429, 'rate_limit_error', 'rate_limit_exceeded', 'Too many requests.'),
    headers: { 'retry-after': '1' }, // document: not stated; assumed
  },
  key: refused(401, 'authentication_error', 'invalid_api_key', 'Invalid API key'),
};

/** The list of the framework that checks requests; other errors are an object. */
export function invalid(problems, place = 'body') {
  const detail = problems.map((msg) => ({
    ...{ type: 'value_error', loc: [place, ...placeOf(msg)], msg },
  }));
  return { status: 422, json: { detail } };
}

export function refused(status, type, code, message, more) {
  return {
    status,
    json: { detail: { type, code, message, status: code, request_id: 'request-1', ...more } },
  };
}

/** The refusal of a query with other parameters or values than these; it is a problem. */
export function refusedQuery(call, vendor, allowed) {
  const strange = [...call.query].find(([name, value]) => !allowed[name]?.includes(value));
  if (!strange) return undefined;
  vendor.problems.push(`${call.name}: the query ${call.query} is not allowed`);
  return invalid([`/${strange[0]} is not allowed`], 'query');
}
