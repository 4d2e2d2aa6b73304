import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiTaskHeaders, costHeaders, JsonBodyLimit, Public } from '#libs/platform/http';
import { QuoteRequest } from './dto/quote.request.js';
import { QuoteResponse } from './dto/quote.response.js';
import { QuotesService } from './quotes.service.js';

@ApiTags('Quotes')
@JsonBodyLimit(64)
@Controller('quotes')
export class QuotesController {
  constructor(private readonly quotes: QuotesService) {}

  /** Checks and prices a media request without starting it. */
  @Post()
  @Public()
  @HttpCode(200)
  @ApiTaskHeaders()
  quoteRequest(@Body() body: QuoteRequest, @Res({ passthrough: true }) response: Response): QuoteResponse {
    const quote = this.quotes.quote(body);
    response.set(costHeaders(0, quote.estimated_duration_seconds));
    return quote;
  }
}
