import { expect, expectAccessible, test } from './fixtures.js';

const QUEUE = 'video-tasks.run';
const QUEUE_TITLE = 'Make videos';

test('An admin pauses a queue, drops a job, tries it again, and finds it in the audit log', async ({
  page,
  given,
  signIn,
}) => {
  const person = await given.person();
  await signIn('admin');
  await page.goto('/console/admin/queues');
  const scheduled = page.getByRole('table', { name: 'On a schedule' });
  const daily = scheduled.getByRole('row').filter({ hasText: 'Check the ledger' });
  await expect(daily.getByRole('cell').nth(0)).toHaveText('1 day');
  await expect(daily.getByRole('cell').nth(1)).toHaveText(/^in /);
  // Each queue says what it does.
  await expect(page.getByRole('rowheader', { name: /^[\w ]+: [\w ]+$/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: QUEUE_TITLE }).click();
  await expect(page.getByRole('heading', { level: 1, name: QUEUE_TITLE })).toBeVisible();
  await expect(page.getByText(QUEUE, { exact: true })).toBeVisible();
  const reason = given.id('The vendor is down');
  try {
    await page.getByRole('button', { name: 'Pause' }).click();
    const question = page.getByRole('dialog', { name: `Pause the queue “${QUEUE_TITLE}”?` });
    await question.getByLabel('Reason').fill(reason);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('This queue is paused')).toBeVisible();

    const video = await person.api.post('/proxy/vidprov/start-end2video', {
      model: 'vq2-turbo',
      images: [`${person.api.url}/samples/start.jpg`],
      duration: 1,
    });
    await page.getByRole('button', { name: 'Refresh' }).click();
    const waiting = page.getByRole('row').filter({ hasText: video.task_id });
    await expect(waiting).toBeVisible();
    await expectAccessible(page);

    await waiting.getByRole('button', { name: 'Drop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await expect(page.getByText('The job is dropped.')).toBeVisible();
    await expect(waiting).toHaveCount(0);
    // Its owner is notified.
    await given.settled(person, `/tasks/${video.task_id}`, ({ status }) => status === 'failed');

    await page.getByRole('tab', { name: /^Dead/ }).click();
    await expect(page).toHaveURL(/state=dead/);
    const dead = page.getByRole('row').filter({ hasText: video.task_id });
    await expect(dead).toContainText('An admin dropped the job');
    await dead.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
    await expect(dead).toHaveCount(0);
    await page.getByRole('tab', { name: /^Waiting/ }).click();
    await expect(waiting).toBeVisible();
  } finally {
    await given.admin.post(`/admin/queues/${QUEUE}/resume`);
  }

  await page.goto('/console/admin/audit');
  await page.getByRole('combobox', { name: 'Kind of target' }).click();
  await page.getByRole('option', { name: 'queue' }).click();
  await expect(page).toHaveURL(/kind=queue/);
  await page.getByLabel('Id of the target').fill(QUEUE);
  await expect(page).toHaveURL(/target=video-tasks\.run/);
  await expect(page.getByLabel('Id of the target')).toBeFocused();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Queue: pause' }).click();
  const entry = page.getByRole('row').filter({ hasText: reason });
  await expect(entry).toContainText('Queue: pause');
  await expect(entry.getByLabel('was no')).toBeVisible();
  await expect(entry.getByLabel('is yes')).toBeVisible();
  await expectAccessible(page);
  await entry.getByRole('link', { name: QUEUE }).click();
  await expect(page.getByRole('heading', { level: 1, name: QUEUE_TITLE })).toBeVisible();
});

test('An admin finds what a certain admin did, on a certain day', async ({ page, given, signIn }) => {
  const other = await given.person({ isAdmin: true });
  const person = await given.person();
  const reason = given.id('Sent spam');
  await other.api.put(`/admin/users/${person.id}`, { isSuspended: true, reason });
  await signIn('admin');
  await page.goto('/console/admin/audit');
  await page.getByRole('combobox', { name: 'Who' }).fill(other.name);
  await page.getByRole('option', { name: new RegExp(`^${other.name} `) }).click();
  await expect(page).toHaveURL(new RegExp(`actor=${other.id}`));
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText('issue token');
  await expect(rows.nth(1)).toContainText(reason);
  await expect(rows.nth(1)).toContainText(person.name);
  await expect(rows.nth(1)).toContainText('Is suspended');
  // Times in rows are not stops of the Tab key.
  await expect(page.locator('time[tabindex]')).toHaveCount(0);
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).not.toHaveURL(/actor/);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('');
  await expect(rows.filter({ hasText: reason })).toBeVisible();
});

test('An admin sees new entries announced, not inserted', async ({ page, given, signIn }) => {
  const person = await given.person();
  await signIn('admin');
  await page.clock.install();
  await page.goto('/console/admin/audit?kind=user');
  const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(rows.nth(1)).toContainText(person.name);
  const reason = given.id('Too loud');
  await given.admin.put(`/admin/users/${person.id}`, { isSuspended: true, reason });
  await page.clock.runFor('00:20');
  await expect(page.getByText('There are new entries.')).toBeVisible();
  await expect(rows.filter({ hasText: reason })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows.nth(1)).toContainText(reason);
});

test('An admin sees who does the media work, and how much is stored', async ({ page, given, signIn }) => {
  const person = await given.person();
  await given.relitPicture(person);
  // The beginning of a PNG.
  const image = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAA';
  const { data } = await person.api.post('/proxy/imgprov/v1/ai/image-relight', { image });
  await given.settled(person, `/tasks/${data.task_id}`, ({ status }) => status === 'failed');
  await signIn('admin');
  await page.goto('/console/admin/vendors');
  const engines = page.getByRole('region', { name: 'local' });
  // Calls, errors, and what was refused.
  const relight = engines.getByRole('row', { name: /^Relight a picture [1-9]\d* 0 [1-9]\d* / });
  await expect(relight).toBeVisible({ timeout: 15_000 });
  await expect(engines.getByText('skin-enhancer-flexible')).toHaveCount(0);
  await expect(engines.getByText('Enhance skin, for a purpose')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/console/admin/storage');
  await page.getByRole('button', { name: 'Count again' }).click();
  const files = page.getByRole('table', { name: 'Files by kind' });
  await expect(files.getByRole('row', { name: /Results of tasks/ })).not.toContainText('0 bytes0 bytes');
  await expect(page.getByRole('table', { name: 'Largest tables' }).getByRole('row')).toHaveCount(11);
  await expectAccessible(page);
});

test('An admin sees what a limit would have refused before it is set', async ({ page, given, signIn }) => {
  await given.relitPicture(await given.person());
  await signIn('admin');
  await page.goto('/console/admin/settings');
  await page.getByRole('tab', { name: 'Try a limit' }).click();
  const trial = page.getByRole('tabpanel', { name: 'Try a limit' });
  await trial.getByRole('combobox', { name: 'Limit' }).click();
  await page.getByRole('option', { name: 'Credits of a user in a day' }).click();
  await trial.getByLabel('Value').fill('1');
  await trial.getByRole('button', { name: 'Show what it would refuse' }).click();
  await expect(trial.getByRole('status')).toContainText(
    /At most \d+ of \d+ requests? would have been refused/,
  );
  await expectAccessible(page);
});

test('An admin sees what a file would change, and why one would be refused', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/admin/settings?tab=file');
  const trial = page.getByRole('tabpanel', { name: 'Try a file' });
  await trial.getByLabel('Content, as JSON').fill('{"nonsense": true}');
  await trial.getByRole('button', { name: 'Show what would change' }).click();
  await expect(trial.getByRole('status')).toContainText('The service would refuse this file');
  await expect(trial.getByLabel('Content, as JSON')).toHaveValue('{"nonsense": true}');
  await expectAccessible(page);
  await trial.getByRole('combobox', { name: 'File' }).click();
  await page.getByRole('option', { name: 'Vendors' }).click();
  await trial.getByLabel('Content, as JSON').fill('{"vendors": []}');
  await trial.getByRole('button', { name: 'Show what would change' }).click();
  await expect(trial.getByRole('status')).toContainText('The file is valid, and would change nothing.');
});
