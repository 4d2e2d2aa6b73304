import { packageFiles } from '../support/package-archive.js';
import { zipBytes } from '../support/zip-bytes.js';
import { expect, expectAccessible, test } from './fixtures.js';

const ODD = zipBytes([
  ...packageFiles('Helper'),
  { name: 'pack/outside.py', content: 'import os\nos.system("ls")\n' },
]);
const SUSPICIOUS = zipBytes([
  ...packageFiles('Runner'),
  { name: 'pack/run.py', content: 'import os\n\nos.system("ls")\n' },
]);

test('An admin refuses a flagged version with the keys, and its publisher reads why', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const node = given.id('flagged');
  const version = await given.version(owner, team, node, { archive: ODD });
  await given.admin.put(`/admin/nodes/${node}/versions/1.0.0`, {
    status: 'NodeVersionStatusFlagged',
    status_reason: 'Starts programs.',
  });
  await signIn('admin');
  await page.goto(`/console/admin/reviews?kind=version&at=${version.id}`);
  await expect(page.getByRole('heading', { name: `${node} 1.0.0` })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('Starts other programs');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'outside.py' }).first().click();
  await expect(page.getByLabel('Text of outside.py')).toContainText('os.system("ls")');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of the review queue' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.keyboard.press('r');
  await page.getByLabel('Text for its publisher').fill('Please take outside.py out.');
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByText(`${node} 1.0.0 is refused.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: `${node} 1.0.0`, exact: true })).toBeHidden();
  const seen = await owner.api.get(`/nodes/${node}/versions/1.0.0`);
  expect(seen).toMatchObject({
    status: 'NodeVersionStatusBanned',
    status_reason: 'Please take outside.py out.',
  });
});

test('A refused archive waits for nobody and offers no approval', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const node = given.id('refused');
  const archive = zipBytes([...packageFiles('Helper'), { name: '../outside.py', content: 'exec("1")' }]);
  const version = await given.version(owner, await given.publisher(owner), node, { archive });
  await signIn('admin');
  await page.goto(`/console/admin/nodes/${node}/versions/${version.id}`);
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('leaves its folder');
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('Runs text as code');
  await expect(
    page.getByRole('button', { name: 'Ban', exact: true }).or(page.getByRole('button', { name: 'Refuse' })),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeHidden();
  await page.goto('/console/admin/reviews?kind=version');
  await expect(page.getByRole('heading', { level: 1, name: 'Review queue' })).toBeVisible();
  await expect(page.getByText(node)).toBeHidden();
});

test('An admin compares a look-alike with the real node, and goes on to the next one', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const real = await given.node(owner, await given.publisher(owner), { id: given.id('twin') });
  const other = await given.person();
  const team = await given.publisher(other, { name: 'Copy shop' });
  const fake = await given.node(other, team, { id: real.replace('-', '_') });
  const second = await given.node(other, team, { id: real.replace('-', '.') });
  await signIn('admin');
  await page.goto(`/console/admin/reviews?kind=node&at=${fake}`);
  const alike = page.getByRole('table', { name: 'Look-alikes' });
  await expect(alike.getByRole('row').filter({ hasText: 'this one' })).toContainText('Copy shop');
  await expect(alike.getByRole('row').filter({ hasText: 'same letters' }).first()).toBeVisible();
  await expect(alike.getByRole('link', { name: real })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { level: 2, name: second })).toBeVisible();
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.goto(`/console/admin/reviews?kind=node&at=${second}`);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await expect(page.getByRole('list', { name: 'What disappears' })).toContainText('1 node');
  await page.getByRole('textbox', { name: 'Reason' }).fill('The id is taken for another one.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByText(`“${second}” is banned.`)).toBeVisible();
  expect(await other.api.get(`/nodes/${second}`)).toMatchObject({
    status: 'NodeStatusBanned',
    status_detail: 'The id is taken for another one.',
  });
});

test('An admin finds a publisher, bans it after a look at what goes, and lifts the ban', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person({ name: 'Grace' });
  const team = await given.publisher(owner, { name: 'Noisy neighbours' });
  const node = given.id('noise');
  await given.version(owner, team, node);
  await signIn('admin');
  await page.goto('/console/admin/publishers');
  await page.getByLabel('Search publishers').fill('noisy');
  await expect(page).toHaveURL(/search=noisy/);
  await expect(page.getByRole('row', { name: /Noisy neighbours/ })).toContainText('Grace');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Noisy neighbours' }).click();
  await expect(page.getByRole('link', { name: node })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByRole('list', { name: 'What disappears' })).toContainText(
    '1 version that can be installed',
  );
  // The browser of this test asks for reduced motion.
  await expect(page.getByRole('dialog')).toHaveCSS('transition-duration', '0s');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Spam.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByText('This publisher is banned')).toBeVisible();
  // The button is gone, and the focus is not lost with it.
  await expect(page.getByRole('heading', { level: 1, name: 'Noisy neighbours' })).toBeFocused();
  await expect(page.getByText('Spam.')).toBeVisible();
  await page.getByRole('button', { name: 'Lift the ban' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lift the ban' }).click();
  await expect(page.getByText('This publisher is banned')).toBeHidden();
});

test('An admin finds a node by words, bans it, and brings a deleted one back', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const node = await given.node(owner, team, { id: given.id('zebra'), description: 'Paints stripes.' });
  const deleted = await given.node(owner, team, { id: given.id('gone') });
  await owner.api.delete(`/publishers/${team}/nodes/${deleted}`);
  await signIn('admin');
  await page.goto('/console/admin/nodes');
  await page.getByLabel('Search nodes').fill('stripes');
  await page.getByRole('link', { name: node }).click();
  await expect(page.getByRole('heading', { level: 1, name: node })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Tags of admins' }).fill('watch');
  await page.keyboard.press('Enter');
  await page.getByLabel('Reason of the change').fill('Seen twice.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The node is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Ban', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Reason' }).fill('Steals keys.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByText('This node is banned')).toBeVisible();
  await page.goto(`/console/admin/nodes?show=deleted&search=${deleted}`);
  await page.getByRole('link', { name: deleted }).click();
  await page.getByRole('combobox', { name: 'Status', exact: true }).click();
  await page.getByRole('option', { name: 'Active' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('This node was deleted')).toBeHidden();
  expect(await owner.api.get(`/nodes/${deleted}`)).toMatchObject({ status: 'NodeStatusActive' });
});

test('An admin looks into a version, flags it and approves it again', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const node = given.id('looked-into');
  await given.version(owner, team, node, { archive: SUSPICIOUS });
  await signIn('admin');
  await page.goto(`/console/admin/versions?node=${node}`);
  await expect(page.getByRole('table', { name: 'Versions' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: `${node} 1.0.0` }).click();
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('Starts other programs. Line 3.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'run.py' }).first().click();
  await page.getByRole('button', { name: 'Line 3: Starts other programs.' }).click();
  await expect(page.getByLabel('Text of run.py')).toContainText('os.system');
  await page.getByRole('button', { name: 'Close the file' }).click();
  await page.getByRole('button', { name: 'Flag' }).click();
  await page.getByLabel('Text for its publisher').fill('Why does it start programs?');
  await page.getByRole('dialog').getByRole('button', { name: 'Flag' }).click();
  await expect(page.getByText('Why does it start programs?')).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText(`${node} 1.0.0 is active.`)).toBeVisible();
});

test('An admin finds the versions that the check warns of, by the names of their nodes', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { name: 'Harbour' });
  const [plain, warned] = [given.id('plain'), given.id('warned')];
  await given.node(owner, team, { id: warned, name: 'Night lights' });
  await given.version(owner, team, plain);
  const setup = { name: 'pack/setup.py', content: 'import subprocess\nsubprocess.run(["true"])\n' };
  await given.version(owner, team, warned, { archive: zipBytes([...packageFiles('Lights'), setup]) });
  await signIn('admin');
  await page.goto('/console/admin/versions');
  await expect(page.getByRole('link', { name: `${plain} 1.0.0` })).toBeVisible();
  await page.getByText('With warnings', { exact: true }).click();
  await expect(page.getByRole('link', { name: `${plain} 1.0.0` })).toHaveCount(0);
  await expect(page.getByRole('row', { name: 'Night lights 1.0.0' })).toContainText(warned);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Night lights 1.0.0' }).click();
  await expect(page.getByRole('table', { name: 'Findings' })).toContainText('warning');
  await page.goto(`/console/admin/publishers/${team}`);
  await expect(page.getByRole('link', { name: 'Night lights' })).toBeVisible();
  await page.getByRole('link', { name: owner.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: owner.name })).toBeVisible();
});

test('A user reports a node, an admin quarantines and releases it, and answers the report', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const node = await given.node(owner, await given.publisher(owner), { id: given.id('shady') });
  const reporter = await given.person({ name: 'Rosa Reporter' });
  await signIn(reporter);
  await page.goto(`/console/registry/nodes/${node}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('textbox', { name: 'What you have seen' }).fill('It does not start.');
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'It does not work' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('The admins read your report')).toBeVisible();
  await signIn('admin');
  await page.goto(`/console/admin/nodes/${node}`);
  await page.getByRole('button', { name: 'Quarantine' }).click();
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Looks harmful.');
  await page.getByRole('dialog').getByRole('button', { name: 'Quarantine' }).click();
  await expect(page.getByText('This node is quarantined')).toBeVisible();
  await page.goto(`/console/admin/reviews?kind=quarantine&at=${node}`);
  await expect(page.getByText('Looks harmful.')).toBeVisible();
  await page.keyboard.press('a');
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(page.getByText('is shown again')).toBeVisible();
  await page.goto(`/console/admin/reports?node=${node}`);
  await expect(page.getByRole('row', { name: /Broken/ })).toContainText('Rosa Reporter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('textbox', { name: 'Answer to Rosa Reporter' }).fill('It starts here.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  const { reports } = await reporter.api.get('/users/reports');
  expect(reports).toMatchObject([{ verdict: 'dismissed', answer: 'It starts here.' }]);
});

test('A publisher answers the claim of a name in its notices', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const node = await given.node(owner, await given.publisher(owner), { id: given.id('claimed') });
  await signIn(await given.person({ name: 'Clara Claimant' }));
  await page.goto(`/console/registry/nodes/${node}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Its name is ours' }).click();
  await page.getByRole('textbox', { name: 'What you have seen' }).fill('We made it in 2022.');
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('The admins read your report')).toBeVisible();
  await signIn(owner);
  await page.goto('/console/account?tab=notices');
  await expect(page.getByText(`Somebody claims the name ${node}`)).toBeVisible();
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Ours is from 2021.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Publisher, ')).toBeVisible();
  await expectAccessible(page);
  await signIn('admin');
  await page.goto(`/console/admin/reports?node=${node}`);
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect(page.getByText('Ours is from 2021.')).toBeVisible();
});

test('A user claims the name of a publisher, its owner answers, and an admin dismisses the claim', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { name: 'Famous' });
  await signIn(await given.person({ name: 'Nora Namesake' }));
  await page.goto(`/console/registry/publishers/${team}`);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('dialog').getByRole('combobox').click();
  await page.getByRole('option', { name: 'Its id or name is ours' }).click();
  await page.getByRole('textbox', { name: 'What you have seen' }).fill('We are Famous since 2019.');
  await page.getByRole('dialog').getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByText('The admins read your report')).toBeVisible();
  await signIn(owner);
  await page.goto(`/console/registry/publishers/${team}`);
  await expect(page.getByText('Member since')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeHidden();
  await page.goto('/console/account?tab=notices');
  await expect(page.getByText(`Somebody claims the name of the publisher ${team}`)).toBeVisible();
  await page.getByRole('button', { name: 'Messages' }).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('It is our surname.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Publisher, ')).toBeVisible();
  await signIn('admin');
  await page.goto(`/console/admin/publishers/${team}`);
  await page.getByRole('main').getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByRole('row', { name: /Publisher/ })).toContainText('Nora Namesake');
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect(page.getByText('It is our surname.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('textbox', { name: 'Answer to Nora Namesake' }).fill('Both may use it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('An admin loads a list of malicious packages, after one that is broken', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/admin/rules');
  const part = page.getByRole('region', { name: 'Known malicious packages' });
  await part.getByRole('button', { name: 'Load a list' }).click();
  const choose = async (text: string): Promise<void> => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByLabel('OSV advisories').click();
    await (
      await chooser
    ).setFiles({ name: 'osv.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
  };
  await choose('[{"id": "MAL-1"}]');
  await expect(page.getByText('record 1 (MAL-1): affected must be a list')).toBeVisible();
  await choose('[{"id": "MAL-1", "affected": [{"package": {"ecosystem": "PyPI", "name": "evil-pack"}}]}]');
  await expect(part).toContainText('1 package of 1 advisory');
  await expectAccessible(page);
});

test('Admins share the review queue', async ({ page, given, signIn }) => {
  const owner = await given.person();
  const publisher = await given.publisher(owner);
  const prefix = given.id('many');
  for (const name of ['a', 'b']) await given.node(owner, publisher, { id: `${prefix}-${name}` });
  await signIn('admin');
  await given.admin.post(`/admin/nodes/${prefix}-a/quarantine`, { reason: 'The same miner.' });
  await page.goto(`/console/admin/reviews?kind=quarantine&at=${prefix}-a`);
  await expect(page.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.getByText('Assigned to you')).toBeVisible();
  await page.getByRole('textbox', { name: 'Note' }).fill('The same author as last week.');
  await page.getByRole('button', { name: 'Send' }).last().click();
  await expect(page.getByText('The same author as last week.')).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Assigned to me', { exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'What waits' }).getByRole('button')).toHaveCount(1);
  await page.getByRole('button', { name: 'Figures' }).click();
  await expect(page.getByRole('table', { name: 'Versions by week' })).toContainText('Wrongly held');
  await expect(page.getByRole('table', { name: 'Reports by week' })).toContainText('Hours to an answer');
});

test('An admin quarantines all nodes of a search, sees which first, and releases them again', async ({
  page,
  given,
  problems,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const nodes = [
    await given.node(owner, team, { name: 'Bitfilcher one' }),
    await given.node(owner, team, { name: 'Bitfilcher two' }),
  ];
  await signIn('admin');
  await page.goto('/console/admin/nodes');
  await expect(page.getByRole('button', { name: 'Act on all found' })).toBeHidden();
  await page.getByLabel('Search nodes').fill('bitfilcher');
  await page.getByRole('button', { name: 'Act on all found' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Quarantine', { exact: true }).click();
  for (const node of nodes)
    await expect(dialog.getByRole('list', { name: 'What is changed' })).toContainText(node);
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Quarantine: 2 nodes' })).toBeEnabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They send keys away.');
  // Another node comes before the admin confirms: the act is refused, and shows three.
  nodes.push(await given.node(owner, team, { name: 'Bitfilcher three' }));
  problems.expect(/409/);
  await dialog.getByRole('button', { name: 'Quarantine: 2 nodes' }).click();
  await expect(dialog.getByText('not the nodes of the preview')).toBeVisible();
  await dialog.getByRole('button', { name: 'Quarantine: 3 nodes' }).click();
  const last = page.getByRole('region', { name: 'Last act on many nodes' });
  await expect(last).toContainText('3 of 3 nodes done');
  await expect(page.getByRole('row', { name: /Bitfilcher three/ })).toContainText('They send keys away.');
  await expectAccessible(page);
  for (const node of nodes)
    expect(await owner.api.get(`/nodes/${node}`)).toMatchObject({ status_detail: 'They send keys away.' });
  await page.goto(`/console/admin/publishers/${team}`);
  await page.getByRole('button', { name: 'Act on all found' }).click();
  await dialog.getByText('Release', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They are fine.');
  await dialog.getByRole('button', { name: 'Release: 3 nodes' }).click();
  await expect(last).toContainText(/Release.*3 of 3 nodes done/);
  for (const node of nodes)
    expect(await owner.api.get(`/nodes/${node}`)).toMatchObject({ status: 'NodeStatusActive' });
});

test('An admin finds a publisher without an active member, and sees what it has published', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner, { name: 'Left alone' });
  const node = given.id('alone');
  await given.version(owner, team, node);
  await given.version(owner, team, node, { version: '1.1.0' });
  await given.admin.put(`/admin/nodes/${node}/versions/1.1.0`, {
    status: 'NodeVersionStatusBanned',
    status_reason: 'Starts programs.',
  });
  await signIn('admin');
  await page.goto('/console/admin/publishers?search=left%20alone');
  await expect(page.getByRole('link', { name: 'Left alone' })).toBeVisible();
  const filters = page.getByRole('radiogroup', { name: 'Activity' });
  await filters.getByText('Silent for a year').click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await filters.getByText('Without an active member').click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await given.admin.put(`/admin/users/${owner.id}`, { isSuspended: true });
  await page.reload();
  await expect(page.getByRole('link', { name: 'Left alone' })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/console/admin/publishers/${team}`);
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity).toContainText(/Versions published\s*2/);
  await expect(activity).toContainText(/Refused or banned\s*1/);
  await expect(activity).toContainText(/Reports upheld\s*0/);
  await expectAccessible(page);
});

test('An admin sorts publishers by their nodes, and bans those that are selected', async ({
  page,
  given,
  signIn,
}) => {
  const word = given.id('pair');
  const owner = await given.person();
  const [small, large] = [
    await given.publisher(owner, { name: `${word} one` }),
    await given.publisher(owner, { name: `${word} two` }),
  ];
  await given.node(owner, small);
  for (const id of ['a', 'b']) await given.node(owner, large, { id: given.id(id) });
  await signIn('admin');
  await page.goto(`/console/admin/publishers?search=${word}`);
  const rows = page.getByRole('table', { name: 'Publishers' }).getByRole('rowheader');
  await page.getByRole('button', { name: 'Nodes', exact: true }).click();
  await expect(rows).toContainText([`${word} two`, `${word} one`]);
  await page.getByRole('button', { name: 'Nodes', exact: true }).click();
  await expect(rows).toContainText([`${word} one`, `${word} two`]);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expectAccessible(page);
  await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Ban' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ban 2 publishers?' });
  for (const name of [`${word} one`, `${word} two`]) await expect(dialog).toContainText(name);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The same spammer.');
  await dialog.getByRole('button', { name: 'Ban' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'The same spammer.' })).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Selection' })).toHaveCount(0);
});

test('An admin quarantines the selected nodes, finds it in the audit log by name, and goes to the node', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const word = given.id('chosen');
  const ids = [`${word}-a`, `${word}-b`, `${word}-c`];
  for (const id of ids) await given.node(owner, team, { id, name: `The node ${id}` });
  await signIn('admin');
  await page.goto(`/console/admin/publishers/${team}`);
  for (const id of ids.slice(0, 2)) await page.getByRole('checkbox', { name: `The node ${id}` }).check();
  await page.getByRole('button', { name: 'Act on selected' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Quarantine', { exact: true }).click();
  await expect(dialog.getByRole('listitem')).toContainText([`The node ${ids[0]}`, `The node ${ids[1]}`]);
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(word);
  await dialog.getByRole('button', { name: 'Quarantine: 2 nodes' }).click();
  await expect(page.getByRole('table', { name: 'Nodes' }).getByText('quarantined')).toHaveCount(2);
  await page.goto(`/console/admin/audit?kind=node&target=${ids[0]}`);
  const entry = page.getByRole('row').filter({ hasText: word });
  await entry.getByRole('link', { name: `The node ${ids[0]}` }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: `The node ${ids[0]}` })).toBeVisible();
  await expect(page.getByText('This node is quarantined')).toBeVisible();
  await expect(page.getByText('active', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
});
