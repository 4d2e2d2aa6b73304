import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, expectAccessible, type Person, test } from './fixtures.js';

const WATERMARK = { watermark: true, wm_position: 1 };
const RELIGHT = '/proxy/imgprov/v1/ai/image-relight';

/** Starts music, and leaves its stream: it is made all the same. */
async function beginMusic({ api, token }: Person, fields: Record<string, string>): Promise<string> {
  const left = new AbortController();
  const reply = await fetch(`${api.url}/proxy/musprov/t2m/generate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: new URLSearchParams(fields),
    signal: left.signal,
  });
  left.abort();
  return reply.headers.get('x-task-id') ?? '';
}

test('A person looks at a relit picture before and after, and deletes it', async ({
  page,
  given,
  signIn,
}) => {
  const ada = await given.person();
  await given.relitPicture(ada);
  await signIn(ada);
  await page.goto('/console/studio/tasks');
  await expect(page.getByRole('row', { name: /Relight a picture/ })).toContainText('sunset');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Relight a picture' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Relight a picture' })).toBeVisible();
  for (const name of ['Before', 'After'])
    await expect
      .poll(() => page.getByRole('img', { name }).evaluate((one: HTMLImageElement) => one.naturalWidth))
      .toBeGreaterThan(0);
  const border = page.getByRole('slider', { name: 'Border between before and after' });
  await expect(border).toHaveAttribute('aria-valuenow', '50');
  await border.press('ArrowRight');
  await expect(border).toHaveAttribute('aria-valuenow', '55');
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /Download image/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^image-relight-\w+\.jpg$/);

  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Relight a picture”?' });
  await expect(dialog).toContainText('its input files');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No tasks yet' })).toBeVisible();
});

test('A person listens to music while it is made', async ({ page, given, signIn }) => {
  const ada = await given.person();
  await signIn(ada);
  const id = await beginMusic(ada, { prompt: 'calm piano', duration: '60' });
  await page.goto(`/console/studio/tasks/${id}`);
  const sound = page.locator('audio');
  await sound.evaluate((audio: HTMLAudioElement) => audio.play());
  await expect
    .poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime))
    .toBeGreaterThan(0.2);
  await expect(page.getByText('succeeded', { exact: true })).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole('link', { name: /Download audio/ })).toBeVisible();
  // What one listens to goes on.
  expect(await sound.evaluate((audio: HTMLAudioElement) => !audio.paused && audio.duration > 59)).toBe(true);
  await page.reload();
  await expect(sound).toHaveAttribute('src', /^\/assets\//);
  await expect(page.getByRole('cell', { name: 'calm piano' })).toBeVisible();
  await expectAccessible(page);
});

test('A person follows a video, and cancels it', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const images = [`${ada.api.url}/samples/start.jpg`];
  const body = { model: 'vq2-turbo', images, prompt: 'slow', duration: 8, resolution: '1080p', ...WATERMARK };
  const { task_id: id } = await ada.api.post('/proxy/vidprov/start-end2video', body);
  await signIn(ada);
  await page.goto(`/console/studio/tasks/${id}`);
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  await expect(page.getByText(/In progress: \d+ %/)).toBeVisible();
  // In the words of the form.
  const request = page.getByRole('table', { name: 'Request' });
  for (const words of [/^Picture 1 image\/jpeg/, /^Watermark yes/, /^Corner of the watermark Top left/])
    await expect(request.getByRole('row', { name: words })).toBeVisible();
  await expect(request).not.toContainText(/wm_position|images\[0\]/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Cancel the task' }).click();
  await expect(page.getByText('The task was canceled. It cost nothing.')).toBeVisible();
  await expect(page.getByRole('progressbar')).toBeHidden();
});

test('A person sees a task end where its events do not come', async ({ page, given, signIn, problems }) => {
  const ada = await given.person();
  const id = await beginMusic(ada, { prompt: 'rain', duration: '30' });
  await signIn(ada);
  problems.expect(/events/);
  problems.expect(/Failed to load resource/);
  await page.route('**/events', (route) => route.abort());
  await page.goto(`/console/studio/tasks/${id}`);
  await expect(page.getByRole('link', { name: /Download audio/ })).toBeVisible();
});

test('A person learns why a task failed, and what to do', async ({ page, given, signIn }) => {
  const ada = await given.person();
  const cut = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAA', 'base64').toString('base64');
  const { data } = await ada.api.post(RELIGHT, { image: cut });
  await signIn(ada);
  await page.goto(`/console/studio/tasks/${data.task_id}`);
  await expect(page.getByRole('alert')).toContainText('Send another one. It cost nothing.');
  await expectAccessible(page);
});

test('A person sees what became of webhooks, and sends one again', async ({ page, given, signIn }) => {
  let calls = 0;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      calls += 1;
      response.writeHead(calls === 1 ? 503 : 200).end(calls === 1 ? 'closed for today' : 'thanks');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const ada = await given.person();
    const { port } = receiver.address() as AddressInfo;
    const body = {
      image: `${ada.api.url}/samples/room.jpg`,
      webhook_url: `http://127.0.0.1:${port}/a?key=b`,
    };
    const { data } = await ada.api.post(RELIGHT, body);
    await signIn(ada);
    await page.goto(`/console/studio/tasks/${data.task_id}`);
    const first = page.getByRole('table', { name: 'Attempts of webhook 1' });
    await expect(first.getByRole('row', { name: /503.*closed for today/ })).toBeVisible();
    await expect(first.getByRole('row', { name: /200.*thanks/ })).toBeVisible();
    await page.getByRole('button', { name: 'Send again: webhook 1' }).click();
    await expect(first.getByRole('row', { name: /200.*thanks/ })).toHaveCount(2);
    await expectAccessible(page);
  } finally {
    receiver.close();
  }
});

test('A person filters tasks by the address, and hears of new ones', async ({ page, given, signIn }) => {
  const ada = await given.person();
  await given.relitPicture(ada);
  await signIn(ada);
  await page.clock.install();
  await page.goto('/console/studio/tasks');
  await expect(page.getByRole('link', { name: 'Relight a picture' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Music from text' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?kind=music-from-text');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('link', { name: 'Relight a picture' })).toBeVisible();

  await beginMusic(ada, { prompt: 'rain', duration: '1' });
  await page.clock.fastForward(20_000);
  await expect(page.getByText('There are new tasks.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Music from text' })).toBeHidden();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Music from text' })).toBeVisible();
});
