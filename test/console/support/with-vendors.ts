import { Simulator } from '../../support/simulator.js';
import { vendorsFile } from '../../support/vendors-file.js';
import { test as base } from '../fixtures.js';
import { Service } from './service.js';

const NAMES = ['north', 'south'] as const;
type Vendors = Record<(typeof NAMES)[number], Simulator>;

/** What a picture costs at either vendor. */
export const VENDOR_COST = 7;

/** With two vendors of pictures, each with two keys; `north` comes first. */
export const test = base.extend<object, { vendors: Vendors }>({
  vendors: [
    async ({}, use) => {
      const faults = JSON.stringify({ credits: `fixed ${VENDOR_COST}`, work: 'fixed 20' });
      const [north, south] = [
        await Simulator.start('--name', 'north', '--faults', faults),
        await Simulator.start('--name', 'south', '--faults', faults),
      ];
      await use({ north, south });
      await Promise.all([north.stop(), south.stop()]);
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ vendors }, use) => {
      const stated = NAMES.map((name, priority) => ({
        ...{ name, priority, area: 'image', base_url: vendors[name].url, keys: ['key-1', 'key-2'] },
        ...{ poll_seconds: 0, reference_header: 'X-Reference', not_taken_on_429: true },
      }));
      const service = await Service.start({ VENDORS_FILE: vendorsFile(stated) });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
