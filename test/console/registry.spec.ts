import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { packageFiles, packageOf } from '../support/package-archive.js';
import { zipBytes } from '../support/zip-bytes.js';
import { expect, expectAccessible, test } from './fixtures.js';

const CHANGELOG = `## What is new

- **Faster**, see [the guide](https://example.com/guide)

![screenshot](https://example.com/shot.png) <b>plain</b>`;

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const README = `# Bog tools

See [the guide](docs/guide.md) and go [Down there](#down-there).

| what | how |
| ---- | --- |
| wet  | 1   |

- [x] done

<p align="center"><img src="docs/dot.png" alt="A dot" onerror="window.acted = 1" style="position:fixed"></p>
<picture><source srcset="https://example.com/a.png"><img src="http://10.0.0.1/b.png" alt="b"></picture>
<details><summary>More of it</summary>Folded text</details>
<script>window.acted = 1; document.title = 'acted';</script>
<style>body { display: none }</style><iframe src="https://example.com"></iframe>
<form action="https://example.com"><input name="password"></form><svg onload="window.acted = 1"></svg>
<a href="javascript:window.acted=1">one</a> [two](javascript:window.acted=1) [three](data:text/html,x)
<object data="https://example.com"></object><h1 id="page">clash</h1>
${'\n\nMuch text.'.repeat(80)}

## Down there
`;

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
  await page.goto('/console/registry?search=bogmyrtle%20zzqqxxyy&tag=never');
  await expect(page.getByRole('heading', { name: 'No node matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Search “bogmyrtle”' }).click();
  await expect(page).toHaveURL(/search=bogmyrtle&tag=never$/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('list', { name: 'Found nodes' })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/console/registry?search=bogmyrtle');
  await page.getByRole('button', { name: 'Filters' }).click();
  const filters = page.getByRole('region', { name: 'Filters' });
  await filters.getByRole('button', { name: /^Linux/ }).click();
  await expect(page).toHaveURL(/os=linux/);
  await expectAccessible(page);
  await filters.getByRole('button', { name: 'Filters (1)' }).click();
  await expect(filters.getByRole('button', { name: /^Linux/ })).toBeHidden();
});

test('A node shows how to install it, its app nodes, versions and downloads', async ({ page, given }) => {
  const owner = await given.person();
  // Downloads protect a name from those that look alike, as numbered ones do.
  const team = await given.publisher(owner, { id: 'peat-works', name: 'Peat Works' });
  const node = await given.node(owner, team, {
    id: 'peat-blur',
    name: 'Peat Blur',
    description: 'Blurs [a/peat](https://example.com/peat). [w/NOTE: slow]',
    tags: ['peat'],
    repository: 'https://example.com/peat',
    translations: { de: { name: 'Torf' } },
  });
  const archive = packageOf('Peat Blur', 'Peat Mask');
  await given.version(owner, team, node, {
    version: '1.0.0',
    changelog: 'First.',
    archive: packageOf('Peat Blur', 'Peat Old'),
  });
  await given.version(owner, team, node, { version: '1.1.0', changelog: CHANGELOG, archive });
  await owner.api.put(`/publishers/${team}/nodes/${node}/versions/1.0.0`, { deprecated: true });

  await page.goto(`/console/registry/nodes/${node}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Peat Blur' })).toBeVisible();
  await expect(page.getByText('Blurs peat. NOTE: slow')).toBeVisible();
  await expect(page.getByRole('link', { name: 'peat', exact: true }).first()).toHaveAttribute(
    'rel',
    /nofollow/,
  );
  const install = page.getByRole('region', { name: 'Install' });
  const command = (await install.getByLabel('Install command', { exact: true }).textContent()) ?? '';
  expect(await filesOf(command)).toEqual([
    `custom_nodes/${node}/pack/LICENSE`,
    `custom_nodes/${node}/pack/__init__.py`,
    `${node}.zip`,
  ]);
  await given.settled(owner, `/nodes/${node}`, ({ downloads }) => downloads > 0);
  await install.getByRole('tab', { name: 'atelier' }).click();
  await expect(install.getByText(`atelier install ${node}@1.1.0 --url`)).toBeVisible();
  await expectAccessible(page);
  await install.getByRole('tab', { name: 'File' }).click();
  const download = page.waitForEvent('download');
  await install.getByRole('link', { name: `${node}-1.1.0.zip` }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await expect(page.getByRole('heading', { name: 'No README' })).toBeVisible();
  await expect(page.getByText('German: Torf')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page).toHaveURL(/tab=versions/);
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions.getByRole('heading')).toHaveText(['1.1.0', '1.0.0']);
  await expect(versions.getByText('deprecated')).toBeVisible();
  await expect(versions.getByRole('link', { name: 'the guide' })).toHaveAttribute('rel', /noopener/);
  await expect(versions.getByRole('img')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare versions' }).click();
  await expect(page).toHaveURL(/from=.*to=/);
  const changes = page.getByRole('region', { name: 'Changes from 1.0.0 to 1.1.0' });
  await expect(changes.getByRole('listitem').filter({ hasText: 'Peat Mask' })).toContainText('+');
  await expect(changes.getByRole('listitem').filter({ hasText: 'Peat Old' })).toContainText('−');
  await expect(changes.getByRole('listitem').filter({ hasText: '__init__.py' })).toContainText('→');
  await expectAccessible(page);
  // Those of the archive's check are its members' alone.
  await expect(changes.getByRole('heading', { name: 'Findings of the check' })).toHaveCount(0);

  await page.getByRole('tab', { name: 'App nodes' }).click();
  await page.getByRole('button', { name: /Peat Mask/ }).click();
  await expect(page.getByRole('table', { name: 'Inputs' })).toContainText('IMAGE');
  await expect(page.getByRole('table', { name: 'Outputs' })).toContainText('image');
  await expectAccessible(page);

  const facts = page.getByRole('complementary', { name: 'About the node' });
  await page.reload();
  await expect(facts.getByRole('slider', { name: /^\d downloads? in 30 days/ })).toBeVisible();
  await facts.getByText('90 days', { exact: true }).click();
  await expect(page).toHaveURL(/days=90/);
  await expect(facts.getByText('LICENSE')).toBeVisible();

  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('link', { name: '1.0.0' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Peat Blur 1.0.0' })).toBeVisible();
  await expect(page.getByText('Its publisher advises against this version')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Compare with the latest' }).click();
  await expect(changes).toBeVisible();
});

test('A README is shown with its pictures, and nothing in it acts', async ({ page, given, problems }) => {
  // Its picture of a private address is asked of this service, which does not read it.
  problems.expect(/404 of .*\/pictures\//);
  const owner = await given.person();
  const team = await given.publisher(owner, { id: 'bog-workshop' });
  const node = await given.node(owner, team, {
    id: 'bog-tools',
    repository: 'https://github.com/octo-org/octo-repo',
  });
  const archive = zipBytes([
    ...packageFiles('Bog'),
    { name: 'pack/README.md', content: README },
    { name: 'pack/docs/dot.png', content: DOT },
  ]);
  const version = await given.version(owner, team, node, { archive });
  expect(version).toMatchObject({ status: 'NodeVersionStatusActive' });
  const other = await given.node(owner, team, { id: 'sphagnum' });
  const need = { node: await owner.api.get(`/nodes/${other}`), requirement: `${node}>=1` };
  // The service finds them out every quarter of an hour.
  await page.route('**/dependents*', (route) =>
    route.fulfill({ json: { dependents: [need], next_cursor: null } }),
  );
  await page.goto(`/console/registry/nodes/${node}`);
  const readme = page.getByRole('tabpanel', { name: 'README' });
  await expect(readme.getByRole('heading', { level: 2, name: 'Bog tools' })).toBeVisible();
  await expect(readme.getByRole('row', { name: 'wet 1' })).toBeVisible();
  await expect(readme.getByRole('link', { name: 'the guide' })).toHaveAttribute(
    'href',
    'https://github.com/octo-org/octo-repo/blob/HEAD/docs/guide.md',
  );
  const picture = readme.getByRole('img', { name: 'A dot' });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('naturalWidth', 1);
  await readme.getByText('More of it').click();
  await expect(readme.getByText('Folded text')).toBeVisible();
  await readme.getByRole('link', { name: 'Down there' }).click();
  await expect(page).toHaveURL(/#text-down-there$/);
  await expect(readme.getByRole('heading', { name: 'Down there' })).toBeInViewport();
  // What would act, or ask another host, is gone; what is left of it is text.
  await expect(
    readme.locator('script, style, iframe, form, object, source, [onerror], [onload], [style*=fixed]'),
  ).toHaveCount(0);
  await expect(readme.locator('[href^="javascript" i], [src^="http" i], [href^="data" i]')).toHaveCount(0);
  expect(await page.evaluate(() => [document.title, 'acted' in window])).toEqual([
    `${node} – Atelier`,
    false,
  ]);
  await expectAccessible(page);

  await page.getByRole('tab', { name: 'Dependents' }).click();
  await expect(page.getByRole('list', { name: 'Dependents' }).getByRole('heading')).toHaveText([other]);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Security' }).click();
  await expect(page.getByText('No advisory is about version 1.0.0.')).toBeVisible();
  await expect(page.getByText('What the check found')).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('tab', { name: 'About' }).click();
  await expect(page.getByRole('tabpanel', { name: 'About' }).getByText('LICENSE')).toBeVisible();
});

test('Members see in the page of a node what the check found', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { id: 'sundew-garden' });
  const node = await given.node(owner, team, { id: 'sundew-leaf' });
  await given.version(owner, team, node);
  await signIn(owner);
  await page.goto(`/console/registry/nodes/${node}?tab=security`);
  await expect(page.getByRole('heading', { name: 'What the check found' })).toBeVisible();
  await page
    .getByRole('button', { name: /__init__\.py/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toContainText('NODE_CLASS_MAPPINGS');
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
  await expect(install).toContainText('This registry has no archive of it.');
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
  await page.getByRole('radio', { name: 'Very good' }).press('Space');
  await expect(page.getByText('Very good. Thank you for rating.')).toBeVisible();
  await expect(page.getByText('4.0 of 5')).toBeVisible();
  await expectAccessible(page);
  await signIn(owner);
  await page.reload();
  await expect(page.getByText('4.0 of 5')).toBeVisible();
  await expect(page.getByText('Your rating')).toHaveCount(0);
});

test('A visitor starts with a search, nodes and a sample, and signs in at one place', async ({
  page,
  given,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { id: 'cotton-field' });
  await given.node(owner, team, { id: 'cotton-grass', name: 'Cotton Grass' });
  await page.goto('/console');
  await expect(page.getByRole('link', { name: 'Sign in' })).toHaveCount(1);
  await expect(
    page
      .getByRole('list', { name: 'New' })
      .or(page.getByRole('list', { name: 'Popular' }))
      .first(),
  ).toBeVisible();
  const sample = page.getByRole('img', { name: 'The same at sunset' });
  await sample.scrollIntoViewIfNeeded();
  await expect(sample).toHaveJSProperty('naturalWidth', 768);
  await expect(page.getByText(/^curl '/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search nodes' }).fill('Cotton Grass');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/registry\?search=Cotton/);
  await expect(page.getByRole('link', { name: 'Cotton Grass' })).toBeVisible();
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

/** The paths of the files that a command makes in an empty folder. */
async function filesOf(command: string): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'install-'));
  try {
    await promisify(execFile)('sh', ['-c', command], { cwd: folder });
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
      .sort();
  } finally {
    await rm(folder, { recursive: true });
  }
}
