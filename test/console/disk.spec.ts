import { statfs } from 'node:fs/promises';
import os from 'node:os';
import { expect, expectAccessible, test as base } from './fixtures.js';
import { Service } from './support/service.js';

const MEGABYTE = 1024 * 1024;

/** A service that wants half of what is free to stay free: its disk is nearly full. */
const test = base.extend<object, { service: Service }>({
  service: [
    async ({}, use) => {
      const { bavail, bsize } = await statfs(os.tmpdir());
      const reserve = Math.round((bavail * bsize) / MEGABYTE / 2);
      const service = await Service.start({
        DISK_RESERVE_MB: String(reserve),
        OUTPUT_RETENTION_DAYS: '90',
        LOGS_URL: 'https://logs.example/?q={id}',
      });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('An admin frees a disk that is nearly full two clicks from the overview', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  const task = await given.relitPicture(ada);
  const output = async (): Promise<number> => (await page.request.get(task.outputs[0].url)).status();
  expect(await output()).toBe(200);
  await signIn('admin');
  await page.goto('/console/admin');
  const problem = page
    .getByRole('listitem')
    .filter({ hasText: 'The disk is nearly full: there is room for' });
  await expect(problem).toContainText('Warning');
  // The first click; what it would do is said before the second.
  await problem.getByRole('button', { name: 'Remove old results' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove the results of old tasks?' });
  await expect(dialog.getByText('No results are that old.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled();
  await dialog.getByLabel('Tasks that ended more than this many days ago').fill('0');
  await expect(dialog.getByText(/^This frees .* [12] files? of 1 task/)).toBeVisible();
  await expect(dialog.getByText(new RegExp(`^${ada.name}: `))).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Reason').fill('Nearly full');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The results are being removed.')).toBeVisible();
  await expect.poll(output).toBe(410);

  await problem.getByRole('link', { name: 'See what fills it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
  await page.getByRole('button', { name: 'Count again' }).click();
  const files = page.getByRole('table', { name: 'Files by kind' });
  await expect(files.getByRole('row', { name: /Results of tasks 0 0 bytes/ })).toContainText(
    '90 days after the end of the task',
  );
  await expect(page.getByRole('alert').filter({ hasText: 'The disk is nearly full' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/console/studio/tasks/${task.id}`);
  await expect(page.getByRole('link', { name: 'Whole log' })).toHaveAttribute(
    'href',
    `https://logs.example/?q=${task.id}`,
  );
  await page.goto('/console/admin/audit?kind=storage');
  await expect(page.getByRole('row').filter({ hasText: 'Nearly full' })).toContainText('Storage: free');
});

test('An admin empties the picture cache', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/admin/storage');
  await expect(page.getByRole('row', { name: /Picture cache/ })).toContainText('30 days, at most 1.1 GB');
  await page.getByRole('button', { name: 'Empty the picture cache' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Empty', exact: true }).click();
  await expect(page.getByText('The picture cache is being emptied.')).toBeVisible();
});
