import { createHash } from 'node:crypto';
import { expect, expectAccessible } from './fixtures.js';
import { test, uncertainTask } from './support/with-lost-orders.js';

const PRICE = 22;

test('A person reads what is uncertain, and an admin says that it did not run', async ({
  page,
  given,
  vendor,
  signIn,
}) => {
  const ada = await given.person();
  await given.admin.post(`/admin/users/${ada.id}/grants`, { amount: 100, reason: 'A trial' });
  const id = await uncertainTask(given, vendor, ada);
  expect(await ada.api.get('/credits')).toMatchObject({ held: PRICE });
  await signIn(ada);
  await page.goto('/console/studio/tasks');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'uncertain' }).click();
  expect(new URL(page.url()).search).toBe('?status=uncertain');
  await page.getByRole('link', { name: 'Relight a picture' }).click();
  const note = page.getByRole('status').filter({ hasText: 'It is not known yet' });
  await expect(note).toContainText(`the price of ${PRICE} credits stays held`);
  await expect(note.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ordered from the provider' })).toBeVisible();
  for (const name of ['Cancel', 'Delete']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expectAccessible(page);

  await signIn('admin');
  await page.goto(`/console/studio/tasks/${id}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Ordered from upstream' })).toBeVisible();
  const orders = page.getByRole('table', { name: 'Orders' });
  await expect(orders.getByRole('row', { name: /1: upstream/ })).toContainText('intended');
  await expect(
    page.getByRole('region', { name: 'For admins' }).getByRole('button', { name: 'Resolve' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.goto('/console/admin/tasks');
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'uncertain' }).click();
  const [order] = (await given.admin.get('/admin/tasks')).tasks.find((one: any) => one.id === id).orders;
  const row = page.getByRole('row').filter({ hasText: order.reference });
  await expect(row).toContainText('upstream');
  await expect(row.getByRole('link', { name: ada.name })).toBeVisible();
  // Off the times, which show a note under the pointer.
  await page.mouse.move(0, 0);
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Resolve' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Resolve' });
  await dialog.getByLabel('It did not run').check();
  await expect(dialog.getByRole('status')).toContainText('nothing is booked for upstream');
  await send.click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Not in their list');
  await expectAccessible(page);
  await send.click();
  await expect(page.getByText('costs its user nothing')).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await ada.api.get(`/tasks/${id}`)).toMatchObject({
    status: 'failed',
    error_code: 'upstream_not_done',
    credits: 0,
  });
  expect(await ada.api.get('/credits')).toMatchObject({ available: 100, held: 0 });
  const { entries } = await given.admin.get(`/admin/audit?target_kind=task&target_id=${id}`);
  expect(entries).toMatchObject([{ action: 'task.resolve', reason: 'Not in their list' }]);
});

test('An admin names the vendor’s id, and its caller sees the result come', async ({
  page,
  context,
  given,
  vendor,
  signIn,
}) => {
  const ada = await given.person();
  const id = await uncertainTask(given, vendor, ada);
  const found = (await vendor.book()).at(-1);
  await signIn(ada);
  const own = await context.newPage();
  await own.goto(`/console/studio/tasks/${id}`);
  await expect(own.getByText('It is not known yet')).toBeVisible();
  await signIn('admin');
  await page.goto('/console/admin/tasks?status=uncertain');
  await page
    .getByRole('row')
    .filter({ hasText: 'upstream' })
    .first()
    .getByRole('button', { name: 'Resolve' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('It ran, and the vendor has its result').check();
  await dialog.getByLabel('Reason').fill('Found by its time');
  await expect(dialog.getByRole('status')).toContainText(`at most the ${PRICE} held credits`);
  await dialog.getByLabel('The vendor’s id').fill(found?.order_id ?? '');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByText('The result is being fetched.')).toBeVisible();
  await signIn(ada);
  await expect(own.getByText('It is not known yet')).toBeHidden();
  await own.reload();
  await expect(own.getByRole('listitem').filter({ hasText: 'Work resumed' })).toBeVisible();
  await expect(own.getByRole('listitem').filter({ hasText: /^Charged \d+ credit/ })).toBeVisible();
  const { outputs, credits } = await ada.api.get(`/tasks/${id}`);
  expect(credits).toBe(
    (await vendor.book()).find(({ order_id: order }) => order === found?.order_id)?.credits,
  );
  const bytes = Buffer.from(await (await fetch(outputs[0].url)).arrayBuffer());
  const sum = createHash('sha256').update(bytes).digest('hex');
  await own.getByRole('button', { name: 'Copy: SHA-256 of image' }).click();
  expect(await own.evaluate(() => navigator.clipboard.readText())).toBe(sum);
  await expect(own.getByRole('table', { name: 'Files' })).toContainText('which has to state how');
});

test('An admin books what a vendor charges for a result that is lost', async ({
  page,
  given,
  vendor,
  signIn,
}) => {
  const ada = await given.person();
  const id = await uncertainTask(given, vendor, ada);
  await signIn('admin');
  await page.goto('/console/admin/tasks?status=uncertain');
  await page
    .getByRole('row')
    .filter({ hasText: 'upstream' })
    .first()
    .getByRole('button', { name: 'Resolve' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('It ran, and its result is lost').check();
  await dialog.getByLabel('Reason').fill('Paid, and gone');
  await dialog.getByLabel('What the vendor charges').fill('5');
  await expect(dialog.getByRole('status')).toContainText('What upstream charges is booked as our cost');
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog).toBeHidden();
  expect(await ada.api.get(`/tasks/${id}`)).toMatchObject({
    status: 'failed',
    error_code: 'upstream_result_lost',
    credits: 0,
  });
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
});

test('An admin resolves several tasks at once', async ({ page, given, vendor, signIn }) => {
  const ada = await given.person();
  const ids = [await uncertainTask(given, vendor, ada), await uncertainTask(given, vendor, ada)];
  await signIn('admin');
  await page.goto(`/console/admin/tasks?status=uncertain&user=${ada.id}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Resolve 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'What was the outcome of these 2 tasks?' });
  await expect(dialog.getByRole('radio')).toHaveCount(2);
  await dialog.getByLabel('It did not run').check();
  await expect(dialog.getByRole('status')).toContainText(`${2 * PRICE} held credits`);
  await dialog.getByLabel('Reason').fill('The vendor was down');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  for (const id of ids) {
    expect(await ada.api.get(`/tasks/${id}`)).toMatchObject({ error_code: 'upstream_not_done', credits: 0 });
    const { entries } = await given.admin.get(`/admin/audit?target_kind=task&target_id=${id}`);
    expect(entries).toMatchObject([{ action: 'task.resolve', reason: 'The vendor was down' }]);
  }
});

test('An admin cancels several tasks at once, and those that have ended are left out', async ({
  page,
  given,
  vendor,
  signIn,
}) => {
  const ada = await given.person();
  const ended = await given.relitPicture(ada);
  await vendor.faults({ work: 'fixed 600000' });
  const body = { image: `${ada.api.url}/samples/room.jpg`, prompt: 'cold' };
  const ids: string[] = [];
  for (let n = 0; n < 2; n += 1)
    ids.push((await ada.api.post('/proxy/imgprov/v1/ai/image-relight', body)).data.task_id);
  await signIn('admin');
  await page.goto(`/console/admin/tasks?user=${ada.id}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Cancel 2' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel these 2 tasks?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Stop the work' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'canceled' })).toHaveCount(2);
  for (const id of ids) expect(await ada.api.get(`/tasks/${id}`)).toMatchObject({ status: 'canceled' });
  expect(await ada.api.get(`/tasks/${ended.id}`)).toMatchObject({ status: 'succeeded' });
  expect(await ada.api.get('/credits')).toMatchObject({ held: 0 });
  await vendor.faults({ work: 'fixed 50' });
});

test('A refusal to resolve a task is shown', async ({ page, given, vendor, signIn }) => {
  const ada = await given.person();
  const id = await uncertainTask(given, vendor, ada);
  await signIn('admin');
  await page.goto('/console/admin/tasks?status=uncertain');
  await page
    .getByRole('row')
    .filter({ hasText: 'upstream' })
    .first()
    .getByRole('button', { name: 'Resolve' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('It did not run').check();
  await dialog.getByLabel('Reason').fill('Too late');
  await given.admin.post(`/admin/tasks/${id}/resolve`, { outcome: 'did_not_run' });
  await dialog.getByRole('button', { name: 'Resolve' }).click();
  await expect(dialog.getByRole('alert')).toContainText('there is nothing to resolve');
});

test('A person sees how often a vendor was asked, in one step', async ({ page, given, vendor, signIn }) => {
  const ada = await given.person();
  await vendor.faults({ work: 'fixed 1000' });
  const { id, timeline } = await given.relitPicture(ada);
  const { count } = timeline.find(({ step }: any) => step === 'polled');
  await signIn(ada);
  await page.goto(`/console/studio/tasks/${id}`);
  const polled = page.getByRole('listitem').filter({ hasText: /^Polled/ });
  await expect(polled).toHaveCount(1);
  await expect(polled).toContainText(new RegExp(`Polled ${count} times?.*within \\d`));
});
