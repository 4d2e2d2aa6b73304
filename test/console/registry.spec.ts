import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageOf } from '../support/package-archive.js';
import { expect, expectAccessible, test } from './fixtures.js';

const CHANGELOG = `## What is new

- **Faster**, see [the guide](https://example.com/guide)

![screenshot](https://example.com/shot.png) <b>plain</b>`;

test('A visitor finds a node while typing, narrows the results and opens one with the keyboard', async ({
  page,
  given,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { name: 'Marsh Laboratory' });
  const fern = {
    description: 'Estimates heathland depth.',
    supported_os: ['Linux'],
    tags: ['heathland', 'geometry'],
  };
  await given.node(owner, team, { name: 'Heathland Depth', ...fern });
  const moor = {
    description: 'Paints a heathland moor.',
    supported_os: ['Windows'],
    supported_accelerators: ['CUDA'],
  };
  await given.node(owner, team, { name: 'Moor Paint', ...moor });

  await page.goto('/console/registry');
  await expect(page.getByRole('heading', { level: 1, name: 'Registry' })).toBeFocused();
  await page.keyboard.press('/');
  const field = page.getByRole('searchbox', { name: 'Search nodes' });
  await expect(field).toBeFocused();
  await page.keyboard.type('heathl');
  await expect(page).toHaveURL(/search=heathl/);
  await expect(page.getByText('2 nodes', { exact: true })).toBeVisible();
  const found = page.getByRole('list', { name: 'Found nodes' });
  await expect(found.locator('mark').first()).toHaveText('Heathl');
  await expectAccessible(page);

  await page.getByRole('button', { name: /^Windows/ }).click();
  await expect(page).toHaveURL(/os=windows/);
  await expect(found.getByRole('link')).toHaveText(['Moor Paint']);
  await expect(page.getByRole('button', { name: /^Windows/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /^Windows/ }).click();
  await page.getByRole('button', { name: /^geometry/ }).click();
  await expect(found.getByRole('link')).toHaveText(['Heathland Depth']);
  await page.getByRole('combobox', { name: 'Sort by' }).click();
  await page.getByRole('option', { name: 'Newest' }).click();
  await expect(page).toHaveURL(/sort=newest/);
  // Back undoes one choice at a time.
  await page.goBack();
  await expect(page).not.toHaveURL(/sort=/);
  await expect(page.getByRole('button', { name: /^geometry/ })).toHaveAttribute('aria-pressed', 'true');
  await page.goBack();
  await expect(page.getByRole('button', { name: /^geometry/ })).toHaveAttribute('aria-pressed', 'false');
  await expect(field).toHaveValue('heathl');
  await expect(page.getByText('2 nodes', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(field).toHaveValue('');

  await field.fill('heathland');
  await expect(page).toHaveURL(/search=heathland/);
  await expect(page.getByText('2 nodes', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(found.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Heathland Depth' })).toBeVisible();
  await page.goBack();
  await expect(field).toHaveValue('heathland');
});

test('A search without results says what to do, and its filters fold away where the window is narrow', async ({
  page,
  given,
}) => {
  const owner = await given.person();
  const fields = { description: 'A bogmyrtle.', supported_os: ['Linux'] };
  await given.node(owner, await given.publisher(owner), fields);
  await page.goto('/console/registry?search=zzqqxxyy&tag=never');
  await expect(page.getByRole('heading', { name: 'No node matches' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/console/registry?search=bogmyrtle');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: /^Linux/ }).click();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
});

test('A node shows how to install it, its versions, app nodes and downloads', async ({ page, given }) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { name: 'Peat Works' });
  const node = await given.node(owner, team, {
    name: 'Peat Blur',
    description: 'Blurs peat.',
    tags: ['peat'],
    repository: 'https://example.com/peat',
    translations: { de: { name: 'Torf' } },
  });
  const archive = packageOf('Peat Blur', 'Peat Mask');
  await given.version(owner, team, node, { version: '1.0.0', changelog: 'First.', archive });
  await given.version(owner, team, node, { version: '1.1.0', changelog: CHANGELOG, archive });
  await owner.api.put(`/publishers/${team}/nodes/${node}/versions/1.0.0`, { deprecated: true });

  await page.goto(`/console/registry/nodes/${node}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Peat Blur' })).toBeVisible();
  await expect(page.getByText('latest 1.1.0')).toBeVisible();
  const command = (await page.getByLabel('Install command', { exact: true }).textContent()) ?? '';
  expect(await filesOf(command)).toEqual({ [`${node}-1.1.0.zip`]: sha256(archive) });
  await given.settled(owner, `/nodes/${node}`, ({ downloads }) => downloads > 0);
  await expect(page.getByText('German: Torf')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page).toHaveURL(/tab=versions/);
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('heading')).toHaveText(['1.1.0', '1.0.0']);
  await expect(versions.getByText('deprecated')).toBeVisible();
  await expect(versions.getByRole('link', { name: 'the guide' })).toHaveAttribute('rel', /noopener/);
  await expect(versions.getByRole('img')).toHaveCount(0);
  await expect(versions.getByText('<b>plain</b>')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'App nodes' }).click();
  await page.getByRole('button', { name: /Peat Mask/ }).click();
  await expect(page.getByRole('table', { name: 'Inputs' })).toContainText('IMAGE');
  await expect(page.getByRole('table', { name: 'Outputs' })).toContainText('image');
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Downloads' }).click();
  await expect(page.getByText('1 download in 30 days')).toBeVisible();
  await expect(page.getByRole('slider', { name: /^1 download in 30 days/ })).toBeVisible();
  await page.getByText('90 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=90/);
  await page.getByText('Days with downloads, as a table').click();
  await expect(page.getByRole('table', { name: 'Downloads by day' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('link', { name: '1.0.0' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${node} 1.0.0` })).toBeVisible();
  await expect(page.getByText('Its publisher advises against this version')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download archive' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await expectAccessible(page);
});

test('A node without an archive says where else it is', async ({ page, given }) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const repository = 'https://example.com/moss';
  const node = await given.node(owner, team, { repository });
  await page.goto(`/console/registry/nodes/${node}`);
  await expect(page.getByText('There is no version to install here yet.')).toBeVisible();
  const install = page.getByRole('region', { name: 'Install' });
  await expect(install.getByRole('link')).toHaveAttribute('href', repository);

  // As a node of an imported catalogue is.
  await given.version(owner, team, node);
  await page.route(
    (url) => url.pathname === `/nodes/${node}`,
    async (route) => {
      const reply = await route.fetch();
      const { latest_version: latest, ...rest } = await reply.json();
      delete latest.downloadUrl;
      await route.fulfill({ response: reply, json: { ...rest, latest_version: latest } });
    },
  );
  await page.reload();
  await expect(install).toContainText('There is no archive of version 1.0.0 here.');
  await expect(install.getByRole('link')).toHaveAttribute('href', repository);
  await expect(page.getByLabel('Install command', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});

test('A failure of what stands before the service is shown at once, and tried again on demand', async ({
  page,
  problems,
}) => {
  problems.expect(/502 of/);
  let asked = 0;
  await page.route('**/nodes/search*', async (route) => {
    asked += 1;
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  });
  await page.goto('/console/registry');
  await expect(page.getByRole('alert')).toContainText('The service does not answer');
  expect(asked).toBe(1);
  await page.unroute('**/nodes/search*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/\d nodes?$/).first()).toBeVisible();
});

test('A person rates the node of another publisher', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const node = await given.node(owner, await given.publisher(owner), { name: 'Rushes' });
  await signIn(await given.person());
  await page.goto(`/console/registry/nodes/${node}`);
  await page.getByRole('button', { name: '4 stars' }).click();
  await expect(page.getByText('Thank you for rating.')).toBeVisible();
  await expect(page.getByText('rated 4.0 of 5')).toBeVisible();
  await expectAccessible(page);
  await signIn(owner);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await expect(page.getByText('Your rating')).toHaveCount(0);
});

test('Publishers are found by name and show their nodes', async ({ page, given }) => {
  const owner = await given.person({ name: 'Grace' });
  const team = await given.publisher(owner, { name: 'Sedge Studio' });
  await owner.api.put(`/publishers/${team}`, {
    description: 'Works with sedge.',
    website: 'https://example.com/',
  });
  await given.node(owner, team, { name: 'Sedge Sharpen' });
  await page.goto('/console/registry');
  await page.getByRole('link', { name: 'Publishers' }).click();
  await page.getByRole('searchbox', { name: 'Search publishers' }).fill('Sedge');
  await expect(page).toHaveURL(/search=Sedge/);
  const rows = page.getByRole('table', { name: 'Publishers' });
  await expect(rows.getByRole('link')).toHaveText(['Sedge Studio']);
  await expectAccessible(page);
  await rows.getByRole('link', { name: 'Sedge Studio' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sedge Studio' })).toBeVisible();
  await expect(page.getByText('Grace')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Sedge Sharpen' }).click();
  await expect(page.getByText('There is no version to install here yet.')).toBeVisible();
});

test('A banned node is gone for visitors and shows its publisher why', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const node = await given.node(owner, team, { name: 'Tussock' });
  await given.admin.post(`/nodes/${node}/ban`, { reason: 'It copies another node.' });
  await page.goto(`/console/registry/nodes/${node}`);
  await expect(page.getByRole('alert')).toContainText('You may not do this');
  await expectAccessible(page);
  await signIn(owner);
  await page.goto(`/console/registry/nodes/${node}`);
  await expect(page.getByText('It copies another node.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/console/registry/nodes/never-there');
  await expect(page.getByText('There is no node never-there.')).toBeVisible();
});

/** The files that a command makes in an empty folder, each with its SHA-256. */
async function filesOf(command: string): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'install-'));
  try {
    await promisify(execFile)('sh', ['-c', command], { cwd: folder });
    const names = await readdir(folder);
    const sums = names.map(async (name) => [name, sha256(await readFile(path.join(folder, name)))]);
    return Object.fromEntries(await Promise.all(sums)) as Record<string, string>;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
