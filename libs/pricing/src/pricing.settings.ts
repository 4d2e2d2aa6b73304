import { Settings } from '#libs/platform/config';

/** What runs cost. */
export class PricingSettings extends Settings {
  readonly tablePath = this.env.optionalText('PRICE_TABLE', {
    description:
      'Path of the JSON file with the price table. The table that comes with the service, config/prices.json, when absent.',
  });
}
