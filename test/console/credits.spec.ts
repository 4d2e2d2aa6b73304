import { expect, expectAccessible, type Person, test } from './fixtures.js';
import type { Given } from './support/given.js';

async function give(given: Given, person: Person, amount: number): Promise<void> {
  await given.admin.post(`/admin/users/${person.id}/grants`, { amount, note: 'Welcome' });
}

test('A person sees what became of the credits, and each movement with its task', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  await give(given, ada, 1_500);
  await given.admin.put(`/admin/users/${ada.id}/limits`, { day: 700 });
  const task = await given.relitPicture(ada);
  const { available, spent, limits } = await ada.api.get('/credits');
  expect(available + spent).toBe(1_500);
  expect(spent).toBeGreaterThan(0);

  const left = available.toLocaleString('en');

  await signIn(ada);
  await page.goto('/console/account');
  await page.getByRole('tab', { name: 'Credits' }).click();
  const sum = page.getByRole('group', { name: 'Credits' });
  await expect(sum).toHaveText(`1,500granted=${left}available+0held+${spent}spent+0expired`);
  const limit = page.getByRole('table', { name: 'Your limits' }).getByRole('row', { name: /Per day/ });
  await expect(limit).toContainText(`700${spent}${limits[0].left}`);
  const statement = page.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('row')).toHaveText([
    /^Entry/,
    new RegExp(`^Cost of a task0${spent} of ${spent} held were spent${left}Relight a picture`),
    new RegExp(`^Held for a task-${spent}${left}Relight a picture`),
    /^Grant given\+1,5001,500–/,
  ]);
  await expectAccessible(page);
  await statement.getByRole('link', { name: 'Relight a picture' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/console/studio/tasks/${task.id}$`));
});

test('A person without grants reads what tasks have cost, and no sum of grants', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  await given.relitPicture(ada);
  const { spent_on_tasks: spent } = await ada.api.get('/credits');
  expect(spent).toBeGreaterThan(0);
  await signIn(ada);
  await page.goto('/console/account?tab=credits');
  await expect(page.getByRole('group', { name: 'Credits' })).toHaveText(`${spent}spent on tasks`);
  const statement = page.getByRole('table', { name: 'Statement' });
  await expect(statement.getByRole('columnheader', { name: 'Balance' })).toHaveCount(0);
  await expect(statement.getByRole('row', { name: /Held for a task/ })).toContainText(`-${spent}`);
  await expectAccessible(page);
});

test('A person without grants reads that tasks need none', async ({ page, given, signIn }) => {
  await signIn(await given.person());
  await page.goto('/console/account?tab=credits');
  await expect(page.getByRole('group', { name: 'Credits' })).toHaveText('0spent on tasks');
  await expect(page.getByText('Tasks need no credits')).toBeVisible();
  await expect(page.getByText('No limit.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No entries yet' })).toBeVisible();
  await expectAccessible(page);
});

test('A long statement is read on by its cursor', async ({ page, given, signIn }) => {
  const ada = await given.person();
  for (let at = 1; at <= 21; at += 1) await give(given, ada, at);
  await signIn(ada);
  await page.goto('/console/account?tab=credits');
  const rows = page.getByRole('table', { name: 'Statement' }).getByRole('row');
  await expect(rows).toHaveCount(21);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows).toHaveCount(22);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
});

test('A person limits what a token may spend, and takes a limit away', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const { id, token } = await ada.api.post('/users/tokens', { name: 'build', scopes: ['media'] });
  await given.relitPicture({ ...ada, api: ada.api.as(token) });
  await signIn(ada);
  await page.goto('/console/account');
  await page.getByRole('button', { name: 'Limits of build' }).click();
  const dialog = page.getByRole('dialog', { name: 'Limits of the token “build”' });
  await dialog.getByLabel('Per day').fill('100');
  await dialog.getByLabel('In total').fill('2000');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Set the limits' }).click();
  await expect(page.getByText('The limits are set.')).toBeVisible();
  const { limits } = await ada.api.get(`/users/tokens/${id}/limits`);
  expect(limits).toMatchObject([
    { period: 'day', allowed: 100 },
    { period: 'total', allowed: 2_000 },
  ]);
  // What the token spent before counts.
  expect(limits[0].used).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Limits of build' }).click();
  await expect(dialog.getByRole('table', { name: 'Limits now' })).toContainText(`2,000${limits[1].used}`);
  await dialog.getByLabel('In total').fill('');
  await dialog.getByRole('button', { name: 'Set the limits' }).click();
  await expect(dialog).toBeHidden();
  expect((await ada.api.get(`/users/tokens/${id}/limits`)).limits).toMatchObject([{ period: 'day' }]);
});

test('Who has no credits left reads limit, balance and price, and where to look', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  await given.admin.put(`/admin/users/${ada.id}/limits`, { month: 1 });
  await signIn(ada);
  await page.goto('/console/studio/new/image-relight');
  await page.getByRole('button', { name: 'Use the sample room.jpg: Picture' }).click();
  await page.getByRole('button', { name: 'Relight', exact: true }).click();
  const refusal = page.getByRole('alert');
  await expect(refusal).toContainText('You do not have enough credits');
  await expect(refusal).toContainText(
    /This costs \d+ credits, but the balance of your monthly limit of 1 is 1\./,
  );
  await refusal.getByRole('link', { name: 'See your credits and limits' }).click();
  await expect(page.getByRole('row', { name: /Per month/ })).toBeVisible();
  expect((await ada.api.get('/tasks')).tasks).toEqual([]);
});
