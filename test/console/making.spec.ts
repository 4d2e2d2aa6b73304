import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './fixtures.js';

const PICTURE = 'libs/media/work/src/samples/files/portrait.jpg';
const TASK_PAGE = /\/console\/studio\/tasks\/[\da-f-]{36}$/;
/** The form, with the result of a task beside it. */
const SHOWN = /\/console\/studio\/new\/[\w-]+\?.*task=[\da-f-]{36}/;

const send = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const price = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .getByText(/\d credits?/);
const setting = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

async function choose(page: Page, field: string, option: string): Promise<void> {
  await setting(page, field).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('A newcomer gets a first relit picture by one click on the start page', async ({
  page,
  given,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await page.goto('/console');
  await expect(page.getByRole('heading', { level: 1, name: person.name })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sunset from the left' }).click();
  await expect(page).toHaveURL(TASK_PAGE);
  await expect(page.getByRole('slider')).toBeVisible();
  await page.getByRole('link', { name: 'Start', exact: true }).click();
  const newest = page.getByRole('region', { name: 'Your newest tasks' });
  await newest.getByRole('link', { name: 'Relight a picture' }).click();
  await expect(page).toHaveURL(TASK_PAGE);
});

test('A visitor sees what there is, and where to sign in', async ({ page }) => {
  await page.goto('/console');
  await expect(page.getByRole('link', { name: 'Make a picture with the API' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
});

test('Somebody relights a picture of their own, and repeats it with changes', async ({
  page,
  given,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await page.goto('/console/studio/new');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Relight a picture' }).click();
  await send(page, 'Relight').click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('File: Picture', { exact: true }).setInputFiles(PICTURE);
  await expect(page.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('cold moonlight');
  await choose(page, 'Style', 'Darker but realistic');
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('slider', { name: 'Contrast' }).press('End');
  await expect(price(page)).toBeVisible();
  await expectAccessible(page);
  await send(page, 'Relight').click();
  await expect(page).toHaveURL(SHOWN);
  const id = new URL(page.url()).searchParams.get('task') ?? '';
  const { request } = await person.api.get(`/tasks/${id}`);
  expect(request).toMatchObject({
    prompt: 'cold moonlight',
    style: 'darker_but_realistic',
    advanced_settings: { contrast: 100 },
  });

  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`/console/studio/new?from=${id}`);
  await expect(page).toHaveURL(/\/image-relight$/);
  await expect(page.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('cold moonlight');
  await expect(page.getByRole('textbox', { name: 'Contrast, number' })).toHaveValue('100');
  await expect(setting(page, 'Style')).toHaveValue('Darker but realistic');
});

test('Pictures come from the samples, the clipboard, an address and earlier results', async ({
  page,
  given,
  signIn,
}) => {
  const person = await given.person();
  await given.relitPicture(person);
  await signIn(person);
  await page.goto('/console/studio/new/video-reference');
  await page.getByRole('button', { name: 'Use the sample start.jpg: Pictures' }).click();
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'pasted.jpg', { type: 'image/jpeg' }));
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
  }, readFileSync(PICTURE).toString('base64'));
  await expect(page.getByRole('img', { name: 'Pictures 2' })).toBeVisible();
  await page.getByRole('button', { name: 'From my results: Pictures' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use a picture that you have made' });
  await expect(dialog.getByRole('button', { name: /Relight a picture/ })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /Relight a picture/ }).click();
  await expect(page.getByRole('img', { name: 'Pictures 3' })).toBeVisible();
  await page.getByRole('button', { name: 'By address: Pictures' }).click();
  await page.getByLabel('Address of a picture').fill('https://example.com/a.jpg');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByText('https://example.com/a.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Remove: Pictures 4' }).click();
  await expect(page.getByText('https://example.com/a.jpg')).toBeHidden();
  await page.getByRole('textbox', { name: 'Prompt' }).fill('They meet');
  await expect(price(page)).toBeVisible();
});

test('A form offers what the model of a video makes, and no more', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/studio/new/video-start-end');
  await page.getByRole('button', { name: 'Use the sample start.jpg: Pictures' }).click();
  await page.getByRole('slider', { name: 'Duration' }).press('Home');
  await choose(page, 'Resolution', '540p');
  await choose(page, 'Model', 'v2.0');
  await expect(setting(page, 'Duration')).toHaveValue('4');
  await expect(setting(page, 'Resolution')).toHaveValue('360p');
  await choose(page, 'Duration', '8');
  await expect(setting(page, 'Resolution')).toHaveValue('720p');
  await expect(price(page)).toHaveText('40 credits');
});

test('What the API refuses is said at the field, before anything is sent', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/studio/new/skin-enhancer-faithful');
  await page.getByRole('button', { name: 'Use the sample portrait.jpg: Picture' }).click();
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('textbox', { name: 'Webhook address' }).fill('ftp://example.com/');
  const field = page.getByRole('textbox', { name: 'Webhook address' });
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText(/This cannot be made: webhook_url must be/)).toBeVisible();
});

test('Music is started from words and for a video', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/studio/new/music-from-text');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('slow piano, 5 seconds');
  await page.getByRole('textbox', { name: 'Duration' }).fill('5');
  await expect(price(page)).toHaveText('3 credits');
  await send(page, 'Make the music').click();
  await expect(page).toHaveURL(SHOWN);
  await page.goto('/console/studio/new/music-from-video');
  await page.getByRole('button', { name: 'Use the sample clip.mp4: Video' }).click();
  await expect(price(page)).toHaveText('6 credits');
  await send(page, 'Make the music').click();
  await expect(page).toHaveURL(SHOWN);
});
