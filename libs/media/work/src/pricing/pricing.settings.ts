import { Settings } from '#libs/platform/config';
import { ownTable } from './read-price-table.js';

export class PricingSettings extends Settings {
  private readonly tablePath = this.env.optionalText('PRICE_TABLE', {
    description:
      'Path of the JSON file with the price table; changes apply within seconds, without a restart. Default: the table that comes with the service, config/prices.json.',
  });

  get tableFile(): string {
    return this.tablePath ?? ownTable();
  }
}
