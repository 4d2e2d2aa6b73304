export type { GivenQuote, PriceBasis } from './given-quote.js';
export {
  InvalidPriceTable,
  type ModelPrice,
  type ModelPrices,
  type PriceByLength,
  type PriceTable,
} from './price-table.js';
export { Prices, type VideoRun } from './prices.js';
export { PricingModule } from './pricing.module.js';
export { PricingSettings } from './pricing.settings.js';
export { QuoteGiven, TakesQuote } from './quote-header.js';
export { QuoteRequest } from './dto/quote.request.js';
export { type Quote, type Quoter, Quoters } from './quoters.js';
export { QuotesService } from './quotes.service.js';
export { type FileChange, type FileTrial, PriceTrial } from './price-trial.js';
