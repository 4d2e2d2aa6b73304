import { expect, expectAccessible, test } from './fixtures.js';

test('An admin adds a person, who comes in by the link', async ({
  page,
  browser,
  given,
  signIn,
  service,
}) => {
  await signIn('admin');
  await page.goto('/console/admin/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add a person' }).click();
  const name = given.id('Grace');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail address').fill(`${name}@example.com`);
  await page.getByRole('button', { name: 'Add the person' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} is added` })).toBeVisible();
  await page.getByRole('button', { name: 'Copy: link' }).click();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));

  const elsewhere = await browser.newContext({ baseURL: service.url });
  const other = await elsewhere.newPage();
  await other.goto(link.pathname + link.hash);
  await expect(other.getByRole('heading', { level: 1, name: `Hello, ${name}` })).toBeVisible();
  await elsewhere.close();

  await page.getByRole('link', { name: `Go to ${name}` }).click();
  await expect(page.getByRole('row', { name: /console session/ })).toBeVisible();
  await expectAccessible(page);
});

test('An admin finds people by search and state', async ({ page, given, signIn }) => {
  const [ada, bob] = [
    await given.person({ name: given.id('Ada'), isApproved: false }),
    await given.person({ name: given.id('Bob') }),
  ];
  await signIn('admin');
  await page.goto('/console/admin/users');
  const current = page.getByRole('navigation', { name: 'Areas' }).locator('[aria-current]');
  await expect(current).toHaveText(['Users']);
  await page.getByRole('searchbox', { name: 'Search' }).fill(ada.email);
  await expect(page).toHaveURL(/search=ada-/);
  await expect(page.getByRole('link', { name: ada.name })).toBeVisible();
  await expect(page.getByRole('link', { name: bob.name })).toHaveCount(0);
  await page.goto('/console/admin/users?only=waiting');
  await expect(page.getByRole('link', { name: ada.name })).toBeVisible();
  await expect(page.getByRole('link', { name: bob.name })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody has this name');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
});

test('An admin approves, suspends and deletes a person', async ({ page, given, signIn, problems }) => {
  problems.expect(/401|409/);
  const ada = await given.person({ name: given.id('Ada'), isApproved: false });
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByLabel('Reason').fill('Known from the fair');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('approved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await expect(dialog).toContainText('every session and token');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('suspended', { exact: true })).toBeVisible();
  await expect(page.getByText('approved', { exact: true })).toHaveCount(0);
  expect(await ada.api.get('/users').catch(() => 'refused')).toBe('refused');
  const log = await given.admin.get(`/admin/audit?target_id=${ada.id}`);
  expect(log.entries.map(({ reason }: { reason: string }) => reason)).toContain('Known from the fair');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await page.goto(`/console/admin/users/${ada.id}`);
  await expect(page.getByText('This user is deleted')).toBeVisible();
});

test('An admin makes a person an admin, sends a new link, and revokes all', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person({ name: given.id('Ada') });
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Make an admin' }).click();
  await dialog.getByRole('button', { name: 'Make an admin' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Take the admin role away' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'New link to sign in' }).click();
  await dialog.getByRole('button', { name: 'Make a link' }).click();
  await expect(page.getByLabel('link', { exact: true })).toContainText('#code=inv_');
  await page
    .getByRole('dialog', { name: `A link for ${ada.name}` })
    .getByRole('button', { name: 'Close' })
    .click();
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await dialog.getByRole('button', { name: 'Revoke all' }).click();
  await expect(page.getByText(`With a new link ${ada.name} can sign in.`)).toBeVisible();
});
