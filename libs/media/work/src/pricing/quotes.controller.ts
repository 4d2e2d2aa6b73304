import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ApiErrors,
  ApiTaskHeaders,
  costHeaders,
  CurrentPrincipal,
  JsonBodyLimit,
  type Principal,
  Public,
} from '#libs/platform/http';
import { QuoteRequest } from './dto/quote.request.js';
import { QuoteResponse } from './dto/quote.response.js';
import { NoPrice } from './pricing.errors.js';
import { QuotesService } from './quotes.service.js';

@ApiTags('Quotes')
@JsonBodyLimit(64)
@Controller('quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  /**
   * Validates and prices a media request without starting it. The same request with the header `Quote-Id` costs what
   * was quoted, for ten minutes and any number of times, even if prices change meanwhile. A quote requested with a
   * token is valid for its user only.
   */
  @Post()
  @Public()
  @HttpCode(200)
  @ApiTaskHeaders()
  @ApiErrors(NoPrice)
  quoteRequest(
    @CurrentPrincipal() principal: Principal | undefined,
    @Body() body: QuoteRequest,
    @Res({ passthrough: true }) response: Response,
  ): QuoteResponse {
    const quote = this.quotes.quote(principal, body);
    response.set(costHeaders(0, quote.estimated_duration_seconds));
    return quote;
  }
}
