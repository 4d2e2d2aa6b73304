import { expect, expectAccessible, test } from './fixtures.js';

const WRONG = 'atl_wrong';

test('A person signs in with a token, goes on where they wanted, and signs out', async ({
  page,
  given,
  problems,
}) => {
  problems.expect(/401/);
  const ada = await given.person();
  await page.goto('/console/account?tab=sessions');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Token').fill(WRONG);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('unknown, expired or revoked');
  await page.getByLabel('Token').fill(ada.token);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('tab', { name: 'Sessions' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('row', { name: /Chrome on Linux.*this one/ })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
  await page.goto('/console/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('The link of an invitation signs in once', async ({ page, context, given, problems }) => {
  problems.expect(/409/);
  const email = `${given.id('grace')}@example.com`;
  const { invitation } = await given.admin.post('/admin/users', { name: 'Grace', email });
  const { hash } = new URL(invitation.link);
  await page.goto(`/console/sign-in${hash}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Grace' })).toBeVisible();
  expect(page.url()).not.toContain('inv_');
  await context.clearCookies();
  await page.goto('/console/sign-in');
  await page.goto(`/console/sign-in${hash}`);
  await expect(page.getByRole('alert')).toContainText('already accepted');
  await expect(page.getByText('ask an admin for a new link')).toBeVisible();
  expect(page.url()).not.toContain('inv_');
  await expectAccessible(page);
});

test('The link of an invitation asks before it ends the session of another person', async ({
  page,
  context,
  given,
  signIn,
}) => {
  const invite = async (): Promise<{ name: string; hash: string }> => {
    const name = given.id('Mallory');
    const body = { name, email: `${name.toLowerCase()}@example.com` };
    const { invitation } = await given.admin.post('/admin/users', body);
    return { name, hash: new URL(invitation.link).hash };
  };
  const ada = await given.person({ name: 'Ada' });
  await signIn(ada);
  const first = await invite();
  await page.goto(`/console/sign-in${first.hash}`);
  await expect(page.getByRole('alert')).toContainText('You are signed in as Ada');
  expect(page.url()).not.toContain('inv_');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Stay signed in as Ada' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ada' })).toBeVisible();
  expect(await (await context.request.get('/session')).json()).toMatchObject({ id: ada.id });

  await page.goto(`/console/sign-in${first.hash}`);
  await page.getByRole('button', { name: 'Sign in with the link instead' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Hello, ${first.name}` })).toBeVisible();

  // A page opened while signed out does not know of the sign-in in another tab.
  const second = await invite();
  await context.clearCookies();
  await page.goto('/console/sign-in');
  await expect(page.getByLabel('Token')).toBeVisible();
  await signIn(ada);
  await page.evaluate((hash) => (window.location.hash = hash), second.hash);
  await expect(page.getByRole('alert')).toContainText('You are signed in as Ada');
});

test('The page says why an issuer signed nobody in', async ({ page }) => {
  await page.goto('/console/sign-in?problem=suspended');
  await expect(page.getByRole('alert')).toContainText('Your user is suspended');
});

test('A person makes a token, copies it, and revokes it', async ({ page, given, signIn }) => {
  const ada = await given.person();
  await signIn(ada);
  await page.goto('/console/account');
  await expect(page.getByRole('row', { name: /first token/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('ci');
  await dialog.getByLabel('Publish and change nodes of your publishers').uncheck();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create the token' }).click();
  await dialog.getByRole('button', { name: 'Copy: token' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(await ada.api.as(copied).get('/session')).toMatchObject({ scopes: ['media', 'registry:read'] });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(copied)).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke ci' }).click();
  await expect(dialog).toContainText('refused within five seconds');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row', { name: /^ci/ })).toHaveCount(0);
});

test('A person ends a session elsewhere, and gets a new webhook secret', async ({
  page,
  browser,
  given,
  signIn,
}) => {
  const ada = await given.person();
  const elsewhere = await browser.newContext({ userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' });
  const headers = { Origin: ada.api.url };
  await elsewhere.request.post(`${ada.api.url}/session`, { headers, data: { token: ada.token } });
  await signIn(ada);
  await page.goto('/console/account?tab=sessions');
  await expectAccessible(page);
  await page
    .getByRole('row', { name: /Firefox on Windows/ })
    .getByRole('button', { name: 'End' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await expect(page.getByRole('row', { name: /Firefox on Windows/ })).toHaveCount(0);
  expect((await elsewhere.request.get(`${ada.api.url}/session`)).status()).toBe(204);
  await elsewhere.close();

  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.getByRole('button', { name: 'Show the secret' }).click();
  const secret = page.getByLabel('webhook secret', { exact: true });
  const before = await secret.textContent();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
  await expect(secret).not.toHaveText(before ?? '');
  await expect(secret).toHaveText(/^whsec_/);
});
