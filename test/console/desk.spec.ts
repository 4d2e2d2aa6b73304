import { expect, expectAccessible, test } from './fixtures.js';

test('An owner invites somebody by e-mail, who accepts, gets the publisher, and is left', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const bob = await given.person();
  const publisher = await given.publisher(owner);
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}?tab=members`);
  await page.getByRole('textbox', { name: 'E-mail address or user id' }).fill('nobody');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Enter an e-mail address or a user id.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'E-mail address or user id' }).fill(bob.email);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText(`The invitation of ${bob.email} is open.`)).toBeVisible();
  await expect(page.getByText('invited', { exact: true })).toBeVisible();

  await signIn(bob);
  await page.goto('/console/desk');
  await expect(page.getByText(`${publisher} invites you to be a member.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: publisher }).click();
  await expect(page.getByRole('tab', { name: 'Nodes' })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveCount(0);

  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}?tab=settings`);
  await page.getByRole('button', { name: 'Transfer the publisher' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'New owner' }).click();
  await page.getByRole('option', { name: bob.name }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Transfer the publisher' }).click();
  await expect(page.getByText('The publisher has a new owner.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Settings' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Members' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'You belong to no publisher yet' })).toBeVisible();
});

test('An owner makes a token that is shown once, and revokes it', async ({
  page,
  given,
  signIn,
  service,
}) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}`);
  await page.getByRole('tab', { name: 'Tokens' }).click();
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('release build');
  await page.getByRole('button', { name: 'Create the token' }).click();
  const shown = await page.getByLabel('token', { exact: true }).textContent();
  const program = service.api(shown ?? '');
  expect((await program.get('/users')).id).toBe(owner.id);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole('rowheader', { name: 'release build' })).toBeVisible();
  await expect(page.getByText(shown ?? '')).toHaveCount(0);
  await page.getByRole('button', { name: 'Revoke release build' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('heading', { name: 'No tokens yet' })).toBeVisible();
  await expect(program.get('/users')).rejects.toThrow(/^401/);
});

test('An owner begins a proof, checks it, and removes it', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}`);
  await page.getByRole('tab', { name: 'Proofs' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).fill('https://example.com');
  await page.getByRole('button', { name: 'Begin the proof' }).click();
  await expect(page.getByText('must be a domain name')).toBeVisible();
  await page.getByRole('textbox', { name: 'Domain' }).fill('example.com');
  await page.getByRole('button', { name: 'Begin the proof' }).click();
  const proof = page.getByRole('region', { name: 'example.com' });
  await expect(proof.getByLabel('name of the record', { exact: true })).toHaveText(
    '_atelier-publisher.example.com',
  );
  await proof.getByRole('button', { name: 'Check now' }).click();
  await expect(proof.getByText('The name servers did not answer')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove the proof of example.com' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing proved yet' })).toBeVisible();
});

test('An owner trusts a workflow, and removes it', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}`);
  await page.getByRole('tab', { name: 'Trusted publishing' }).click();
  await expect(page.getByRole('heading', { name: 'No workflow is trusted yet' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Node' }).fill(given.id('from-ci'));
  await page.getByRole('textbox', { name: 'Repository', exact: true }).fill('octo-org/octo-repo');
  await page.getByRole('textbox', { name: 'Workflow file' }).fill('release');
  await page.getByRole('button', { name: 'More fields' }).click();
  await page.getByRole('textbox', { name: 'Number of the repository' }).fill('74');
  await page.getByRole('textbox', { name: 'Number of its owner' }).fill('65');
  await page.getByRole('button', { name: 'Trust the workflow' }).click();
  await expect(page.getByText('must be a name or path that ends in .yml or .yaml')).toBeVisible();
  await page.getByRole('textbox', { name: 'Workflow file' }).fill('release.yml');
  await page.getByRole('button', { name: 'Trust the workflow' }).click();
  await expect(page.getByText('octo-org/octo-repo (74)')).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('button', { name: 'Remove .github/workflows/release.yml of octo-org/octo-repo' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('heading', { name: 'No workflow is trusted yet' })).toBeVisible();
});

test('A publisher creates a node, describes and translates it', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  const node = given.id('grain');
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}`);
  await page.getByRole('link', { name: 'Create a node' }).first().click();
  await page.getByRole('textbox', { name: 'Id' }).fill('.wrong');
  await page.getByRole('button', { name: 'Create the node' }).click();
  await expect(page.getByRole('textbox', { name: 'Id' })).toHaveAccessibleDescription(/must be 1 to 100/);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Id' }).fill(node);
  await page.getByRole('button', { name: 'Create the node' }).click();
  await expect(page.getByRole('heading', { name: 'No versions yet' })).toBeVisible();

  await page.getByRole('tab', { name: 'Details' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('Adds film grain.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The node is changed.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Description' }).fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A text cannot be emptied')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Translations' }).click();
  await page.getByRole('textbox', { name: 'Language' }).fill('de');
  await page.getByRole('textbox', { name: 'Name' }).fill('Filmkorn');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('heading', { name: 'German (de)' })).toBeVisible();
  await expectAccessible(page);
});

test('A publisher advises against a version, and deletes it, its node and a publisher', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  const node = given.id('grain');
  await given.version(owner, publisher, node);
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${publisher}/nodes/${node}`);
  await expectAccessible(page);
  await page.getByRole('link', { name: '1.0.0' }).click();
  await page.getByRole('button', { name: 'Deprecate' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Changelog' }).fill('Too slow: take 2.');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Deprecate' }).click();
  await expect(page.getByText('You advise against it')).toBeVisible();
  await expect(page.getByText('Too slow: take 2.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted by its publisher.')).toBeVisible();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Delete the node' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the node' }).click();
  await expect(page.getByRole('heading', { name: 'No nodes yet' })).toBeVisible();

  const unused = await given.publisher(owner);
  await page.goto(`/console/desk/publishers/${unused}?tab=settings`);
  await page.getByRole('button', { name: 'Delete the publisher' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the publisher' }).click();
  await expect(page.getByText(`The publisher ${unused} is deleted.`)).toBeVisible();
});

test('A publisher gives a node an icon and a banner, and takes the icon back', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const node = await given.node(owner, team, { name: 'Heron' });
  await signIn(owner);
  await page.goto(`/console/desk/publishers/${team}/nodes/${node}?tab=details`);
  const icon = page.getByRole('group', { name: 'Icon' });
  const name = 'icon.svg';
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64"/></svg>';
  const file = { name, mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await icon.getByLabel('File of the Icon').setInputFiles(file);
  await expect(icon.locator('img')).toHaveJSProperty('naturalWidth', 64);
  const banner = page.getByRole('group', { name: 'Banner' });
  await banner.getByLabel('File of the Banner').setInputFiles({ ...file, buffer: Buffer.from('no picture') });
  await expect(banner.getByRole('alert')).toBeVisible();
  await banner.getByLabel('File of the Banner').setInputFiles(file);
  await expect(banner.getByRole('button', { name: 'Replace' })).toBeVisible();
  await expect(banner.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`/console/registry/nodes/${node}`);
  await expect(page.locator('main img')).toHaveCount(2);
  await page.goto(`/console/desk/publishers/${team}/nodes/${node}?tab=details`);
  await icon.getByRole('button', { name: 'Remove' }).click();
  await expect(icon.getByRole('button', { name: 'Upload' })).toBeVisible();
  await expect(icon.locator('img')).toHaveCount(0);
});
