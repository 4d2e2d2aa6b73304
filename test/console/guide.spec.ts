import { expect, expectNoSidewaysScrolling, test } from './fixtures.js';

test('The guide is found by searching, and read in light and dark', async ({ page }) => {
  await page.goto('/guide/');
  await expect(page.getByRole('heading', { level: 1, name: 'Quick start' })).toBeVisible();
  await page.getByRole('button', { name: 'Search' }).click();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByRole('textbox', { name: 'Search' }).fill('idempotency key');
  await search.getByRole('link', { name: 'Repeating requests, and limits' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Repeating requests, and limits' })).toBeVisible();
  await page.getByLabel('Select theme').first().selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('The guide fits a telephone', async ({ page }) => {
  for (const name of ['configuration', 'webhooks', 'vendors']) {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/guide/${name}/`);
    await expectNoSidewaysScrolling(page);
  }
});
