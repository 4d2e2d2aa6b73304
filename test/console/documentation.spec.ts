import { expect, test } from './fixtures.js';

test('The documentation page lists the operations', async ({ page }) => {
  await page.goto('/docs');
  await expect(page.getByRole('heading', { level: 1, name: /Atelier/ })).toBeVisible();
  await page.getByRole('button', { name: 'Expand operation' }).first().click();
  await expect(page.getByText('Shows the owner of the token')).toBeVisible();
  await page.getByLabel('Select a definition').selectOption('Atelier for admins');
  await page.getByRole('button', { name: 'Expand operation' }).first().click();
  await expect(page.locator('[data-path="/admin/audit"]')).toBeVisible();
});
