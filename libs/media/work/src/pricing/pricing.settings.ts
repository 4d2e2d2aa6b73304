import { Settings } from '#libs/platform/config';
import { ownTable } from './read-price-table.js';

/** What runs cost. */
export class PricingSettings extends Settings {
  private readonly tablePath = this.env.optionalText('PRICE_TABLE', {
    description:
      'Path of the JSON file with the price table; a change of it holds within seconds, without a restart. The table that comes with the service, config/prices.json, when absent.',
  });

  /** Path of the file with the price table. */
  get tableFile(): string {
    return this.tablePath ?? ownTable();
  }
}
