import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.js';
import { test, uncertainTask } from './support/with-lost-orders.js';

async function openOverview(page: Page): Promise<void> {
  await page.goto('/console/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
}

test('An admin settles an uncertain task two clicks from the overview', async ({
  page,
  given,
  vendor,
  signIn,
}) => {
  const ada = await given.person();
  await uncertainTask(given, vendor, ada);
  await signIn('admin');
  await openOverview(page);
  const problem = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: 'The outcome of a task at a vendor is not known' });
  await expect(problem).toContainText('Warning');
  const menu = page.getByRole('navigation', { name: 'Areas' });
  // A folded area says how much waits in it.
  await menu.getByRole('button', { name: 'Operations 1' }).click();
  await expect(menu.getByRole('link', { name: 'Tasks 1' })).toBeVisible();
  await expectAccessible(page);
  // The first click, and the second.
  await problem.getByRole('link', { name: 'Resolve' }).click();
  await page.getByRole('button', { name: 'Resolve' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('It did not run').check();
  await dialog.getByLabel('Reason').fill('Not in their list');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('costs its user nothing')).toBeVisible();
  await openOverview(page);
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible();
  await expect(problem).toHaveCount(0);
});

test('An admin sees that all is well, and reads the charts by the keyboard', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console');
  await page.getByRole('link', { name: 'Atelier', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByText('All is well')).toBeVisible();
  const service = page.getByRole('region', { name: 'Service' });
  await expect(service).toContainText(/1 process for API and jobs \(\d+\.\d+\.\d+\)/);
  await expect(service).toContainText('No backup recorded');
  const tasks = page.getByRole('slider', { name: 'Tasks and failures in the last 24 hours' });
  await tasks.focus();
  await page.keyboard.press('Home');
  await expect(tasks).toHaveAttribute('aria-valuetext', /^\d\d:00: 0$/);
  await page.getByText('Last 7 days').click();
  await expect(page.getByRole('slider', { name: 'Credits spent in the last 7 days' })).toBeVisible();
  await expectAccessible(page);
});
