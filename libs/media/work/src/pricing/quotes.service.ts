import { Injectable } from '@nestjs/common';
import { invalidFields, type Principal, readRequest } from '#libs/platform/http';
import type { QuoteRequest } from './dto/quote.request.js';
import type { QuoteResponse } from './dto/quote.response.js';
import { Prices } from './prices.js';
import { QuoteSigner } from './quote-signer.js';
import { Quoters } from './quoters.js';

@Injectable()
export class QuotesService {
  constructor(
    private readonly quoters: Quoters,
    private readonly prices: Prices,
    private readonly signer: QuoteSigner,
  ) {}

  /**
   * Prices a request and promises the price to its caller.
   * @throws InvalidRequest for an unknown endpoint or kind, or an invalid body; NoPrice when it is not for sale.
   */
  quote(principal: Principal | undefined, { endpoint, kind, body }: QuoteRequest): QuoteResponse {
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
    const quoted = quoter.quote(request);
    const { credits, basis, estimatedSeconds } = quoted;
    const { version } = this.prices;
    const { id, expiresAt } = this.signer.sign(principal, { kind: quoted.kind, basis, credits, version });
    return {
      id,
      expires_at: expiresAt.toISOString(),
      kind: quoted.kind,
      credits,
      estimated_duration_seconds: estimatedSeconds,
      price_table_version: version,
    };
  }
}
