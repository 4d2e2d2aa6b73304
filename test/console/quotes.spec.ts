import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test as base } from './fixtures.js';
import type { Given } from './support/given.js';
import { Service } from './support/service.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const TASK_PAGE = /\/console\/studio\/tasks\/[\da-f-]{36}$/;
const AN_HOUR_MS = 3_600_000;

type Prices = {
  /** Sets the price of a relit picture, and waits until it holds. */
  setRelight: (credits: number) => Promise<void>;
};

/** A service with a separate price table, which the tests change. */
const test = base.extend<object, { table: string; prices: Prices }>({
  table: [
    async ({}, use) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), 'atelier-prices-'));
      const file = path.join(folder, 'prices.json');
      writeFileSync(file, readFileSync('config/prices.json'));
      await use(file);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ table }, use) => {
      const service = await Service.start({ PRICE_TABLE: table });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  prices: [
    async ({ table, service }, use) => {
      let version = 0;
      const api = service.api();
      const setRelight = async (credits: number): Promise<void> => {
        const prices = JSON.parse(readFileSync(table, 'utf8'));
        version += 1;
        prices.version = `test-${version}`;
        prices.image['image-relight'] = credits;
        writeFileSync(table, JSON.stringify(prices));
        const body = { endpoint: RELIGHT, body: { image: `${api.url}/samples/room.jpg` } };
        await expect.poll(async () => (await api.post('/quotes', body)).credits).toBe(credits);
      };
      await use({ setRelight });
    },
    { scope: 'worker' },
  ],
});
test.describe.configure({ mode: 'serial' });

const make = (page: Page) => page.getByRole('button', { name: 'Relight', exact: true });
const shown = (page: Page, text: string) => page.getByRole('main').getByRole('status').getByText(text);

/** The form of a relit picture, filled in and with its price. */
async function openForm(page: Page, credits: number): Promise<void> {
  await page.goto('/console/studio/new/image-relight');
  await page.getByRole('button', { name: 'Use the sample room.jpg: Picture' }).click();
  await expect(shown(page, `${credits} credits`)).toBeVisible();
}

/** The next submit is sent with a quote that the service refuses. */
async function spoilNextQuote(page: Page): Promise<void> {
  await page.route(
    `**${RELIGHT}`,
    (route) => route.continue({ headers: { ...route.request().headers(), 'quote-id': 'not-one-of-ours' } }),
    { times: 1 },
  );
}

/** What the newest task of a person costs; undefined without one. */
async function newestCost(person: Awaited<ReturnType<Given['person']>>): Promise<number | undefined> {
  return (await person.api.get('/tasks')).tasks[0]?.credits;
}

test('What is made costs what was shown, though prices change meanwhile', async ({
  page,
  given,
  prices,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await prices.setRelight(20);
  await openForm(page, 20);
  await prices.setRelight(33);
  await make(page).click();
  await expect(page).toHaveURL(TASK_PAGE);
  expect(await newestCost(person)).toBe(20);
});

test('A quote that has expired is asked for anew before it is sent', async ({
  page,
  given,
  prices,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await prices.setRelight(20);
  const quotes: string[] = [];
  page.on('response', async (reply) => {
    if (reply.url().endsWith('/quotes')) quotes.push((await reply.json()).id);
  });
  await openForm(page, 20);
  await page.clock.setFixedTime(Date.now() + AN_HOUR_MS);
  const sent = page.waitForRequest(`**${RELIGHT}`);
  await make(page).click();
  const { 'quote-id': used } = (await sent).headers();
  await expect(page).toHaveURL(TASK_PAGE);
  // The page sees a reply before the test does.
  await expect.poll(() => quotes).toEqual([expect.any(String), used]);
  expect(await newestCost(person)).toBe(20);
});

test('Nobody pays more than was shown without having seen it', async ({ page, given, prices, signIn }) => {
  const person = await given.person();
  await signIn(person);
  await prices.setRelight(20);
  await spoilNextQuote(page);
  await openForm(page, 20);
  await prices.setRelight(33);
  await make(page).click();
  await expect(page.getByRole('alert')).toContainText('It was 20 credits, and is 33 credits now.');
  await expect(shown(page, '33 credits')).toBeVisible();
  expect(await newestCost(person)).toBeUndefined();
  await expectAccessible(page);
  await make(page).click();
  await expect(page).toHaveURL(TASK_PAGE);
  expect(await newestCost(person)).toBe(33);
});

test('A quote that is refused is asked for anew, once, and sent without a word where its price is the same', async ({
  page,
  given,
  prices,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await prices.setRelight(20);
  const statuses: number[] = [];
  page.on('response', (reply) => {
    if (reply.url().endsWith(RELIGHT)) statuses.push(reply.status());
  });
  await spoilNextQuote(page);
  await openForm(page, 20);
  await make(page).click();
  await expect(page).toHaveURL(TASK_PAGE);
  expect(statuses).toEqual([400, 200]);
  expect(await newestCost(person)).toBe(20);
});

test('Music for a video that the service measures otherwise is made after a word on its price', async ({
  page,
  given,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await page.route('**/quotes', (route) => {
    const request = route.request().postDataJSON();
    return route.continue({
      postData: JSON.stringify({ ...request, body: { duration: request.body.duration + 3 } }),
    });
  });
  await page.goto('/console/studio/new/music-from-video');
  await page.getByRole('button', { name: 'Use the sample clip.mp4: Video' }).click();
  await expect(shown(page, 'credits')).toBeVisible();
  const music = page.getByRole('button', { name: 'Make the music', exact: true });
  await music.click();
  await expect(page.getByRole('alert')).toContainText('The price may be another one');
  expect(await newestCost(person)).toBeUndefined();
  await music.click();
  await expect(page).toHaveURL(TASK_PAGE);
});
