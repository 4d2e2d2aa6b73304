import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test as base } from './fixtures.js';
import type { Given } from './support/given.js';

const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';
const SHOWN = /\?.*task=[\da-f-]{36}/;
const AN_HOUR_MS = 3_600_000;

type Prices = {
  /** Sets the price of a relit picture, and waits until it holds. */
  setRelight: (credits: number) => Promise<void>;
};

let version = 0;

/** With prices that a test changes; afterwards they are as before. */
const test = base.extend<{ prices: Prices }>({
  prices: async ({ service }, use) => {
    const before = readFileSync(service.priceTable, 'utf8');
    const api = service.api();
    const quote = { endpoint: RELIGHT, body: { image: `${api.url}/samples/room.jpg` } };
    const quoted = async (): Promise<number> => (await api.post('/quotes', quote)).credits;
    const usual = await quoted();
    await use({
      setRelight: async (credits) => {
        const prices = JSON.parse(before);
        version += 1;
        prices.version = `test-${version}`;
        prices.image['image-relight'] = credits;
        writeFileSync(service.priceTable, JSON.stringify(prices));
        await expect.poll(quoted).toBe(credits);
      },
    });
    writeFileSync(service.priceTable, before);
    await expect.poll(quoted).toBe(usual);
  },
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
  await expect(page).toHaveURL(SHOWN);
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
  await expect(page).toHaveURL(SHOWN);
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
  await expect(page).toHaveURL(SHOWN);
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
  await expect(page).toHaveURL(SHOWN);
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
  await expect(page.getByRole('alert')).toContainText('The price may be different');
  expect(await newestCost(person)).toBeUndefined();
  await music.click();
  await expect(page).toHaveURL(SHOWN);
});
