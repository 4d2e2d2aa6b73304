// The errors of OpenAI, for pictures and videos alike. Source: platform.openai.com, errors; read 2026-11.

/** The refusals that both have; a refused content has words of its own, and a parameter its name. */
export function openAiRefusals(content, parameter) {
  return {
    content,
    parameters: refused(400, 'invalid_request_error', 'invalid_value', 'Invalid value.', parameter),
    model: refused(404, 'invalid_request_error', 'model_not_found', 'The model does not exist.', 'model'),
    balance: refused(429, 'insufficient_quota', 'insufficient_quota', 'You exceeded your current quota.'),
    busy: {
      ...refused(429, 'requests', 'rate_limit_exceeded', 'Rate limit reached.'),
      headers: { 'retry-after': '1' },
    },
    key: refused(401, 'invalid_request_error', 'invalid_api_key', 'Incorrect API key provided.'),
  };
}

/** A request that its schema does not allow. */
export function badRequest(problems) {
  const [first] = problems;
  return refused(400, 'invalid_request_error', codeOf(first), problems.join('; '), first.split(' ').at(-1));
}

export function refused(status, type, code, message, param = null) {
  return { status, json: { error: { message, type, param, code } } };
}

function codeOf(problem) {
  if (problem.includes('additional')) return 'unknown_parameter';
  return problem.includes('required') ? 'missing_required_parameter' : 'invalid_value';
}
