import { Catch } from '@nestjs/common';
import { fieldProblems } from '#libs/compatible/models';
import type { DomainError } from '#libs/platform/errors';
import { ErrorFilter, type ErrorReply } from '#libs/platform/http';

/**
 * Errors as fal tells them: a text, or what is wrong with each field. Credits that do not suffice are 403 there.
 * Source: docs.fal.ai, errors; read 2026-11.
 */
@Catch()
export class FalErrorFilter extends ErrorFilter {
  protected override replyTo({ status, code, message }: DomainError): ErrorReply {
    if (code !== 'invalid_request' && code !== 'work_not_possible')
      return { status: status === 402 ? 403 : status, body: { detail: message } };
    const detail = fieldProblems(message).map(({ field, message: msg }) => ({
      loc: ['body', ...(field === undefined ? [] : [field])],
      msg,
      type: 'value_error',
    }));
    return { status: 422, body: { detail } };
  }
}
