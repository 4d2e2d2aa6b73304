import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { test as base, expect, expectAccessible, type Person } from './fixtures.js';
import type { Given } from './support/given.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
/** With the service's database, to move times into the past. */
const test = base.extend<{ database: pg.Client }>({
  database: async ({ service }, use) => {
    const client = new pg.Client(await service.databaseUrl());
    await client.connect();
    await use(client);
    await client.end();
  },
});

const relight = async ({ api }: Person, fields: object = {}): Promise<string> =>
  (await api.post(RELIGHT, { image: `${api.url}/samples/room.jpg`, ...fields })).data.task_id;

/** Makes a kept task expire. */
async function expire(client: pg.Client, given: Given, owner: Person, id: string): Promise<void> {
  await client.query(`update tasks set expires_at = now() - interval '1 minute' where id = $1`, [id]);
  // Between two ticks, while one runs, no job waits.
  const { jobs } = await given.settled(
    { api: given.admin },
    '/admin/queues/tasks.expire/jobs?state=waiting',
    ({ jobs: waiting }) => waiting.length > 0,
  );
  await given.admin.post(`/admin/queues/tasks.expire/jobs/${jobs[0].id}/retry`);
  await given.settled(owner, `/tasks/${id}`, ({ expired_at: at }) => at !== null);
}

test('A person reads that a task takes longer than usual', async ({ page, given, signIn, database }) => {
  // Takes the request for the picture and never answers.
  const vendor = createServer(() => undefined);
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  try {
    const ada = await given.person();
    const { port } = vendor.address() as AddressInfo;
    const id = await relight(ada, { image: `http://127.0.0.1:${port}/a.png` });
    await given.settled(ada, `/tasks/${id}`, ({ status }) => status === 'processing');
    await database.query(`update tasks set started_at = now() - interval '1 hour' where id = $1`, [id]);
    await signIn(ada);
    await page.goto(`/console/studio/tasks/${id}`);
    await expect(page.getByText(/In progress: [1-9]\d* %\. It takes longer than usual/)).toBeVisible();
    await ada.api.delete(`/tasks/${id}`);
  } finally {
    vendor.closeAllConnections();
    vendor.close();
  }
});

test('A person sees what a task went through, step by step', async ({ page, given, signIn }) => {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const ada = await given.person();
    const { port } = receiver.address() as AddressInfo;
    const id = await relight(ada, { webhook_url: `http://127.0.0.1:${port}/` });
    const task = await given.settled(ada, `/tasks/${id}`, ({ status }) => status === 'succeeded');
    await given.settled(
      ada,
      `/tasks/${id}`,
      ({ timeline }) => timeline.filter(({ step }: any) => step === 'webhook').length === 2,
    );
    await signIn(ada);
    await page.goto(`/console/studio/tasks/${id}`);
    const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    for (const text of [
      /^Submitted.*waited \d/,
      /^Reserved 22 credits/,
      /^Work began.*took \d/,
      /^Stored the results/,
      /^Succeeded/,
      new RegExp(`^Charged ${task.credits} credits`),
    ])
      await expect(steps.filter({ hasText: text })).toHaveCount(1);
    await expect(steps.filter({ hasText: /^Called the webhook.*answered 204/ })).toHaveCount(2);
    await expect(steps.first()).toContainText('Submitted');
    await expectAccessible(page);
  } finally {
    receiver.close();
  }
});

test('A person copies the SHA-256 of a picture, and reads that a machine made it', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  const { id, outputs } = await given.relitPicture(ada);
  await signIn(ada);
  await page.goto(`/console/studio/tasks/${id}`);
  await page.getByRole('button', { name: 'Copy: SHA-256 of image' }).click();
  const bytes = Buffer.from(await (await fetch(outputs[0].url)).arrayBuffer());
  const sum = createHash('sha256').update(bytes).digest('hex');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sum);
  const row = page.getByRole('table', { name: 'Files' }).getByRole('row', { name: /^image/ });
  await expect(row).toContainText('machine-made');
  await expect(row).toContainText('According to the file: a picture changed by an algorithm.');
});

test('A person reads which words of a prompt changed nothing', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const id = await relight(ada, { prompt: 'Venetian blinds, warm light from the left' });
  await given.settled(ada, `/tasks/${id}`, ({ status }) => status === 'succeeded');
  await signIn(ada);
  await page.goto(`/console/studio/tasks/${id}`);
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText('Words without effectVenetian, blinds');
  await expectAccessible(page);
});

test('A person is told since when a task has expired', async ({ page, given, signIn, database }) => {
  const ada = await given.person();
  const { id } = await given.relitPicture(ada);
  await signIn(ada);
  await expire(database, given, ada, id);
  await page.goto(`/console/studio/tasks/${id}`);
  const note = page.getByRole('status').filter({ hasText: 'This task has expired' });
  await expect(note).toContainText('were removed');
  const { expired_at: at } = await ada.api.get(`/tasks/${id}`);
  await expect(note.locator('time')).toHaveAttribute('datetime', at);
  for (const name of ['Result', 'Files', 'Request'])
    await expect(page.getByRole('region', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Repeat with changes' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('Charged');
  await expectAccessible(page);

  await page.goto('/console/studio/tasks');
  const row = page.getByRole('row', { name: /Relight a picture/ });
  await expect(row).toContainText('expired');
  await expect(row.getByRole('img')).toHaveCount(0);
  await row.getByRole('link').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
});

test('A person whose files go while the page opens is told so', async ({
  page,
  given,
  signIn,
  database,
  problems,
}) => {
  const ada = await given.person();
  const { id } = await given.relitPicture(ada);
  await signIn(ada);
  const gone = Promise.withResolvers<undefined>();
  await page.route('**/assets/**', async (route) => {
    await gone.promise;
    await route.continue();
  });
  problems.expect(/4\d\d of .*\/assets\//);
  const asked = page.waitForRequest('**/assets/**');
  await page.goto(`/console/studio/tasks/${id}`, { waitUntil: 'commit' });
  await asked;
  await expire(database, given, ada, id);
  gone.resolve(undefined);
  await expect(page.getByText('This task has expired')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Result' })).toHaveCount(0);
});
