import { QuoteMismatch } from './pricing.errors.js';

/** What a price depends on, by the names of the request's fields, such as `{ model: 'vq1', duration: 5 }`. */
export type PriceBasis = Readonly<Record<string, string | number | boolean>>;

/** What a quote promises, and is signed. */
export type QuoteFacts = {
  kind: string;
  basis: PriceBasis;
  credits: number;
  /** Of the price table. */
  version: string;
  /** In milliseconds since 1970. */
  expiresAt: number;
  /** Whose it is; null for a quote that was asked for without a token, which anybody may use. */
  userId: string | null;
};

/** Numbers in a basis are counts, which differ by 1 at least, or lengths that were measured, perhaps by other tools than ours. */
const SAME_WITHIN = 0.5;

/** The quote that a request came with. What is wrong with it is said when the price is asked for, so after a repeated request is known as such. */
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
   * The price that was promised.
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
