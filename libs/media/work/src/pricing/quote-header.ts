import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { ApiErrors, callerOf, type Principal } from '#libs/platform/http';
import type { GivenQuote } from './given-quote.js';
import { InvalidQuote, NoPrice, QuoteExpired, QuoteMismatch } from './pricing.errors.js';
import { QuoteSigner } from './quote-signer.js';

const HEADER = 'Quote-Id';
const ID_MAX_CHARS = 2_000;

type Given = { id: string | undefined; principal: Principal | undefined };

const quoteHeader = createParamDecorator((_: unknown, context: ExecutionContext): Given => {
  const request = context.switchToHttp().getRequest<Request>();
  return { id: request.get(HEADER), principal: callerOf(request) };
});

@Injectable()
class QuoteReading implements PipeTransform<Given, GivenQuote | undefined> {
  constructor(private readonly signer: QuoteSigner) {}

  transform({ id, principal }: Given): GivenQuote | undefined {
    return id === undefined ? undefined : this.signer.read(principal, id);
  }
}

/** The quote that the request came with; undefined without one. The route says `@TakesQuote()`. */
export const QuoteGiven = () => quoteHeader(QuoteReading);

/** States that a route has a price, and takes a quote of it. */
export const TakesQuote = () =>
  applyDecorators(
    ApiHeader({
      name: HEADER,
      required: false,
      description:
        'The `id` of a quote of this request: the task costs what was quoted, also when prices have changed since.',
      schema: { type: 'string', maxLength: ID_MAX_CHARS },
    }),
    ApiErrors(NoPrice, InvalidQuote, QuoteExpired, QuoteMismatch),
  );
