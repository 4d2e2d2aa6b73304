import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { packageFiles } from '../support/package-archive.js';
import { zipBytes } from '../support/zip-bytes.js';
import { expect, test } from './fixtures.js';
import { PageProblems } from './support/watch-page.js';

/** An archive that leaves its folder is refused. */
// Two names that are one file on Windows and macOS: the page does not look for them.
const ODD = [...packageFiles('Runner'), { name: 'pack/License', content: '' }];

test('A second person publishes a node, mends what was refused, and everybody finds it', async ({
  page,
  browser,
  given,
  service,
  signIn,
}) => {
  const [name, team, node] = [given.id('Grace'), given.id('grace-team'), given.id('runner')];
  await signIn('admin');
  await page.goto('/console/admin/users');
  await page.getByRole('link', { name: 'Add a person' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('E-mail address').fill(`${name}@example.com`);
  await page.getByRole('button', { name: 'Add the person' }).click();
  await page.getByRole('button', { name: 'Copy: link' }).click();
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));

  const elsewhere = await browser.newContext({ baseURL: service.url });
  const problems = await PageProblems.watch(elsewhere, service.url);
  const grace = await elsewhere.newPage();
  await grace.goto(link.pathname + link.hash);
  await expect(grace.getByRole('heading', { level: 1, name: `Hello, ${name}` })).toBeVisible();
  await publish(grace, team, node);
  await expect(grace.getByText('Refused: the archive breaks a rule')).toBeVisible();
  await expect(grace.getByRole('table', { name: 'Findings' })).toContainText('occurs twice');

  await grace.getByRole('link', { name: 'Publish 1.0.0 again' }).click();
  await upload(grace, node, packageFiles('Runner'));
  await expect(grace.getByText('Everyone can install it.')).toBeVisible();
  await page.getByRole('button', { name: 'Moderation' }).click();
  await page.getByRole('link', { name: 'Review queue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible();
  await expect(page.getByText(node)).toHaveCount(0);
  await elsewhere.clearCookies();
  await grace.goto('/console/registry');
  await grace.getByRole('searchbox', { name: 'Search nodes' }).fill(node);
  await grace.getByRole('link', { name: node }).first().click();
  await expect(grace.getByRole('heading', { level: 1, name: node })).toBeVisible();
  await expect(grace.getByText('1.0.0').first()).toBeVisible();
  expect(problems.unexpected).toEqual([]);
  await elsewhere.close();
});

test('The guide names every page of the menu', async ({ page, signIn }) => {
  const guide = readFileSync('docs/guides/console.md', 'utf8');
  await signIn('admin');
  await page.goto('/console');
  const links = page.getByRole('navigation', { name: 'Areas' }).locator('a > span');
  await expect(links.filter({ hasText: 'Storage' })).toBeAttached();
  const names = (await links.allTextContents()).filter((name) => name !== 'Start');
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !guide.includes(`_${name}_`))).toEqual([]);
});

async function publish(page: Page, team: string, node: string): Promise<void> {
  await page.getByRole('link', { name: 'My publishers' }).click();
  await page.getByRole('link', { name: 'Create a publisher' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(team);
  await page.getByRole('textbox', { name: 'Id' }).fill(team);
  await page.getByRole('button', { name: 'Create the publisher' }).click();
  await page.getByRole('link', { name: 'Publish a version' }).first().click();
  await upload(page, node, ODD);
}

async function upload(page: Page, node: string, files: typeof ODD): Promise<void> {
  const project = `[project]\nname = "${node}"\nversion = "1.0.0"\n`;
  await page.getByLabel('Zip archive of the package').setInputFiles({
    name: 'package.zip',
    mimeType: 'application/zip',
    buffer: zipBytes([{ name: 'pack/pyproject.toml', content: project }, ...files]),
  });
  await expect(page.getByRole('combobox', { name: 'Node' })).toHaveValue(node);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${node} 1.0.0` })).toBeVisible();
}
