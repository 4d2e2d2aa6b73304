import { Injectable } from '@nestjs/common';
import { invalidFields, readRequest } from '#libs/platform/http';
import type { QuoteRequest } from './dto/quote.request.js';
import type { QuoteResponse } from './dto/quote.response.js';
import { Prices } from './prices.js';
import { Quoters } from './quoters.js';

/** Prices requests of all areas. */
@Injectable()
export class QuotesService {
  constructor(
    private readonly quoters: Quoters,
    private readonly prices: Prices,
  ) {}

  /** @throws InvalidRequest when nothing like that can be asked for, or the body is not one of the endpoint's. */
  quote({ endpoint, kind, body }: QuoteRequest): QuoteResponse {
    const field = endpoint === undefined ? 'kind' : 'endpoint';
    const name = endpoint ?? kind;
    if (name === undefined || (endpoint !== undefined && kind !== undefined))
      throw invalidFields(['endpoint or kind must be given, and not both']);
    const quoter = this.quoters.find(name);
    if (!quoter)
      throw invalidFields([
        `${field} must name an endpoint with a price: ${this.quoters.endpoints().join(', ')}`,
      ]);
    const request = readRequest(quoter.request, body, { convertsText: false });
    const { credits, estimatedSeconds } = quoter.quote(request);
    return {
      kind: quoter.kind,
      credits,
      estimated_duration_seconds: estimatedSeconds,
      price_table_version: this.prices.version,
    };
  }
}
