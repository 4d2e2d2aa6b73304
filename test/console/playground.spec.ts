import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, statSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { PythonClient } from '../support/python-client.js';
import { expect, expectAccessible, type Person, test } from './fixtures.js';

const run = promisify(execFile);
const PICTURE = 'libs/media/work/src/samples/files/portrait.jpg';
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const history = (page: Page) => page.getByRole('list', { name: 'History' }).getByRole('listitem');
const example = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Examples' }).getByRole('button', { name });

/** Makes what an example says, and waits for the result. */
async function make(page: Page, title: string, act: string): Promise<void> {
  await example(page, title).click();
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .getByText(/\d credits?/),
  ).toBeVisible();
  await page.getByRole('button', { name: act, exact: true }).click();
  await expect(page).toHaveURL(/task=/);
  await expect(page.getByText('succeeded').first()).toBeVisible();
}

test('Somebody makes a picture beside its form, goes on with it, and compares two', async ({
  page,
  given,
  signIn,
}) => {
  const person = await given.person();
  await signIn(person);
  await page.goto('/console/studio/new/image-relight');
  const sample = page.getByRole('region', { name: 'Example' });
  await expect(sample.getByRole('slider', { name: 'Border between before and after' })).toBeVisible();
  await expect(page.getByText('What you make will be listed here.')).toBeVisible();
  await expectAccessible(page);
  await make(page, 'Sunset from the left', 'Relight');
  await expect(result(page).getByRole('slider')).toBeVisible();
  await expect(result(page).getByRole('link', { name: /Download image/ })).toBeVisible();
  await expectAccessible(page);

  await test.step('a reload keeps the form and the result', async () => {
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(
      'warm (sunset:1.3) from the left',
    );
    await expect(result(page).getByRole('slider')).toBeVisible();
  });

  await test.step('the history shows an earlier one, and fills in its settings', async () => {
    const first = new URL(page.url()).searchParams.get('task');
    await make(page, 'Cold moonlight', 'Relight');
    await expect(page).not.toHaveURL(new RegExp(String(first)));
    await expect(history(page)).toHaveCount(2);
    await history(page).nth(1).getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(String(first)));
    await page.getByRole('link', { name: 'Use these settings' }).click();
    await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue(
      'warm (sunset:1.3) from the left',
    );
  });

  await test.step('two are compared, with what differs', async () => {
    await history(page)
      .nth(0)
      .getByRole('link', { name: /^Compare/ })
      .click();
    await expect(page.getByRole('slider', { name: 'Border between first and second' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'What differs' })).toContainText(
      'cold moonlight from above',
    );
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Stop comparing' }).click();
    await expect(result(page)).toBeVisible();
  });

  await page
    .getByRole('group', { name: 'Use the picture in' })
    .getByRole('link', { name: 'Transfer a style' })
    .click();
  await expect(page).toHaveURL(/image-style-transfer$/);
  await expect(page.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();
});

test('Music plays beside its form while it is made, and two pieces play in step', async ({
  page,
  given,
  signIn,
}) => {
  await signIn(await given.person());
  await page.goto('/console/studio/new/music-from-text');
  await expect(page.getByLabel('Example of “Music from text”')).toBeVisible();
  await make(page, 'Piano waltz', 'Make the music');
  await expect(result(page).locator('audio')).toBeVisible();
  await make(page, 'Dark ambience', 'Make the music');
  await history(page)
    .nth(1)
    .getByRole('link', { name: /^Compare/ })
    .click();
  const [first, second] = [page.getByLabel('First result'), page.getByLabel('Second result')];
  await expect(second).toHaveJSProperty('muted', true);
  await page.getByRole('radiogroup', { name: 'Sound of' }).getByText('Second').click();
  await expect(first).toHaveJSProperty('muted', true);
  await expectAccessible(page);
  await first.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect(second).toHaveJSProperty('paused', false);
  await first.evaluate((audio: HTMLAudioElement) => audio.pause());
  await expect(second).toHaveJSProperty('paused', true);
  await first.evaluate((audio: HTMLAudioElement) => void (audio.currentTime = 4));
  await expect.poll(() => second.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeCloseTo(4);
});

test('A video appears beside its form, below it on a narrow screen', async ({ page, given, signIn }) => {
  test.slow();
  await signIn(await given.person());
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/console/studio/new/video-start-end');
  await example(page, 'A ball that rolls').click();
  await expect(page.getByRole('img', { name: 'Pictures 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Make the video', exact: true }).click();
  const video = page.getByLabel('The video', { exact: true });
  await expect(video).toBeVisible({ timeout: 60_000 });
  const form = await page.getByRole('button', { name: 'Make the video', exact: true }).boundingBox();
  const shown = await video.boundingBox();
  expect(shown?.y).toBeGreaterThan(form?.y ?? Infinity);
  await expectAccessible(page);
});

test.describe('The code of the page', () => {
  async function codeFor(page: Page, language: string): Promise<string> {
    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByRole('tab', { name: language }).click();
    return page.getByLabel(`Request in ${language}`, { exact: true }).innerText();
  }

  /** A folder with the caller's own picture. */
  function folder(): string {
    const place = mkdtempSync(path.join(os.tmpdir(), 'playground-code-'));
    copyFileSync(PICTURE, path.join(place, 'image.jpg'));
    symlinkSync(path.resolve('node_modules'), path.join(place, 'node_modules'));
    return place;
  }

  async function openForm(page: Page): Promise<void> {
    await page.goto('/console/studio/new/image-style-transfer');
    await page.getByLabel('File: Picture', { exact: true }).setInputFiles(PICTURE);
    await expect(page.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Use the sample painting.jpg: Picture with the style' }).click();
    await page.getByRole('textbox', { name: 'Prompt' }).fill('it’s "warm"\nand soft');
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('switch', { name: 'It is a portrait' }).click();
  }

  async function expectMade(person: Person): Promise<void> {
    const { tasks } = await person.api.get('/tasks');
    expect(tasks).toHaveLength(1);
    expect(tasks[0]).toMatchObject({
      status: 'succeeded',
      request: { prompt: 'it’s "warm"\nand soft', is_portrait: true },
    });
  }

  test('runs as TypeScript', async ({ page, given, signIn }) => {
    const person = await given.person();
    await signIn(person);
    await openForm(page);
    const code = await codeFor(page, 'TypeScript');
    expect(code).not.toContain(person.token);
    const cwd = folder();
    const env = { PATH: process.env.PATH, ATELIER_TOKEN: person.token };
    await run(process.execPath, ['--input-type=module', '-e', code], { cwd, env });
    await expectMade(person);
    expect(statSync(path.join(cwd, 'result.jpg')).size).toBeGreaterThan(1000);
  });

  test('runs as Python', async ({ page, given, signIn, service }) => {
    test.slow();
    const person = await given.person();
    await signIn(person);
    await openForm(page);
    const code = await codeFor(page, 'Python');
    const python = PythonClient.install();
    const lines = `import shutil\nshutil.copy(${JSON.stringify(path.resolve(PICTURE))}, "image.jpg")\n${code}\ntell(len(Path("result.jpg").read_bytes()))`;
    const bytes = await python.run<number>(lines, { ATELIER_URL: service.url, ATELIER_TOKEN: person.token });
    expect(bytes).toBeGreaterThan(1000);
    await expectMade(person);
  });

  test('runs as curl', async ({ page, given, signIn }) => {
    const person = await given.person();
    await signIn(person);
    await openForm(page);
    const code = await codeFor(page, 'curl');
    const env = { PATH: process.env.PATH, ATELIER_TOKEN: person.token };
    const { stdout } = await run('bash', ['-c', code], { env });
    expect(stdout).toContain('task_id');
    await expect.poll(async () => (await person.api.get('/tasks')).tasks[0]?.status).toBe('succeeded');
    await expectMade(person);
  });
});

test('The start shows what each kind makes', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/studio/new');
  for (const [kind, file] of [
    ['Relight a picture', 'image-relight.jpg'],
    ['Enhance skin, faithfully', 'skin-enhancer-faithful.jpg'],
  ] as const) {
    await expect(page.getByRole('link', { name: kind })).toBeVisible();
    const picture = page.locator(`img[src="/samples/${file}"]`);
    expect(
      await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
    ).toBeGreaterThan(100);
  }
  await page.locator('video[src="/samples/clip.mp4"]').click({ force: true });
  await expect(page).toHaveURL(/video-start-end/);
});
