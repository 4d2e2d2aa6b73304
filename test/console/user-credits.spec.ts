import { expect, expectAccessible, type Person, test } from './fixtures.js';
import type { Given } from './support/given.js';

/** What the audit log says last about an act towards a user. */
async function lastAct(given: Given, userId: string, action: string): Promise<any> {
  const { entries } = await given.admin.get(`/admin/audit?target_id=${userId}&action=${action}`);
  return entries[0];
}

/** A person with a grant of 1,000 credits, of which a picture took some. */
async function payer(given: Given): Promise<Person> {
  const ada = await given.person({ name: given.id('Ada') });
  await given.admin.post(`/admin/users/${ada.id}/grants`, {
    amount: 1000,
    note: 'Welcome',
    category: 'plan',
  });
  await given.relitPicture(ada);
  return ada;
}

test('An admin gives a grant, and takes back what is left of it', async ({ page, given, signIn }) => {
  const ada = await given.person({ name: given.id('Ada') });
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}`);
  await page.getByRole('tab', { name: 'Credits' }).click();
  await expect(page.getByRole('heading', { level: 1, name: ada.name })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No grants yet' })).toBeVisible();
  await expect(page.getByText('Tasks need no credits')).toBeVisible();
  await expectAccessible(page);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Give a grant' }).click();
  await dialog.getByRole('button', { name: 'Give the grant' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Credits').fill('1500');
  await dialog.getByRole('combobox', { name: 'For' }).click();
  await page.getByRole('option', { name: 'Promotion' }).click();
  await dialog.getByLabel('Note').fill('Welcome');
  await dialog.getByLabel('Priority').fill('7');
  await dialog.getByLabel('Begins').fill('2020-01-01T00:00');
  await dialog.getByLabel('Ends').fill('2019-01-01T00:00');
  await dialog.getByLabel('Reason').fill('Met at the fair');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Give the grant' }).click();
  await expect(dialog.getByText('must be in the future')).toBeVisible();
  await dialog.getByLabel('Begins').fill('');
  await dialog.getByLabel('Ends').fill('2999-01-01T00:00');
  await dialog.getByRole('button', { name: 'Give the grant' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Credits' })).toContainText(
    /1,500.*granted.*1,500.*available/,
  );
  await expect(page.getByText('paid from these credits only')).toBeVisible();
  await expect(page.getByRole('row', { name: /Grant given/ })).toContainText('+1,500');

  const { grants } = await given.admin.get(`/admin/users/${ada.id}/grants`);
  expect(grants).toMatchObject([{ amount: 1500, category: 'promotion', note: 'Welcome', priority: 7 }]);
  expect(new Date(grants[0].expires_at).getFullYear()).toBeGreaterThan(2997);
  expect(await lastAct(given, ada.id, 'user.grant_credits')).toMatchObject({ reason: 'Met at the fair' });

  await page
    .getByRole('row', { name: /Promotion/ })
    .getByRole('button', { name: 'Void' })
    .click();
  await expect(dialog).toContainText('1,500 credits');
  await dialog.getByLabel('Reason').fill('A mistake');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(page.getByRole('row', { name: /Promotion/ })).toContainText('voided');
  await expect(page.getByRole('group', { name: 'Credits' })).toContainText(/0.*available.*1,500.*expired/);
  await expect(page.getByRole('row', { name: /Taken back from a grant/ })).toContainText('-1,500');
  expect(await given.admin.get(`/admin/users/${ada.id}/credits`)).toMatchObject({
    available: 0,
    expired: 1500,
  });
  expect(await lastAct(given, ada.id, 'user.void_grant')).toMatchObject({ reason: 'A mistake' });
});

test('An admin sees what became of credits, entry by entry', async ({ page, given, signIn }) => {
  const ada = await payer(given);
  const { spent, available } = await given.admin.get(`/admin/users/${ada.id}/credits`);
  expect(spent).toBeGreaterThan(0);
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}?tab=credits`);
  await expect(page.getByRole('group', { name: 'Credits' })).toContainText(
    new RegExp(`1,000.*granted.*${available}.*available.*${spent}.*spent`),
  );
  const statement = page.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('rowheader')).toHaveText([
    'Cost of a task',
    'Held for a task',
    'Grant given',
  ]);
  await expect(statement.getByRole('row', { name: /Cost of a task/ })).toContainText(String(spent));
  await expect(statement.getByRole('row', { name: /Cost of a task/ })).toContainText('Relight a picture');
  await expectAccessible(page);
});

test('An admin gives back what a picture has cost', async ({ page, given, signIn }) => {
  const ada = await payer(given);
  const { spent } = await given.admin.get(`/admin/users/${ada.id}/credits`);
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}?tab=credits`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Correct' }).click();
  await dialog.getByRole('textbox', { name: 'Credits' }).fill(String(spent + 1));
  await dialog.getByLabel('Reason').fill('The picture was broken');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Make the correction' }).click();
  await expect(dialog.getByRole('alert')).toContainText(`Only ${spent} credits of the grant are spent.`);
  await dialog.getByRole('textbox', { name: 'Credits' }).fill(String(spent));
  await dialog.getByRole('button', { name: 'Make the correction' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Credits' })).toContainText(/1,000.*available/);
  await expect(page.getByRole('table', { name: 'Statement' }).getByRole('rowheader')).toHaveCount(4);
  expect(await given.admin.get(`/admin/users/${ada.id}/credits`)).toMatchObject({
    available: 1000,
    spent: 0,
  });
  expect(await lastAct(given, ada.id, 'user.correct_credits')).toMatchObject({
    reason: 'The picture was broken',
  });
});

test('An admin limits a user and one of its tokens', async ({ page, given, signIn }) => {
  const ada = await given.person({ name: given.id('Ada') });
  const token = await ada.api.post('/users/tokens', { name: 'build', scopes: ['media'] });
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}?tab=credits`);
  const dialog = page.getByRole('dialog');
  await expect(page.getByText('No limit.')).toBeVisible();
  await page.getByRole('button', { name: 'Change the limits' }).click();
  await dialog.getByLabel('Per day').fill('500');
  await dialog.getByLabel('Per month').fill('5000');
  await dialog.getByLabel('Reason').fill('A trial');
  await dialog.getByRole('button', { name: 'Set the limits' }).click();
  const limits = page.getByRole('table', { name: `Limits of ${ada.name}` });
  await expect(limits.getByRole('row', { name: /Per month/ })).toContainText('5,000');
  await page.getByRole('button', { name: 'Change the limits' }).click();
  await expect(dialog.getByLabel('Per day')).toHaveValue('500');
  await dialog.getByLabel('Per month').fill('');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set the limits' }).click();
  await expect(limits.getByRole('rowheader')).toHaveText(['Per day']);
  expect(await given.admin.get(`/admin/users/${ada.id}/limits`)).toMatchObject({
    limits: [{ period: 'day', allowed: 500 }],
  });

  await page.goto(`/console/admin/users/${ada.id}`);
  await page.getByRole('button', { name: 'Limits of build' }).click();
  await dialog.getByLabel('In total').fill('80');
  await dialog.getByLabel('Reason').fill('A small build');
  await dialog.getByRole('button', { name: 'Set the limits' }).click();
  await expect(dialog).toHaveCount(0);
  const { limits: ofToken } = await given.admin.get(`/admin/users/${ada.id}/tokens/${token.id}/limits`);
  expect(ofToken).toMatchObject([{ period: 'total', allowed: 80, token_id: token.id }]);
  expect(await lastAct(given, ada.id, 'user.set_credit_limits')).toMatchObject({ reason: 'A small build' });
});

test('An admin decides how tasks are paid, and how often it is a user’s turn', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person({ name: given.id('Ada') });
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}?tab=credits`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Change how tasks are paid' }).click();
  await dialog.getByLabel('From grants only').check();
  await dialog.getByLabel('Reason').fill('Pays beforehand');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('paid from these credits only')).toBeVisible();
  expect(await given.admin.get(`/admin/users/${ada.id}/credits`)).toMatchObject({ prepaid: true });
  expect(await lastAct(given, ada.id, 'user.set_prepaid')).toMatchObject({ reason: 'Pays beforehand' });

  await page.getByRole('tab', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Weight in the queue' }).click();
  await expect(dialog.getByRole('button', { name: 'Set the weight' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Weight' }).fill('2.5');
  await dialog.getByLabel('Reason').fill('Works for two');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set the weight' }).click();
  await expect(page.getByRole('definition').filter({ hasText: /^2\.5$/ })).toBeVisible();
  expect(await given.admin.get(`/admin/users/${ada.id}`)).toMatchObject({ queueWeight: 2.5 });
  expect(await lastAct(given, ada.id, 'user.update')).toMatchObject({ reason: 'Works for two' });
});

test('A deleted user’s credits can be read, and no more be changed', async ({ page, given, signIn }) => {
  const ada = await payer(given);
  await given.admin.delete(`/admin/users/${ada.id}`);
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}?tab=credits`);
  await expect(page.getByRole('row', { name: /Grant given/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Give|Change|Correct|Void/ })).toHaveCount(0);
});
