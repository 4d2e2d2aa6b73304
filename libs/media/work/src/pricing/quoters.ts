import { Injectable } from '@nestjs/common';
import type { PriceBasis } from './given-quote.js';

export type Quote = {
  kind: string;
  credits: number;
  /** What the price depends on besides the kind. */
  basis: PriceBasis;
  estimatedSeconds: number;
  /** The estimate before correction by recent tasks. */
  predictedSeconds: number;
};

/** Prices the requests of one endpoint; registered by the module of the endpoint. */
export type Quoter<Request extends object = object> = {
  /** Kinds of the tasks that the endpoint starts, such as `image-relight`. */
  kinds: readonly string[];
  /** Path of the endpoint, such as `/proxy/vidprov/extend`. */
  endpoint: string;
  request: new () => Request;
  /** @throws InvalidRequest as the endpoint would. */
  quote(request: Request): Quote;
};

@Injectable()
export class Quoters {
  private readonly quoters: Quoter[] = [];

  /** @throws Error when the kind or the endpoint already has one. */
  register<Request extends object>(quoter: Quoter<Request>): void {
    if ([...quoter.kinds, quoter.endpoint].some((name) => this.find(name)))
      throw new Error(`${quoter.endpoint} has two quoters`);
    this.quoters.push(quoter);
  }

  find(name: string): Quoter | undefined {
    return this.quoters.find(({ kinds, endpoint }) => kinds.includes(name) || name === endpoint);
  }

  endpoints(): string[] {
    return this.quoters.map(({ endpoint }) => endpoint).sort();
  }
}
