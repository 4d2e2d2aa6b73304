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

test('An admin has a vendor called again, or drains it, two clicks from the overview', async ({
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
  await problem.getByRole('button', { name: 'Try again now' }).click();
  const retry = page.getByRole('dialog', { name: 'Call imgprov again now?' });
  await retry.getByLabel('Reason').fill('Their status page is green');
  await expectAccessible(page);
  await retry.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('imgprov is called again.')).toBeVisible();
  const { entries } = await given.admin.get('/admin/audit?target_kind=vendor&target_id=imgprov&limit=1');
  expect(entries[0]).toMatchObject({ action: 'vendor.retry', reason: 'Their status page is green' });
  // It still fails, and its circuit opens again.
  await ada.api.post('/proxy/imgprov/v1/ai/image-relight', body);
  await given.settled({ api: given.admin }, '/admin/overview', isDown);
  await page.reload();
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
