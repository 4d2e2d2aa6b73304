import { Injectable } from '@nestjs/common';
import { Clock } from '#libs/platform/clock';
import type { Principal } from '#libs/platform/http';
import { LinkSigner } from '#libs/platform/signing';
import { GivenQuote, type QuoteFacts } from './given-quote.js';
import { InvalidQuote, QuoteExpired, QuoteMismatch } from './pricing.errors.js';

const QUOTE_MINUTES = 10;
const PURPOSE = 'quote';

/** Issues and reads quotes. A quote is a signed text: nothing is stored for it. */
@Injectable()
export class QuoteSigner {
  constructor(
    private readonly signer: LinkSigner,
    private readonly clock: Clock,
  ) {}

  /** @returns The text that promises the price to the caller, or to anyone if there is no token, and its expiry. */
  sign(
    principal: Principal | undefined,
    promise: Omit<QuoteFacts, 'expiresAt' | 'userId'>,
  ): { id: string; expiresAt: Date } {
    const expiresAt = this.clock.in(QUOTE_MINUTES * 60_000);
    const facts = {
      ...promise,
      expiresAt: expiresAt.getTime(),
      userId: principal?.userId ?? null,
    } satisfies QuoteFacts;
    return { id: this.signer.seal(PURPOSE, JSON.stringify(facts)), expiresAt };
  }

  /** The quote of a request, evaluated at this moment, so that a long upload does not make it expire. */
  read(principal: Principal | undefined, id: string): GivenQuote {
    const text = this.signer.unseal(PURPOSE, id);
    if (text === undefined) return GivenQuote.bad(new InvalidQuote());
    const facts = JSON.parse(text) as QuoteFacts;
    if (facts.expiresAt <= this.clock.now().getTime()) return GivenQuote.bad(new QuoteExpired());
    if (facts.userId !== null && facts.userId !== principal?.userId)
      return GivenQuote.bad(new QuoteMismatch('The quote was issued to another caller.'));
    return GivenQuote.good(facts);
  }
}
