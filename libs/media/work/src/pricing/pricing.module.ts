import { Module } from '@nestjs/common';
import { PriceTableFile } from './price-table-file.js';
import { PriceTrial } from './price-trial.js';
import { PriceTablesRepository } from './price-tables.repository.js';
import { Prices } from './prices.js';
import { PricingSettings } from './pricing.settings.js';
import { QuoteSigner } from './quote-signer.js';
import { Quoters } from './quoters.js';
import { QuotesController } from './quotes.controller.js';
import { QuotesService } from './quotes.service.js';
import { readPriceTable } from './read-price-table.js';

@Module({
  controllers: [QuotesController],
  providers: [
    PricingSettings,
    {
      provide: Prices,
      useFactory: ({ tableFile }: PricingSettings) => new Prices(readPriceTable(tableFile)),
      inject: [PricingSettings],
    },
    PriceTablesRepository,
    PriceTableFile,
    PriceTrial,
    Quoters,
    QuoteSigner,
    QuotesService,
  ],
  exports: [Prices, PriceTrial, Quoters, QuotesService, QuoteSigner],
})
export class PricingModule {}
