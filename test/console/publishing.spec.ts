import { packageFiles, packageOf } from '../support/package-archive.js';
import { zipBytes } from '../support/zip-bytes.js';
import { expect, expectAccessible, test } from './fixtures.js';

test('A new publisher drops a zip, and its version is checked and published', async ({
  page,
  given,
  signIn,
}) => {
  const publisher = given.id('blur-team');
  await signIn(await given.person());
  await page.goto('/console/desk');
  await page.getByRole('link', { name: 'Create a publisher' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(publisher.replaceAll('-', ' '));
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveValue(publisher);
  await expect(page.getByText(`“${publisher}” is free.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create the publisher' }).click();
  await expect(page.getByRole('heading', { name: 'No nodes yet' })).toBeVisible();

  await page.getByRole('link', { name: 'Publish a version' }).first().click();
  const node = given.id('soft-blur');
  const project = `[project]\nname = "${node}"\nversion = "1.2.0"\n`;
  await page.getByLabel('Zip archive of the package').setInputFiles({
    name: 'package.zip',
    mimeType: 'application/zip',
    buffer: zipBytes([
      { name: 'pyproject.toml', content: project },
      { name: '__init__.py', content: 'class Blur:\n  pass\n\nNODE_CLASS_MAPPINGS = {"Blur": Blur}\n' },
    ]),
  });
  await expect(page.getByRole('combobox', { name: 'Node' })).toHaveValue(node);
  await expect(page.getByRole('textbox', { name: 'Version' })).toHaveValue('1.2.0');
  await page.getByRole('textbox', { name: 'Changelog' }).fill('The first one.');
  await expect(page.getByRole('alert').filter({ hasText: 'Please check' })).toContainText('no licence file');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Publish anyway' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();

  await expect(page.getByRole('heading', { level: 1, name: `${node} 1.2.0` })).toBeVisible();
  const published = page.getByRole('status').filter({ hasText: 'Published' });
  await expect(published).toContainText('Everyone can install it.');
  // The note of the check is beside the success message, not within it.
  await expect(published).not.toContainText('licence');
  const warning = page.getByRole('alert').filter({ hasText: 'The check has a warning' });
  await expect(warning).toContainText('The archive has no licence file');
  await expect(page.getByText('no_licence_file')).toHaveCount(0);
  await expect(page.getByText('1 app node', { exact: true })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'pyproject.toml' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/console/registry/nodes/${node}?tab=versions`);
  const versions = page.getByRole('list', { name: 'Versions' });
  await expect(versions).toContainText('The archive has no licence file');
  await expect(versions).not.toContainText('no_licence_file');
});

test('A refused archive leaves its number free, and a number that is taken is refused at its field', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  const node = given.id('poor');
  await given.version(owner, publisher, node, { archive: zipBytes([{ name: 'a:b.py', content: '' }]) });
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}/nodes/${node}/versions/1.0.0`);
  const refused = page.getByRole('status').filter({ hasText: 'the number is still free' });
  await expect(refused).toBeVisible();
  await expect(refused).not.toContainText('unsafe_name');
  await expect(page.getByText('refused', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Publish 1.0.0 again' }).click();
  await expect(page.getByRole('combobox', { name: 'Node' })).toHaveValue(node);
  await expect(page.getByRole('textbox', { name: 'Version' })).toHaveValue('1.0.0');
  const drop = (buffer: Buffer) =>
    page
      .getByLabel('Zip archive of the package')
      .setInputFiles({ name: 'package.zip', mimeType: 'application/zip', buffer });
  await drop(Buffer.from('PK not a zip'));
  await expect(page.getByRole('alert')).toContainText('not a zip archive');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Choose another' }).click();
  await drop(packageOf('Blur'));
  await expect(page.getByRole('alert')).toContainText('There is no pyproject.toml.');
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Choose another' }).click();
  const project = (number: string) => ({
    name: 'pack/pyproject.toml',
    content: `[project]\nname = "${node}"\nversion = "${number}"\n`,
  });
  await drop(zipBytes([...packageFiles('Blur'), project('1.0.0')]));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Everyone can install it.')).toBeVisible();

  await page.goto(`/console/desk/publishers/${publisher}/publish?node=${node}&version=1.0.0`);
  await drop(zipBytes([...packageFiles('Blur 2'), project('1.0.1')]));
  await expect(page.getByRole('textbox', { name: 'Version' })).toHaveAccessibleDescription(
    /1\.0\.0 is already published/,
  );
  await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
  await page.getByRole('textbox', { name: 'Version' }).fill('1.0.1');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Everyone can install it.')).toBeVisible();
});

test('An owner reads a finding among its lines, and copies the lines for CI', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  const node = given.id('runner');
  const archive = zipBytes([
    ...packageFiles('Runner'),
    { name: 'pack/run.py', content: 'import os\n\nos.system("ls")\nprint("after")\n' },
  ]);
  await given.version(owner, publisher, node, { archive });
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}/nodes/${node}/versions/1.0.0`);
  await page.getByRole('button', { name: 'Show the lines around it' }).first().click();
  const lines = page.getByLabel('Lines 1 to 4 of run.py');
  await expect(lines).toContainText('print("after")');
  await expect(lines.locator('mark')).toHaveText('os.system("ls")');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'run.py' }).first().click();
  await expect(page.getByLabel('Text of run.py')).toContainText('os.system');

  await page.goto(`/console/desk/publishers/${publisher}/nodes/${node}?tab=automation`);
  const workflow = page.getByLabel('Lines of .github/workflows/release.yml', { exact: true });
  const origin = new URL(page.url()).origin;
  await expect(workflow).toContainText(`ATELIER_URL: ${origin}`);
  const script = await page.request.get('/console/publish.py');
  expect(await script.text()).toContain('#!/usr/bin/env python3');
  await page.getByText('Shell').click();
  await expect(page.getByLabel('Lines for a shell', { exact: true })).toContainText(
    `/publishers/${publisher}/nodes/${node}/versions`,
  );
  await expectAccessible(page);
});
