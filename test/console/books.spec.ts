import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.js';
import { test, VENDOR_COST } from './support/with-vendors.js';

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Gives the page a file as the book of a vendor, and compares. */
async function compare(page: Page, name: string, text: string): Promise<void> {
  await page.getByLabel('Book of the vendor').setInputFiles({
    ...{ name, mimeType: name.endsWith('.csv') ? 'text/csv' : 'application/json' },
    buffer: Buffer.from(text),
  });
  await page.getByRole('button', { name: 'Compare' }).click();
}

test('An admin sets the weight of a vendor, drains it, and has it take tasks again', async ({
  page,
  given,
  signIn,
  vendors,
}) => {
  const person = await given.person();
  const shown = async () => (await given.admin.get('/admin/vendors')).vendors.find(isNorth);
  const isNorth = ({ name }: { name: string }) => name === 'north';
  await signIn('admin');
  await page.goto('/console/admin/vendors');
  const north = region(page, 'north');
  await expect(north.getByText('2, in use')).toBeVisible();
  await expectAccessible(page);

  // Another Atelier has no call that costs nothing.
  await north.getByRole('button', { name: 'Test for free' }).click();
  await expect(north.getByText('no call that costs nothing')).toBeVisible();
  await expectAccessible(page);

  await north.getByRole('button', { name: 'Set the weight' }).click();
  const weight = page.getByRole('dialog', { name: 'Set the weight of north?' });
  await weight.getByRole('textbox', { name: 'Weight' }).fill('5');
  await weight.getByLabel('Reason').fill('A trial');
  await expectAccessible(page);
  await weight.getByRole('button', { name: 'Set the weight' }).click();
  await expect(north.getByText('5, set here')).toBeVisible();

  await north.getByRole('button', { name: 'Drain' }).click();
  const drain = page.getByRole('dialog', { name: 'Drain north?' });
  const reason = given.id('It answers slowly');
  await drain.getByLabel('Reason').fill(reason);
  await drain.getByRole('button', { name: 'Drain' }).click();
  await expect(north.getByText('It gets no new tasks')).toBeVisible();
  await expectAccessible(page);
  expect(await shown()).toMatchObject({ draining: true, set_weight: 5 });
  const { entries } = await given.admin.get('/admin/audit?target_kind=vendor&target_id=north&limit=1');
  expect(entries[0]).toMatchObject({ action: 'vendor.update', reason });
  await vendors.south.faults({ keys: { 'key-1': 429 }, retry_after: 600 });
  expect(await given.relitPicture(person)).toMatchObject({ status: 'succeeded' });
  await expect(region(page, 'south').getByRole('row', { name: /submit/i })).toBeVisible({ timeout: 20_000 });
  await expect(region(page, 'south').getByText('1 key of 2 limited or refused by the vendor')).toBeVisible();
  await expectAccessible(page);

  await north.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click();
  await expect(north.getByRole('button', { name: 'Drain' })).toBeVisible();
  expect(await shown()).toMatchObject({ draining: false, set_weight: 5 });
  await north.getByRole('button', { name: 'Set the weight' }).click();
  await weight.getByRole('textbox', { name: 'Weight' }).fill('');
  await weight.getByRole('button', { name: 'Set the weight' }).click();
  await expect(north.getByText('none: the cheapest comes first')).toBeVisible();
  expect(await shown()).toMatchObject({ draining: false, set_weight: null });

  await north.getByRole('button', { name: /^Order a real one/ }).click();
  const order = page.getByRole('dialog', { name: 'Order a real task from north?' });
  await expectAccessible(page);
  await order.getByRole('button', { name: 'Order', exact: true }).click();
  await expect(page).toHaveURL(/\/studio\/tasks\//);
  const { tasks } = await given.admin.get('/tasks?limit=1');
  expect(tasks[0]).toMatchObject({ kind: 'image-relight' });
});

test('An admin checks the ledger, and finds what a vendor bills elsewise', async ({
  page,
  given,
  signIn,
  vendors,
}) => {
  await given.relitPicture(await given.person());
  const ordered = (await vendors.north.book()).at(-1);
  await signIn('admin');
  await page.goto('/console/admin/books');
  const ledger = region(page, 'Ledger');
  await expect(ledger.getByText('once a day')).toBeVisible();
  await expect(ledger.getByText('Last checked')).toHaveCount(0);
  await expectAccessible(page);
  await ledger.getByRole('button', { name: 'Check now' }).click();
  await expect(ledger.getByText('The ledger is balanced')).toBeVisible();
  await expect(ledger.getByText('Last checked')).toBeVisible();
  await expect(ledger.getByRole('table', { name: 'Checks' }).getByRole('row')).toHaveCount(5);

  await page.getByRole('combobox', { name: 'Vendor' }).click();
  await page.getByRole('option', { name: 'north' }).click();
  await expect(page).toHaveURL(/vendor=north/);
  await compare(page, 'odd.json', '{"orders": "none"}');
  await expect(page.getByRole('alert')).toContainText('odd.json must be a list of orders');
  await page.getByRole('button', { name: 'Choose another' }).click();
  await compare(page, 'odd.csv', `order_id,credits\n${ordered?.order_id},much\n`);
  await expect(page.getByRole('alert')).toContainText('line 2 of csv must have credits');
  await page.getByRole('button', { name: 'Choose another' }).click();
  await compare(page, 'book.csv', `order_id,credits\n${ordered?.order_id},9\n"never, heard of",4\n`);
  const found = region(page, 'Comparison');
  const different = found.getByRole('table', { name: 'Different costs' }).getByRole('row');
  await expect(different.filter({ hasText: ordered?.order_id ?? '?' })).toContainText('succeeded');
  await expect(found.getByRole('table', { name: 'Missing in our book' })).toContainText('never, heard of');
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^reconciliation-north-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(lines).toContainEqual(
    expect.stringMatching(new RegExp(`^differing,.*,${ordered?.order_id},.*,succeeded,${VENDOR_COST},9$`)),
  );
  expect(lines).toContain('missing_here,,"never, heard of",,,0,4');

  await page.getByLabel('First day, UTC').fill('2026-01-01');
  await expect(found).toHaveCount(0);
});
