import type { Page } from '@playwright/test';
import { expect, expectAccessible, type Person, test } from './fixtures.js';

/** A task that is rendered here: it takes some seconds, or a long one nearly a minute. */
async function beginVideo({ api }: Person, isLong = false): Promise<string> {
  const { task_id } = await api.post('/proxy/vidprov/start-end2video', {
    ...{ model: 'vq2-turbo', images: [`${api.url}/samples/start.jpg`], prompt: 'slow' },
    ...(isLong ? { duration: 8, resolution: '1080p' } : { duration: 2, resolution: '540p' }),
    ...{ watermark: true, wm_position: 1 },
  });
  return task_id;
}

/** Notes what the page asks its browser to show, and has it hidden on demand. */
async function watchNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    class Recorded extends EventTarget {
      static readonly permission = 'granted';
      static readonly requestPermission = () => Promise.resolve('granted');
      constructor(title: string) {
        super();
        shown.push(title);
      }
      close(): void {}
    }
    Object.assign(window, { Notification: Recorded });
  });
}

const shownBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as { shown: string[] }).shown);

const hide = (page: Page, state: 'hidden' | 'visible'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value });
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('A person elsewhere in the console hears that a task has ended, and goes to it', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  await signIn(ada);
  const id = await beginVideo(ada);
  await page.goto('/console/registry');
  const note = page.getByRole('alert').filter({ hasText: '“Video from pictures” is ready' });
  await expect(note).toBeVisible({ timeout: 45_000 });
  await expect(page).toHaveTitle(/^\(1\) /);
  const bell = page.getByRole('button', { name: 'Ended tasks, 1 new' });
  await bell.click();
  const list = page.locator('#ended-tasks');
  await expect(list.getByRole('link', { name: /Video from pictures new/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Ended tasks', exact: true })).toBeVisible();
  await expect(page).not.toHaveTitle(/^\(/);

  await page.getByRole('button', { name: 'Ended tasks', exact: true }).click();
  await list.getByRole('link', { name: /Video from pictures/ }).click();
  await expect(page).toHaveURL(new RegExp(`/studio/tasks/${id}$`));
  await expect(list).toBeHidden();
});

test('Only one of two tabs tells, until the task was looked at', async ({ page, context, given, signIn }) => {
  const ada = await given.person();
  await signIn(ada);
  const id = await beginVideo(ada);
  const long = await beginVideo(ada, true);
  await page.goto('/console/registry');
  const other = await context.newPage();
  await other.goto('/console/desk');
  const notes = async (): Promise<number> =>
    (await page.getByRole('alert').count()) + (await other.getByRole('alert').count());
  await expect.poll(notes, { timeout: 45_000 }).toBe(1);
  // Both have looked again since.
  await Promise.all([page, other].map((tab) => tab.waitForResponse(/\/tasks\?limit=/)));
  expect(await notes()).toBe(1);
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Ended tasks, 1 new' })).toBeVisible();
  await page.goto(`/console/studio/tasks/${id}`);
  for (const tab of [page, other])
    await expect(tab.getByRole('button', { name: 'Ended tasks', exact: true })).toBeVisible();
  await ada.api.post(`/tasks/${long}/cancel`);
});

test('The browser notifies of a task while the tab is hidden, once that is switched on', async ({
  page,
  given,
  signIn,
}) => {
  test.setTimeout(90_000);
  await watchNotifications(page);
  const ada = await given.person();
  await signIn(ada);
  await page.goto('/console/account?tab=settings');
  await expectAccessible(page);
  await page.getByLabel('Notify me outside of this tab').check();
  expect(await shownBy(page)).toEqual(['You will be notified like this.']);
  await page.getByLabel('Show a message').uncheck();
  await beginVideo(ada);
  await page.goto('/console/');
  const newest = page.getByRole('region', { name: 'Your newest tasks' });
  await expect(newest.getByText(/created|queued|processing/)).toBeVisible();
  await hide(page, 'hidden');
  await expect.poll(() => shownBy(page), { timeout: 60_000 }).toEqual(['“Video from pictures” is ready']);
  await hide(page, 'visible');
  await expect(page).toHaveTitle(/^\(1\) /);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('A person chooses theme and language, which stay in this browser; a visitor can, too', async ({
  page,
  given,
  signIn,
}) => {
  await page.goto('/console/registry');
  await page.getByRole('button', { name: 'Theme and language' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('en');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await signIn(await given.person());
  await page.goto('/console/account?tab=settings');
  const main = page.getByRole('main');
  await expect(main.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  await expect(main.getByRole('combobox', { name: 'Language' })).toHaveValue('en');
  await main.getByLabel('Count on the bell').uncheck();
  await page.reload();
  await expect(main.getByLabel('Count on the bell')).not.toBeChecked();
});

test('A person reads the console in German: texts, labels of the API, numbers and times', async ({
  page,
  given,
  signIn,
}) => {
  await signIn(await given.person());
  await page.goto('/console/account?tab=settings');
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('link', { name: 'Aufgaben' })).toBeVisible();
  await page.goto('/console/studio/new/image-relight');
  await expect(page.getByRole('heading', { name: 'Bild neu beleuchten' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toBeVisible();
  await expect(page.getByText('0 von 4.000 Zeichen')).toBeVisible();
  await page.getByRole('button', { name: 'Sonnenuntergang von links' }).click();
  await expect(page.getByRole('button', { name: 'Neu beleuchten', exact: true })).toBeEnabled();
  await expectAccessible(page);
});

test('Notifications that the browser refuses stay off, and the page says so', async ({
  page,
  context,
  given,
  signIn,
}) => {
  await context.clearPermissions();
  await signIn(await given.person());
  await page.addInitScript(() => {
    Notification.requestPermission = () => Promise.resolve('denied');
  });
  await page.goto('/console/account?tab=settings');
  await page.getByLabel('Notify me outside of this tab').click();
  await expect(page.getByRole('alert')).toContainText('Your browser does not allow this');
  await expect(page.getByLabel('Notify me outside of this tab')).not.toBeChecked();
});
