import { defineErrors } from '#libs/platform/errors';

export const { NoPrice, InvalidQuote, QuoteExpired, QuoteMismatch } = defineErrors({
  /** Nothing was stored or ordered. */
  NoPrice: [422, 'This is not for sale here.'],
  InvalidQuote: [400, 'The Quote-Id was not issued by this service.'],
  /** Request another one; the price may have changed. */
  QuoteExpired: [409, 'The quote has expired. Request another one.'],
  QuoteMismatch: [409, 'The quote is for another request, or another caller.'],
});
