import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Person, test } from './fixtures.js';
import type { Given } from './support/given.js';

const FIGURES = ['Tasks', 'Succeeded', 'Failed', 'Credits', 'Held'];

/** A relit picture by the person's own token and two by another one. */
async function workedFor(given: Given): Promise<{ ada: Person; tokenId: string; price: number }> {
  const ada = await given.person({ name: given.id('Ada') });
  const { id, token } = await ada.api.post('/users/tokens', { name: 'build', scopes: ['media'] });
  const builder = { ...ada, api: ada.api.as(token) };
  for (const person of [ada, builder, builder]) await given.relitPicture(person);
  const { total } = await ada.api.get('/usage');
  expect(total).toMatchObject({ tasks: 3, succeeded: 3, held: 0 });
  return { ada, tokenId: id, price: total.credits / 3 };
}

async function downloaded(page: Page): Promise<{ name: string; lines: string[] }> {
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download as CSV' }).click();
  const file = await download;
  return {
    name: file.suggestedFilename(),
    lines: (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n'),
  };
}

test('A person sees what tasks have cost by day, kind and token, and takes it away as a table', async ({
  page,
  given,
  signIn,
}) => {
  const { ada, tokenId, price } = await workedFor(given);
  const { to } = await ada.api.get('/usage');
  await signIn(ada);
  await page.goto('/console/account');
  await page.getByRole('tab', { name: 'Usage' }).click();
  await expect(page.getByLabel('To (UTC)')).toHaveValue(to);
  const rows = page.getByRole('table', { name: 'Usage' }).getByRole('row');
  await expect(rows).toHaveText([['Day (UTC)', ...FIGURES].join(''), `${to}330${3 * price}0`]);
  await expect(page.getByRole('slider', { name: `${3 * price} credits` })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Kind' }).check();
  await page.getByRole('checkbox', { name: 'Token' }).check();
  await page.getByRole('checkbox', { name: 'Day' }).uncheck();
  await expect(rows.first()).toHaveText(['Kind', 'Token', ...FIGURES].join(''));
  await expect(rows.filter({ hasText: `Relight a picturebuild220${2 * price}0` })).toHaveCount(1);
  await expect(rows).toHaveCount(3);
  const { name, lines } = await downloaded(page);
  expect(name).toMatch(new RegExp(`^usage-.*-${to}\\.csv$`));
  expect(lines[0]).toBe('kind,token_id,tasks,succeeded,failed,credits,held');
  expect(lines).toContain(`image-relight,${tokenId},2,2,0,${2 * price},0`);
  expect(lines).toHaveLength(3);

  // The last grouping is kept, and the page returns as it was.
  await page.getByRole('checkbox', { name: 'Kind' }).uncheck();
  await expect(page.getByRole('checkbox', { name: 'Token' })).toBeDisabled();
  await page.reload();
  await expect(rows.first()).toHaveText(['Token', ...FIGURES].join(''));
});

test('A person chooses the time of the usage', async ({ page, given, signIn }) => {
  const { ada } = await workedFor(given);
  const { to } = await ada.api.get('/usage');
  await signIn(ada);
  await page.goto('/console/account?tab=usage');
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await expect(page.getByRole('heading', { name: 'No tasks in this period' })).toBeVisible();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01/);
  await expectAccessible(page);
  await page.getByLabel('To (UTC)').fill(to);
  await expect(page.getByRole('cell', { name: '3' }).first()).toBeVisible();
  await page.getByLabel('From (UTC)').fill('2020-01-01');
  await expect(page.getByRole('alert')).toContainText('from');
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: 'Last 7 days' }).click();
  await expect(page.getByRole('table', { name: 'Usage' })).toContainText(to);
});

test('An admin sees the usage of all users, and of one', async ({ page, given, signIn }) => {
  const { ada, price } = await workedFor(given);
  await signIn('admin');
  await page.goto('/console');
  await page.getByRole('button', { name: 'People' }).click();
  await page.getByRole('link', { name: 'Usage', exact: true }).click();
  await page.getByRole('checkbox', { name: 'User' }).check();
  await page.getByRole('checkbox', { name: 'Day' }).uncheck();
  await page.getByRole('combobox', { name: 'User' }).fill(ada.email);
  await page.getByRole('option', { name: ada.name }).click();
  const rows = page.getByRole('table', { name: 'Usage' }).getByRole('row');
  await expect(rows).toHaveText([['User', ...FIGURES].join(''), `${ada.name}330${3 * price}0`]);
  const { lines } = await downloaded(page);
  expect(lines).toEqual(['user_id,tasks,succeeded,failed,credits,held', `${ada.id},3,3,0,${3 * price},0`]);
  await rows.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible();
});
