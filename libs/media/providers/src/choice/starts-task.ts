import { applyDecorators, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { ApiRetention, ApiWait, CreditsExhausted, TakesQuote } from '#libs/media/work';
import { ApiErrors } from '#libs/platform/http';
import { NoVendorAvailable } from './providers.errors.js';

/**
 * A route that starts a task: it has a price and accepts a quote. Its handler waits as its caller prefers, by `TaskWaits`.
 * @param type Type of the reply; absent for a stream, for which nobody waits.
 */
export const StartsTask = (path: string, type?: Type): MethodDecorator =>
  applyDecorators(
    ApiErrors(CreditsExhausted, NoVendorAvailable),
    ...(type ? [ApiOkResponse({ type }), ApiWait()] : []),
    ApiRetention(),
    HttpCode(200),
    Post(path),
    TakesQuote(),
  );
