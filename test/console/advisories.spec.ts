import { expect, expectAccessible, test } from './fixtures.js';

test('An admin publishes an advisory, everyone sees it at the version, and it is withdrawn', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const node = given.id('harmful');
  const team = await given.publisher(owner);
  await given.node(owner, team, { id: node, name: 'Key thief' });
  await given.version(owner, team, node);
  await signIn('admin');
  await page.goto('/console/admin/advisories');
  await page.getByRole('link', { name: 'Publish an advisory' }).click();
  await page.getByLabel('Id of the node').fill(node);
  await page.getByLabel('First affected version').fill('one');
  await page.getByLabel('First fixed version').fill('1.2.1');
  await page.getByLabel('Summary').fill('Sends the keys of the host to a stranger.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText(/must be a semantic version/)).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('First affected version').fill('1.0');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: node });
  await expect(row).toContainText('From 1.0.0, below 1.2.1');
  await expect(row.getByRole('link', { name: 'Key thief' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/console/registry/nodes/${node}`);
  const notice = page.getByRole('alert').filter({ hasText: 'Do not install 1.0.0' });
  await expect(notice).toContainText('Sends the keys of the host to a stranger.');
  await expect(notice).toContainText('Fixed in 1.2.1.');
  await expectAccessible(page);

  await page.goto('/console/admin/advisories');
  await row.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('It was a false alarm.');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(row).toContainText('It was a false alarm.');
  await page.goto(`/console/registry/nodes/${node}/versions/1.0.0`);
  await expect(page.getByText(/^published/)).toBeVisible();
  await expect(notice).toBeHidden();
});
