import { Simulator } from '../../support/simulator.js';
import { type Person, test as base } from '../fixtures.js';
import type { Given } from './given.js';
import { Service } from './service.js';

/** A service whose pictures are made by a vendor that cannot be asked for a lost order. */
export const test = base.extend<object, { vendor: Simulator; service: Service }>({
  vendor: [
    async ({}, use) => {
      const vendor = await Simulator.start();
      await use(vendor);
      await vendor.stop();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ vendor }, use) => {
      const service = await Service.start({
        IMGPROV_BASE_URL: vendor.url,
        IMGPROV_API_KEY: 'vendor-key',
        IMGPROV_POLL_SECONDS: '0',
      });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A task whose vendor took the order and lost its answer. */
export async function uncertainTask(given: Given, vendor: Simulator, ada: Person): Promise<string> {
  await vendor.faults({ drop_after: 1 });
  const body = { image: `${ada.api.url}/samples/room.jpg`, prompt: 'warm' };
  const { data } = await ada.api.post('/proxy/imgprov/v1/ai/image-relight', body);
  await given.settled(ada, `/tasks/${data.task_id}`, ({ status }) => status === 'uncertain');
  await vendor.faults({ drop_after: 0 });
  return data.task_id;
}
