import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { expect, expectAccessible, test as base } from './fixtures.js';

type Call = { headers: Record<string, string>; text: string };
/** A user's server: it records its calls and answers with `answer`. */
type Receiver = { url: string; calls: Call[]; answer: number };

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({}, use) => {
    const receiver: Receiver = { url: '', calls: [], answer: 204 };
    const server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += chunk));
      request.on('end', () => {
        receiver.calls.push({ headers: request.headers as Record<string, string>, text });
        const elsewhere = receiver.answer === 302 ? { location: '/elsewhere' } : {};
        response.writeHead(receiver.answer, elsewhere).end();
      });
    });
    await listen(server);
    receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    await use(receiver);
    server.close();
    server.closeAllConnections();
  },
});

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

test('A person adds an endpoint, tries it, changes it, and deletes it', async ({
  page,
  given,
  receiver,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await page.goto('/console/account?tab=webhooks');
  await expect(page.getByRole('heading', { name: 'No endpoints' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'New endpoint' });
  await dialog.getByLabel('Address').fill('http://user:secret@example.com/');
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
  await expect(dialog.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Description').fill('The shop');
  await dialog.getByRole('combobox', { name: 'Kinds of tasks' }).click();
  await page.getByRole('option', { name: 'Relight a picture' }).click();
  await page.keyboard.press('Tab');
  await dialog.getByRole('combobox', { name: 'Statuses' }).click();
  await page.getByRole('option', { name: 'succeeded' }).click();
  await page.getByRole('option', { name: 'failed' }).click();
  await page.keyboard.press('Tab');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add the endpoint' }).click();
  const secret = await dialog.getByLabel('signing secret', { exact: true }).innerText();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const [made] = (await person.api.get('/webhooks/endpoints')).endpoints;
  expect(made).toMatchObject({
    url: receiver.url,
    description: 'The shop',
    kinds: ['image-relight'],
    statuses: ['succeeded', 'failed'],
  });
  const row = page.getByRole('row').filter({ hasText: 'The shop' });
  await expect(row).toContainText('Relight a picture: succeeded, failed');
  await expect(row).toContainText('nothing sent');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'The shop' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The shop' })).toBeVisible();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByRole('table', { name: 'Attempts of endpoint.test' })).toContainText('204');
  const [call] = receiver.calls;
  expect(() => new Webhook(secret).verify(call?.text ?? '', call?.headers ?? {})).not.toThrow();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send again: endpoint.test' }).click();
  await expect(page.getByRole('table', { name: 'Attempts of endpoint.test' }).getByText('204')).toHaveCount(
    2,
  );

  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit the endpoint' });
  await edit.getByLabel('Description').fill('The new shop');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The new shop' })).toBeVisible();
  expect((await person.api.get(`/webhooks/endpoints/${made.id}`)).kinds).toEqual(['image-relight']);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
  const changed = await page.getByLabel('signing secret', { exact: true }).innerText();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.poll(() => receiver.calls.length).toBe(3);
  const last = receiver.calls.at(-1);
  for (const good of [secret, changed])
    expect(() => new Webhook(good).verify(last?.text ?? '', last?.headers ?? {})).not.toThrow();

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No endpoints' })).toBeVisible();
  expect((await person.api.get('/webhooks/endpoints')).endpoints).toEqual([]);
});

test('A person sees why an endpoint is off, switches it on, and it hears of what it has missed', async ({
  page,
  given,
  receiver,
  signIn,
}) => {
  const person = await given.person();
  const { id } = await person.api.post('/webhooks/endpoints', { url: receiver.url, statuses: ['succeeded'] });
  receiver.answer = 410;
  const before = await given.relitPicture(person);
  await given.settled(person, `/webhooks/endpoints/${id}`, ({ enabled }) => !enabled);
  const meanwhile = await given.relitPicture(person);
  receiver.answer = 204;
  receiver.calls = [];

  await signIn(person);
  await page.goto('/console/account?tab=webhooks');
  const row = page.getByRole('row').filter({ hasText: receiver.url });
  await expect(row).toContainText('it answered 410 (gone)');
  await row.getByRole('link').click();
  await expect(page.getByRole('alert')).toContainText('This endpoint is off');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Switch on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Switch this endpoint on?' });
  await expect(dialog.getByLabel('Send what it missed')).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('This endpoint is off')).toBeHidden();
  const heardOf = () => receiver.calls.map(({ text }) => JSON.parse(text).data.id).toSorted();
  await expect.poll(heardOf).toEqual([before.id, meanwhile.id].toSorted());
  expect((await person.api.get(`/webhooks/endpoints/${id}`)).enabled).toBe(true);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('you switched it off')).toBeVisible();
  expect((await person.api.get(`/webhooks/endpoints/${id}`)).disabled_reason).toBe('by_owner');
});

test('A person sees a redirect that was not followed, and recovers everything since a time', async ({
  page,
  given,
  receiver,
  signIn,
}) => {
  const person = await given.person();
  const { id } = await person.api.post('/webhooks/endpoints', { url: receiver.url, statuses: ['succeeded'] });
  receiver.answer = 302;
  const task = await given.relitPicture(person);
  await signIn(person);
  await page.goto(`/console/account/webhooks/${id}`);
  const attempts = page.getByRole('table', { name: 'Attempts of task.succeeded' });
  await expect(attempts).toContainText('302 The redirect was not followed.');
  await expect(page.getByText('failing')).toBeVisible();
  await expectAccessible(page);

  receiver.answer = 204;
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Recover' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send everything since a time again?' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send it' }).click();
  await expect(attempts).toContainText('204');
  expect(JSON.parse(receiver.calls.at(-1)?.text ?? '').data.id).toBe(task.id);

  await page.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Failed' }).click();
  await expect(page).toHaveURL(/status=failed/);
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Webhooks', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Standing endpoints' })).toBeVisible();
});

test('Deliveries come page by page', async ({ page, given, receiver, signIn }) => {
  const person = await given.person();
  const { id } = await person.api.post('/webhooks/endpoints', { url: receiver.url });
  for (let time = 0; time < 12; time += 1) await person.api.post(`/webhooks/endpoints/${id}/test`);
  await signIn(person);
  await page.goto(`/console/account/webhooks/${id}`);
  const again = page.getByRole('button', { name: 'Send again: endpoint.test' });
  await expect(again).toHaveCount(10);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(again).toHaveCount(12);
});

test("Somebody else's endpoint is not shown", async ({ page, given, receiver, signIn }) => {
  const [person, other] = [await given.person(), await given.person()];
  const { id } = await other.api.post('/webhooks/endpoints', { url: receiver.url });
  await signIn(person);
  await page.goto(`/console/account/webhooks/${id}`);
  await expect(page.getByRole('alert')).toContainText('does not exist or is not yours');
});
