import { defineErrors } from '#libs/platform/errors';

export const { NoPrice, InvalidQuote, QuoteExpired, QuoteMismatch } = defineErrors({
  /** Nothing is stored or ordered then. */
  NoPrice: [422, 'This is not on sale here.'],
  InvalidQuote: [400, 'The Quote-Id is none that this service has given.'],
  /** Ask for another one; the price may have changed. */
  QuoteExpired: [409, 'The quote has expired. Ask for another one.'],
  /** The message says what differs. */
  QuoteMismatch: [409, 'The quote is for another request, or another caller.'],
});
