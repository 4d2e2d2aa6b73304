import { Injectable } from '@nestjs/common';
import type { PriceBasis } from './given-quote.js';

export type Quote = {
  credits: number;
  /** What the price depends on besides the kind. */
  basis: PriceBasis;
  estimatedSeconds: number;
  /** The estimate before correction by recent tasks. */
  predictedSeconds: number;
};

/** Prices the requests of one endpoint; registered by the module of the endpoint. */
export type Quoter<Request extends object = object> = {
  /** Kind of the task that the endpoint starts, such as `image-relight`. */
  kind: string;
  /** Path of the endpoint, such as `/proxy/vidprov/extend`. */
  endpoint: string;
  request: new () => Request;
  /** How a body becomes its request, if not by the class alone. @throws InvalidRequest as the endpoint would. */
  read?(body: unknown): Request;
  /** @throws InvalidRequest as the endpoint would. */
  quote(request: Request): Quote;
};

@Injectable()
export class Quoters {
  private readonly quoters: Quoter[] = [];

  /** @throws Error when the kind or the endpoint already has one. */
  register<Request extends object>(quoter: Quoter<Request>): void {
    if (this.find(quoter.kind) ?? this.find(quoter.endpoint))
      throw new Error(`${quoter.kind} has two quoters`);
    this.quoters.push(quoter);
  }

  find(name: string): Quoter | undefined {
    return this.quoters.find(({ kind, endpoint }) => name === kind || name === endpoint);
  }

  endpoints(): string[] {
    return this.quoters.map(({ endpoint }) => endpoint).sort();
  }
}
