import { startStrictVendor } from '../support/strict-vendor.js';
import { vendorsFile } from '../support/vendors-file.js';
import { expect, expectAccessible, test as base } from './fixtures.js';
import { Service } from './support/service.js';

const SHOWN = /\?.*task=[\da-f-]{36}/;
const SIZED = {
  model: 'fal-ai/flux/dev',
  input: {
    prompt: '{{prompt}}',
    image_size: { width: '{{width|1024}}', height: '{{height|768}}' },
    seed: '{{seed}}',
  },
};
const KINDS = {
  'text-to-image': {
    models: {
      'flux-dev': SIZED,
      'flux-detailed': {
        model: 'fal-ai/flux/dev',
        input: { prompt: '{{prompt}}', num_inference_steps: '{{steps|28}}', num_images: 2 },
        fields: { steps: { type: 'integer', minimum: 1, maximum: 50, title: 'Number of steps' } },
      },
    },
  },
  'remove-background': {
    models: { birefnet: { model: 'fal-ai/birefnet', input: { image_url: '{{image}}' } } },
  },
  'text-to-speech': {
    models: {
      kokoro: {
        model: 'fal-ai/kokoro/american-english',
        input: { prompt: '{{text}}', voice: '{{voice|af_heart}}', speed: '{{speed|1}}' },
        fields: { voice: { enum: ['af_heart', 'af_bella', 'am_puck'] } },
      },
    },
  },
};

type Fal = {
  url: string;
  keys: readonly string[];
  /** The work that was ordered, oldest first. */
  orders: readonly { request: Record<string, unknown> }[];
  /** What its contract does not allow. */
  problems: readonly string[];
  stop: () => Promise<void>;
};

/** With a vendor of models. */
const test = base.extend<object, { fal: Fal }>({
  fal: [
    async ({}, use) => {
      const fal: Fal = await startStrictVendor('fal', 'fal');
      await use(fal);
      await fal.stop();
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ fal }, use) => {
      const entry = { name: 'fal', adapter: 'fal', base_url: fal.url, keys: fal.keys, poll_seconds: 0 };
      const service = await Service.start({ VENDORS_FILE: vendorsFile([{ ...entry, kinds: KINDS }]) });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('Somebody makes a picture from text with a model of their choice, and repeats it with another', async ({
  page,
  given,
  signIn,
  fal,
}) => {
  const person = await given.person();
  await signIn(person);
  await page.goto('/console/studio/new');
  await expect(page.getByText('flux-detailed')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Picture from text' }).click();
  const model = page.getByRole('combobox', { name: 'Model' });
  await expect(model).toHaveValue('flux-dev');
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a lighthouse at dusk');
  await page.getByRole('button', { name: 'More settings' }).click();
  const width = page.getByRole('textbox', { name: 'Width' });
  await width.fill('20000');
  await width.blur();
  await expect(width).toHaveValue('16384');
  await width.fill('');
  await width.pressSequentially('512');
  await expect(page.getByText('10 credits')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Code' }).click();
  await page.getByRole('button', { name: 'Copy: Request in curl' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    `/v1/tasks' \\\n  -H "Authorization: Bearer $ATELIER_TOKEN" \\\n  -H "Content-Type: application/json" \\\n  -d '{"kind":"text-to-image","model":"flux-dev","input":{"prompt":"a lighthouse at dusk","width":512}}'`,
  );
  await page.getByRole('button', { name: 'Make the picture' }).click();
  await expect(page).toHaveURL(SHOWN);
  await expect(page.getByRole('img', { name: 'Result of “Picture from text”' })).toBeVisible();
  await expectAccessible(page);
  expect(fal.orders.at(-1)?.request).toMatchObject({
    prompt: 'a lighthouse at dusk',
    image_size: { width: 512, height: 768 },
  });

  await page.getByRole('link', { name: 'Use these settings' }).click();
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('a lighthouse at dusk');
  await expect(page.getByRole('textbox', { name: 'Width' })).toHaveValue('512');
  await model.click();
  await page.getByRole('option', { name: 'flux-detailed' }).click();
  await expect(page).toHaveURL(/model=flux-detailed/);
  await expect(page.getByRole('textbox', { name: 'Number of steps' })).toHaveValue('28');
  await expect(page.getByRole('textbox', { name: 'Prompt' })).toHaveValue('a lighthouse at dusk');
  await page.getByRole('button', { name: 'Make the picture' }).click();
  await expect(page.getByRole('img', { name: 'Result of “Picture from text”' })).toHaveCount(2);
  expect(fal.problems).toEqual([]);
});

test('Somebody cuts out a sample picture, and has words spoken', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/studio/new/remove-background');
  await page.getByRole('button', { name: 'Use the sample portrait.jpg: Picture' }).click();
  await expect(page.getByText('5 credits')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the background' }).click();
  await expect(page).toHaveURL(SHOWN);
  await expect(page.getByRole('slider', { name: 'Border between before and after' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Use these settings' }).click();
  await expect(page.getByRole('img', { name: 'Picture', exact: true })).toBeVisible();

  await page.goto('/console/studio/new/text-to-speech');
  await page.getByRole('textbox', { name: 'Text' }).fill('Good evening, and welcome.');
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('combobox', { name: 'Voice' }).click();
  await page.getByRole('option', { name: 'am_puck' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Make the speech' }).click();
  await expect(page).toHaveURL(SHOWN);
  const speech = page.getByLabel('The speech');
  await expect(speech).toBeVisible();
  await expect
    .poll(() => speech.evaluate((audio) => (audio as HTMLAudioElement).duration))
    .toBeGreaterThan(0);
  await expectAccessible(page);
});
