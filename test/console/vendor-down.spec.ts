import { Simulator } from '../support/simulator.js';
import { expect, expectAccessible, test as base } from './fixtures.js';
import { Service } from './support/service.js';

/** A service whose vendor answers every call with 500. */
const test = base.extend<object, { service: Service }>({
  service: [
    async ({}, use) => {
      const vendor = await Simulator.start('--faults', '{"status_500": 1}');
      const service = await Service.start({
        IMGPROV_BASE_URL: vendor.url,
        IMGPROV_API_KEY: 'vendor-key',
        IMGPROV_POLL_SECONDS: '0',
      });
      await use(service);
      await service.stop();
      await vendor.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('An admin drains a vendor that is down two clicks from the overview', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  const body = { image: `${ada.api.url}/samples/room.jpg`, prompt: 'warm' };
  for (let order = 0; order < 8; order += 1) await ada.api.post('/proxy/imgprov/v1/ai/image-relight', body);
  const isDown = ({ problems }: any): boolean => problems.some(({ kind }: any) => kind === 'vendor_down');
  await given.settled({ api: given.admin }, '/admin/overview', isDown);

  await signIn('admin');
  await page.goto('/console/admin');
  const problem = page.getByRole('listitem').filter({ hasText: 'The vendor imgprov is down' });
  await expect(problem).toBeVisible();
  await expectAccessible(page);
  await problem.getByRole('button', { name: 'Drain' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It is down');
  await page.getByRole('dialog').getByRole('button', { name: 'Drain' }).click();
  await expect(page.getByText('imgprov gets no new tasks.')).toBeVisible();
  const [{ draining }] = (await given.admin.get('/admin/vendors')).vendors.filter(
    ({ name }: any) => name === 'imgprov',
  );
  expect(draining).toBe(true);
  await page.goto('/console/admin/vendors');
  const card = page.getByRole('region', { name: 'imgprov' });
  await expect(card.getByText('drained', { exact: true })).toBeVisible();
});
