import { QuoteMismatch } from './pricing.errors.js';

/** What a price depends on, by field names of the request, such as `{ model: 'vq1', duration: 5 }`. */
export type PriceBasis = Readonly<Record<string, string | number | boolean>>;

/** The signed content of a quote. */
export type QuoteFacts = {
  kind: string;
  basis: PriceBasis;
  credits: number;
  /** Of the price table. */
  version: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
  /** Whose it is; null for a quote requested without a token, which anyone may use. */
  userId: string | null;
};

/** Numbers in a basis are counts, which differ by at least 1, or lengths that may have been measured with other tools. */
const SAME_WITHIN = 0.5;

/** The quote of a request. Its errors are raised only when the price is needed, after a repeated request has been recognised. */
export class GivenQuote {
  private constructor(private readonly facts: () => QuoteFacts) {}

  static good(facts: QuoteFacts): GivenQuote {
    return new GivenQuote(() => facts);
  }

  static bad(error: Error): GivenQuote {
    return new GivenQuote(() => {
      throw error;
    });
  }

  /**
   * The promised price.
   * @throws InvalidQuote, QuoteExpired, QuoteMismatch when the quote is for something else.
   */
  creditsFor(kind: string, basis: PriceBasis): number {
    const facts = this.facts();
    const given = { kind: facts.kind, ...facts.basis };
    const asked = { kind, ...basis };
    const differing = [...new Set([...Object.keys(given), ...Object.keys(asked)])].filter(
      (name) => !isSame(valueOf(given, name), valueOf(asked, name)),
    );
    if (differing.length > 0)
      throw new QuoteMismatch(
        `The quote is for ${listed(given, differing)}, the request for ${listed(asked, differing)}.`,
      );
    return facts.credits;
  }
}

function valueOf(basis: PriceBasis, name: string): PriceBasis[string] | undefined {
  return basis[name];
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return Math.abs(one - other) < SAME_WITHIN;
  return one === other;
}

function listed(basis: PriceBasis, names: readonly string[]): string {
  return names.map((name) => `${name} ${valueOf(basis, name) ?? 'none'}`).join(', ');
}
