import path from 'node:path';
import { type Browser, chromium, type Locator, type Page, type Response } from '@playwright/test';
import { findChromium } from '../../../../scripts/find-chromium.mjs';

/** Without a browser, these tests are skipped. */
const CHROMIUM = findChromium();
export const hasChromium = CHROMIUM !== undefined;

const SAMPLES = path.resolve('libs/media/work/src/samples/files');
const WAIT_MS = 30_000;

/** What a person enters before pressing Execute; everything else stays as the page shows it. */
export type Entries = {
  parameters?: Record<string, string>;
  body?: Record<string, unknown>;
  /** A sample, or the path of another file, that is chosen as the body or for a field of a form. */
  file?: string;
  fileField?: string;
};

/** What came back, the status that the page shows, and how many examples of refusals it shows without a field. */
export type Outcome = { status: number; shown: string; body: any; emptyExamples: number };

/** What Swagger UI leaves on its page, and the whole document once the page was cut. */
type SwaggerPage = {
  ui: {
    specSelectors: { specResolvedSubtree(path: string[]): unknown; specJson(): { toJS(): any } };
    specActions: { updateJsonSpec(document: object): void };
  };
  whole?: any;
};

/** Without the processor of a graphics card, which would be played by the main one. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
}

/** The page of the API document in a real browser. */
export class DocsPage {
  private readonly openTags = new Set<string>();
  private token: string | undefined;

  private constructor(private readonly page: Page) {}

  /** @param title Of the document that is shown. */
  static async open(browser: Browser, baseUrl: string, title: string): Promise<DocsPage> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(WAIT_MS);
    await page.goto(`${baseUrl}/docs?urls.primaryName=${encodeURIComponent(title)}`);
    await page.locator('h3.opblock-tag').first().waitFor();
    return new DocsPage(page);
  }

  /** Enters a token in the dialog of the button Authorize. */
  async authorize(token: string): Promise<void> {
    if (this.token === token) return;
    this.token = token;
    await this.page.locator('.auth-wrapper .authorize').first().click();
    const dialog = this.page.locator('.dialog-ux .modal-ux');
    const bearer = dialog.locator('.auth-container', { hasText: 'bearer' }).first();
    const logout = bearer.getByRole('button', { name: 'Remove authorization' });
    if (await logout.isVisible()) await logout.click();
    await bearer.locator('input').fill(token);
    await bearer.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.locator('.close-modal').click();
  }

  private async showTag(tag: string): Promise<void> {
    if (this.openTags.has(tag)) return;
    await toggle(this.page.locator(`h3.opblock-tag[data-tag="${tag}"]`));
    this.openTags.add(tag);
  }

  /** Leaves one operation of the document on the page: at each change the page draws all operations of a tag. */
  private async cutTo(method: string, target: string): Promise<void> {
    await this.page.evaluate(
      ([path = '', verb = '']) => {
        const page = globalThis as unknown as SwaggerPage;
        const whole = (page.whole ??= page.ui.specSelectors.specJson().toJS());
        const paths = { [path]: { [verb]: whole.paths[path][verb] } };
        page.ui.specActions.updateJsonSpec({ ...whole, paths });
      },
      [target, method.toLowerCase()],
    );
  }

  /** Whether each operation of a tag shows a lock. */
  async locksOf(tag: string): Promise<Record<string, boolean>> {
    await this.showTag(tag);
    const blocks = this.page.locator('.opblock-tag-section.is-open .opblock');
    await blocks.first().waitFor();
    const locks: Record<string, boolean> = {};
    for (const block of await blocks.all()) {
      const method = await block.locator('.opblock-summary-method').innerText();
      const target = await block.locator('[data-path]').getAttribute('data-path');
      locks[`${method} ${target}`] = (await block.locator('.authorization__btn').count()) > 0;
    }
    return locks;
  }

  /** The code samples of an operation, by language. */
  async samplesOf({ operation, tag }: { operation: string; tag: string }): Promise<Record<string, string>> {
    const [method = '', target = ''] = operation.split(' ');
    await this.cutTo(method, target);
    await this.showTag(tag);
    const block = this.page.locator(`.opblock-${method.toLowerCase()}`);
    await toggle(block.locator('.opblock-summary-control'));
    const samples = block.locator('.code-sample');
    await samples.first().waitFor();
    const texts: Record<string, string> = {};
    for (const sample of await samples.all())
      texts[await sample.locator('summary').innerText()] = (await sample.locator('pre').textContent()) ?? '';
    await toggle(block.locator('.opblock-summary-control'));
    return texts;
  }

  /** Opens an operation such as `GET /nodes/{nodeId}`, fills in the entries and presses Execute until `isDone`. */
  async execute(
    { operation, tag }: { operation: string; tag: string },
    entries: Entries,
    isDone: (body: any) => boolean,
  ): Promise<Outcome> {
    const [method = '', target = ''] = operation.split(' ');
    await this.cutTo(method, target);
    await this.showTag(tag);
    const block = this.page
      .locator(`.opblock-${method.toLowerCase()}`)
      .filter({ has: this.page.locator(`[data-path="${target}"]`) });
    await toggle(block.locator('.opblock-summary-control'));
    await this.resolved(method, target);
    try {
      await fill(block, entries);
      const examples = await block.locator('tr.response[data-code^="4"] .example').allInnerTexts();
      const emptyExamples = examples.filter((text) => /^\{\s*\}$/.test(text.trim())).length;
      for (const end = Date.now() + WAIT_MS; ;) {
        const outcome = { ...(await this.press(block, method, target)), emptyExamples };
        if (outcome.status >= 300 || isDone(outcome.body)) return outcome;
        if (Date.now() > end) throw new Error(`Still not done: ${JSON.stringify(outcome.body)}`);
        await this.page.waitForTimeout(200);
      }
    } finally {
      await toggle(block.locator('.opblock-summary-control'));
    }
  }

  /** The page shows an operation before it has looked its references up, and forgets a press of Execute until then. */
  private async resolved(method: string, target: string): Promise<void> {
    await this.page.waitForFunction(
      (path) =>
        (globalThis as unknown as SwaggerPage).ui.specSelectors.specResolvedSubtree(path) !== undefined,
      ['paths', target, method.toLowerCase()],
    );
  }

  private async press(
    block: Locator,
    method: string,
    target: string,
  ): Promise<Omit<Outcome, 'emptyExamples'>> {
    const pattern = new RegExp(`^${target.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    const answered = this.page.waitForResponse(
      (reply) => reply.request().method() === method && pattern.test(new URL(reply.url()).pathname),
    );
    await block.locator('.execute').press('Enter');
    const reply = await answered;
    const body = await bodyOf(reply);
    const shown = block.locator('.live-responses-table .response-col_status').nth(1);
    return { status: reply.status(), shown: ((await shown.textContent()) ?? '').trim(), body };
  }
}

/** Opens or closes a part of the page, without waiting for the end of the animation. */
async function toggle(heading: Locator): Promise<void> {
  await heading.evaluate((element) => (element as unknown as { click(): void }).click());
}

async function fill(block: Locator, { parameters = {}, body, file, fileField }: Entries): Promise<void> {
  for (const [name, value] of Object.entries(parameters))
    await enter(block.locator(`tr[data-param-name="${name}"]`), value);
  if (body) {
    const text = block.locator('textarea.body-param__text');
    const shown: object = JSON.parse(await text.inputValue());
    await text.fill(JSON.stringify({ ...shown, ...body }));
  }
  if (file) {
    const place = fileField ? block.locator(`tr[data-property-name="${fileField}"]`) : block;
    await place.locator('input[type=file]').setInputFiles(path.resolve(SAMPLES, file));
  }
}

async function enter(row: Locator, value: string): Promise<void> {
  const choice = row.locator('select');
  if (await choice.isVisible()) await choice.selectOption(value);
  else await row.locator('input').fill(value);
}

async function bodyOf(reply: Response): Promise<any> {
  const text = await reply.text().catch(() => '');
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
