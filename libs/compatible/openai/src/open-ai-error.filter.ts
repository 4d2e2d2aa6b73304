import { Catch } from '@nestjs/common';
import { fieldProblems } from '#libs/compatible/models';
import type { DomainError } from '#libs/platform/errors';
import { ErrorFilter, type ErrorReply } from '#libs/platform/http';

/** Our codes that OpenAI has another word for. Source: platform.openai.com, errors; read 2026-11. */
const CODES: Readonly<Record<string, string>> = {
  unauthorized: 'invalid_api_key',
  invalid_request: 'invalid_value',
  model_not_found: 'model_not_found',
  no_vendor_for_model: 'model_not_found',
  rate_limited: 'rate_limit_exceeded',
  credits_exhausted: 'insufficient_quota',
  content_rejected: 'moderation_blocked',
  internal_error: 'server_error',
};
/** A second try would start, and perhaps pay for, a second task, or cannot succeed. The SDK obeys `x-should-retry`. */
const NOT_AGAIN = new Set(['credits_exhausted', 'still_running', 'work_failed']);

/** Errors in the shape of OpenAI, by which its SDKs raise their own classes. */
@Catch()
export class OpenAiErrorFilter extends ErrorFilter {
  protected override replyTo({ status, code, message }: DomainError): ErrorReply {
    const param =
      code === 'model_not_found' || code === 'no_vendor_for_model'
        ? 'model'
        : code === 'invalid_request'
          ? fieldProblems(message)[0]?.field
          : undefined;
    return {
      status: status === 402 ? 429 : status,
      body: { error: { message, type: typeOf(status), param: param ?? null, code: CODES[code] ?? code } },
      ...(NOT_AGAIN.has(code) ? { headers: { 'x-should-retry': 'false' } } : {}),
    };
  }
}

function typeOf(status: number): string {
  if (status === 402) return 'insufficient_quota';
  if (status === 429) return 'requests';
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}
