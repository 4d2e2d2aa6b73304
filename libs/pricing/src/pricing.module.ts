import { Module } from '@nestjs/common';
import { loadPrices } from './load-prices.js';
import { Prices } from './prices.js';
import { PricingSettings } from './pricing.settings.js';
import { Quoters } from './quoters.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesService } from './quotes.service.js';

/** Prices and quotes for the media areas. */
@Module({
  controllers: [QuotesController],
  providers: [
    PricingSettings,
    {
      provide: Prices,
      useFactory: ({ tablePath }: PricingSettings) => loadPrices(tablePath),
      inject: [PricingSettings],
    },
    Quoters,
    QuotesService,
  ],
  exports: [Prices, Quoters],
})
export class PricingModule {}
