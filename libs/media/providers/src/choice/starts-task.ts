import { applyDecorators, HttpCode, Post, type Type } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { ApiRetention, CreditsExhausted, TakesQuote } from '#libs/media/work';
import { ApiErrors } from '#libs/platform/http';
import { NoVendorAvailable } from './providers.errors.js';

/**
 * A route that starts a task: it has a price and accepts a quote.
 * @param type Type of the reply; absent for a stream.
 */
export const StartsTask = (path: string, type?: Type): MethodDecorator =>
  applyDecorators(
    ApiErrors(CreditsExhausted, NoVendorAvailable),
    ...(type ? [ApiOkResponse({ type })] : []),
    ApiRetention(),
    HttpCode(200),
    Post(path),
    TakesQuote(),
  );
