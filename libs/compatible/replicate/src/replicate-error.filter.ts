import { Catch } from '@nestjs/common';
import { fieldProblems } from '#libs/compatible/models';
import type { DomainError } from '#libs/platform/errors';
import { ErrorFilter, type ErrorReply } from '#libs/platform/http';

/** Source: replicate.com/docs, HTTP API; read 2026-11. */
const TITLES: Readonly<Record<string, string>> = {
  unauthorized: 'Unauthenticated',
  model_not_found: 'Not found',
  task_not_found: 'Not found',
  credits_exhausted: 'Insufficient credit',
  rate_limited: 'Too many requests',
  invalid_request: 'Input validation failed',
};

/** Errors as problem details with the titles of Replicate. A broken rule is 422 there, and names its fields. */
@Catch()
export class ReplicateErrorFilter extends ErrorFilter {
  protected override replyTo({ status: ours, code, message }: DomainError): ErrorReply {
    const isInvalid = code === 'invalid_request';
    const status = isInvalid ? 422 : ours;
    const fields = fieldProblems(message).flatMap(({ field, message: description }) =>
      field === undefined ? [] : [{ type: 'invalid', field: `input.${field}`, description }],
    );
    return {
      status,
      body: {
        ...{ title: TITLES[code] ?? code, detail: message, status },
        ...(isInvalid ? { invalid_fields: fields } : {}),
      },
    };
  }
}
