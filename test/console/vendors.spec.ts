import { writeFileSync } from 'node:fs';
import { FakeVendor } from '../support/fake-vendor.js';
import { vendorsFile } from '../support/vendors-file.js';
import { expect, expectAccessible, test as base } from './fixtures.js';
import { Service } from './support/service.js';

const WORDS = 'Your wallet is empty';

/** With one vendor of pictures, which refuses every order. */
const test = base.extend<object, { file: { path: string; entry: object } }>({
  file: [
    async ({}, use) => {
      const vendor = await FakeVendor.start(() => ({ status: 402, json: { message: WORDS } }));
      const entry = { name: 'broke', area: 'image', base_url: vendor.url, keys: ['key-1'] };
      await use({ path: vendorsFile([entry]), entry });
      await vendor.stop();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ file }, use) => {
      const service = await Service.start({ VENDORS_FILE: file.path, NORTH_KEY: 'key-2' });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('An admin reads what a vendor said, writes an entry for another, and sees it in use', async ({
  page,
  given,
  signIn,
  file,
}) => {
  const ada = await given.person();
  const { data } = await ada.api.post('/proxy/imgprov/v1/ai/image-relight', {
    image: `${ada.api.url}/samples/start.jpg`,
    prompt: 'dusk',
  });
  await given.settled(ada, `/tasks/${data.task_id}`, ({ status }) => status === 'failed');

  await signIn('admin');
  await page.goto('/console/admin/vendors');
  const broke = page.getByRole('region', { name: 'broke' });
  await expect(broke.getByText(`Last error: status 402: ${WORDS}`)).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Write an entry for a vendor' }).click();
  const kinds = page.getByRole('table', { name: 'Kinds of vendors' });
  await expect(kinds.getByRole('row', { name: /^comfyui / })).toContainText('for each kind: workflow');
  const form = page.getByRole('form', { name: 'The vendor' });
  const entry = page.getByLabel('Entry', { exact: true });
  await choose('Adapter', 'comfyui');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('gpu');
  await form.getByLabel('Address').fill('http://gpu.example:8188');
  await choose('The key', 'There is none');
  await expect(entry).toContainText('"workflow": "image-relight.json"');

  await choose('Adapter', 'native');
  await form.getByLabel('Name of the variable').fill('sk-0123456789');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('north');
  await expect(form.getByText('The name of a variable, not the key')).toBeVisible();
  await expect(entry).toHaveCount(0);
  await form.getByLabel('Name of the variable').fill('NORTH_KEY');
  await choose('Area', 'Image');
  await form.getByLabel('Address').fill('https://north.example/api');
  await expectAccessible(page);
  const written: unknown = JSON.parse(await entry.innerText());
  expect(written).toEqual({
    ...{ name: 'north', adapter: 'native', area: 'image' },
    ...{ base_url: 'https://north.example/api', keys: ['env:NORTH_KEY'] },
  });

  writeFileSync(file.path, JSON.stringify({ vendors: [file.entry, written] }));
  await page.goto('/console/admin/vendors');
  await expect(page.getByRole('region', { name: 'north' })).toContainText('north.example', {
    timeout: 15_000,
  });

  async function choose(field: string, value: string): Promise<void> {
    await form.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
  }
});
