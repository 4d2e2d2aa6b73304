import { expect, expectAccessible, type Person, test } from './fixtures.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const CUT = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAA';

/** A task that fails, because its picture is damaged. */
async function failedTask({ api }: Person, settled: (id: string) => Promise<unknown>): Promise<string> {
  const { data } = await api.post(RELIGHT, { image: CUT });
  await settled(data.task_id);
  return data.task_id;
}

test('An admin answers “my picture failed” from the page of the user', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const ended = (id: string) => given.settled(ada, `/tasks/${id}`, ({ finished_at: at }) => at !== null);
  const id = await failedTask(ada, ended);
  await given.relitPicture(ada);
  await given.settled({ api: given.admin }, `/admin/tasks/${id}`, ({ log }) => log.length > 0);
  await signIn('admin');
  await page.goto(`/console/admin/users/${ada.id}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Failed tasks' }).click();
  await expect(page.getByRole('row', { name: /Relight a picture/ })).toHaveCount(1);
  await expect(page.getByRole('row', { name: /Relight a picture/ })).toContainText('undecodable_image');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Relight a picture' }).click();

  await expect(page.getByRole('alert')).toContainText('Send another one.');
  const more = page.getByRole('region', { name: 'For admins' });
  await expect(more.getByRole('link', { name: ada.name })).toBeVisible();
  await expect(more.getByRole('table', { name: 'Log' })).toContainText('A task failed');
  await expect(more.getByRole('table', { name: 'Log' })).toContainText('code: undecodable_image');
  await expectAccessible(page);
  await more.getByRole('link', { name: 'undecodable_image' }).click();
  expect(new URL(page.url()).searchParams.get('error')).toBe('undecodable_image');
  await expect(page.getByRole('link', { name: ada.name })).toBeVisible();
});

test('An admin filters the tasks of all users, and keeps the filters in the address', async ({
  page,
  given,
  signIn,
}) => {
  const [ada, bob] = [await given.person(), await given.person()];
  await given.relitPicture(ada);
  await given.relitPicture(bob);
  await signIn('admin');
  await page.goto('/console/admin/tasks');
  for (const { name } of [ada, bob])
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1);
  await page.getByRole('combobox', { name: 'User' }).fill(ada.name);
  await page.getByRole('option', { name: ada.name }).click();
  await expect(page.getByRole('row').filter({ hasText: bob.name })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'succeeded' }).click();
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: ada.name })).toHaveCount(1);
  await page.getByLabel('Credits, at least').fill('1000000');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('row').filter({ hasText: bob.name })).toHaveCount(1);
});

test('An admin sees what remains of a task that its user has deleted', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const { id } = await given.relitPicture(ada);
  await ada.api.delete(`/tasks/${id}`);
  await signIn('admin');
  await page.goto(`/console/studio/tasks/${id}`);
  await expect(page.getByText('“Relight a picture” was deleted by its user')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'For admins' }).getByRole('link', { name: ada.name }),
  ).toBeVisible();
});

test('A person sees no part for admins', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const { id } = await given.relitPicture(ada);
  await signIn(ada);
  await page.goto(`/console/studio/tasks/${id}`);
  await expect(page.getByRole('region', { name: 'Facts' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'For admins' })).toHaveCount(0);
});

test('A person looks at results in a gallery, and deletes several tasks at once', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  for (let n = 0; n < 3; n += 1) await given.relitPicture(ada);
  await signIn(ada);
  await page.goto('/console/studio/tasks');
  await page.getByText('Gallery', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Tasks' }).getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  await page.getByText('List', { exact: true }).click();
  const boxes = page.getByRole('checkbox', { name: 'Select Relight a picture' });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete these 2 tasks?' });
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByRole('row', { name: /Relight a picture/ })).toHaveCount(1);
  expect((await ada.api.get('/tasks')).tasks).toHaveLength(1);
});

test('A refusal of one task among several is named, and the others are done', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1) ids.push((await given.relitPicture(ada)).id);
  await signIn(ada);
  await page.goto('/console/studio/tasks');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Delete 2' }).click();
  await ada.api.delete(`/tasks/${ids[0]}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  const note = page.getByRole('alert').filter({ hasText: 'Done: 1 of 2' });
  await expect(note).toContainText(`Relight a picture ${ids[0]}: The task does not exist`);
  expect((await ada.api.get('/tasks')).tasks).toEqual([]);
});

test('On a phone a list is cards, and its filters are folded', async ({ page, given, signIn }) => {
  const [ada, bob] = [await given.person(), await given.person()];
  for (const person of [ada, bob]) await given.relitPicture(person);
  await signIn('admin');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/console/admin/tasks');
  const card = page.getByRole('row').filter({ hasText: ada.name });
  await expect(card.getByRole('rowheader')).toHaveText('Relight a picture');
  await expect(card).not.toContainText('local');
  await expect(page.getByRole('combobox', { name: 'User' })).toBeHidden();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'User' }).fill(ada.name);
  await page.getByRole('option', { name: ada.name }).click();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(page.getByRole('combobox', { name: 'User' })).toBeHidden();
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select Relight a picture' }).check();
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected');
  await expectAccessible(page);
});
