import { Injectable } from '@nestjs/common';

/** What a request would cost. */
export type Quote = { credits: number; estimatedSeconds: number };

/** Prices the requests of one endpoint; registered by the module that owns the endpoint. */
export type Quoter = {
  /** Kind of the task that the endpoint starts, such as `image-relight`. */
  kind: string;
  /** Path of the endpoint, such as `/proxy/vidprov/extend`. */
  endpoint: string;
  /**
   * @param body As it would be posted.
   * @throws InvalidRequest as the endpoint would.
   */
  quote(body: unknown): Promise<Quote> | Quote;
};

/** The quoters of all areas. */
@Injectable()
export class Quoters {
  private readonly quoters: Quoter[] = [];

  /** @throws Error when the kind or the endpoint has one. */
  register(quoter: Quoter): void {
    if (this.find(quoter.kind) ?? this.find(quoter.endpoint))
      throw new Error(`${quoter.kind} has two quoters`);
    this.quoters.push(quoter);
  }

  /** By kind or endpoint. */
  find(name: string): Quoter | undefined {
    return this.quoters.find(({ kind, endpoint }) => name === kind || name === endpoint);
  }

  /** Every endpoint that can be priced. */
  endpoints(): string[] {
    return this.quoters.map(({ endpoint }) => endpoint).sort();
  }
}
