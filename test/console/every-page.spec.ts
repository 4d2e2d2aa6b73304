import path from 'node:path';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  type Person,
  test as base,
} from './fixtures.js';
import type { Given } from './support/given.js';
import { pageOf, pagePaths } from './support/pages.js';

/** Where `npm run console:screenshots` wants pictures of the pages. */
const { CONSOLE_SCREENSHOTS } = process.env;

type World = { owner: Person; ids: Record<string, string> };

const test = base.extend<object, { world: World }>({
  world: [
    async ({ service }, use) => use(await makeWorld(service.given)),
    { scope: 'worker', timeout: 120_000 },
  ],
});
test.describe.configure({ mode: 'parallel' });

/** Things of every kind, so that no page is empty. */
async function makeWorld(given: Given): Promise<World> {
  const owner = await given.person({ name: 'Olive Owner' });
  const publisherId = await given.publisher(owner, { id: 'olive-tools', name: 'Olive tools' });
  const nodeId = 'olive-blur';
  await given.node(owner, publisherId, {
    id: nodeId,
    name: 'Olive blur',
    description: 'Softens pictures.',
    tags: ['image'],
  });
  await given.version(owner, publisherId, nodeId, { version: '1.0.0', changelog: 'The first one.' });
  const { id: versionId } = await given.version(owner, publisherId, nodeId, {
    version: '1.1.0',
    changelog: 'Sharper.',
  });
  const { id: endpointId } = await owner.api.post('/webhooks/endpoints', {
    url: `${owner.api.url}/nowhere`,
    description: 'The shop',
  });
  const { id } = await given.relitPicture(owner);
  const { id: userId } = await given.person({ name: 'Gus Guest' });
  await given.admin.put(`/admin/users/${userId}`, { isSuspended: true, reason: 'A trial.' });
  const ids = {
    publisherId,
    nodeId,
    versionId,
    version: '1.1.0',
    id,
    endpointId,
    userId,
    kind: 'image-relight',
  };
  return { owner, ids: { ...ids, queue: (await given.admin.get('/admin/queues')).queues[0].name } };
}

const pages = pagePaths();
const seen = pages.filter((pagePath) => pagePath !== '/sign-in');

for (const pagePath of seen)
  test(`Everybody can use ${pagePath}`, async ({ page, signIn, world }) => {
    // A task is shown to its owner, and a desk to its members; admins see everything else.
    await signIn(/^\/(studio|desk|account)/.test(pagePath) ? world.owner : 'admin');
    await page.goto(pageOf(pagePath, world.ids));
    await expectReady(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page, CONSOLE_SCREENSHOTS && screenshotsOf(CONSOLE_SCREENSHOTS, pagePath));
  });

test('Everybody can use /sign-in', async ({ page }) => {
  await page.goto('/console/sign-in');
  await expectReady(page);
  await expectAccessible(page, CONSOLE_SCREENSHOTS && screenshotsOf(CONSOLE_SCREENSHOTS, '/sign-in'));
});

test('A visitor sees public pages, and is asked to sign in for the others', async ({ page, world }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const pagePath of pages) {
    await page.goto(pageOf(pagePath, world.ids));
    await expectReady(page);
    const isOpen = /^\/($|registry|sign-in)/.test(pagePath);
    if (!isOpen) await expect(page).toHaveURL(/\/console\/sign-in\?/);
    await expectNoSidewaysScrolling(page);
  }
});

test('A publisher sees all pages but those for admins', async ({ page, problems, signIn, world }) => {
  test.setTimeout(120_000);
  // The library records what the policy of the page refuses.
  problems.expect(/These pages are for admins/);
  await signIn(world.owner);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const pagePath of seen) {
    await page.goto(pageOf(pagePath, world.ids));
    await expectReady(page);
    const refusal = page.getByRole('alert').filter({ hasText: 'for admins' });
    await expect(refusal).toHaveCount(pagePath.startsWith('/admin') ? 1 : 0);
    await expectNoSidewaysScrolling(page);
  }
});

/** Waits until the page has loaded its data. */
async function expectReady(page: Parameters<typeof expectAccessible>[0]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '…' })).toHaveCount(0);
}

/** Names the picture of a page, such as `admin-users-390-dark.png`. */
function screenshotsOf(folder: string, pagePath: string) {
  const name = pagePath === '/' ? 'start' : pagePath.slice(1).replaceAll('/', '-').replaceAll('$', '');
  return (width: number, colorScheme: string): string =>
    path.resolve(folder, `${name}-${width}-${colorScheme}.png`);
}
