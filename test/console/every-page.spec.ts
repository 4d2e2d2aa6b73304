import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScrolling,
  expectReady,
  type Person,
  test as base,
} from './fixtures.js';
import type { Given } from './support/given.js';
import { pageOf, pagePaths } from './support/pages.js';

/** Where `npm run console:screenshots` wants pictures of the pages. */
const { CONSOLE_SCREENSHOTS } = process.env;

type World = { owner: Person; ids: Record<string, string> };

let made: Promise<World> | undefined;

const test = base.extend<{ world: World }>({
  // Not of the worker: Playwright starts another worker, with another service, for tests with fixtures of their own.
  world: async ({ service }, use) => use(await (made ??= makeWorld(service.given))),
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
const isOfPerson = (pagePath: string) => /^\/(studio|desk|account)/.test(pagePath);
const isOfAdmin = (pagePath: string) => pagePath.startsWith('/admin');

/** Loads the first page, and goes to others as their links do: what is loaded stays. */
async function open(page: Page, address: string): Promise<void> {
  if (!page.url().includes('/console')) return void (await page.goto(address));
  await page.evaluate((target) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    window.history.pushState(null, '', target);
  }, address);
  await expect(page.locator('h1[data-left]')).toHaveCount(0);
}

const look = (page: Page, pagePath: string, { ids }: World) =>
  test.step(pagePath, async () => {
    await open(page, pageOf(pagePath, ids));
    await expectReady(page);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectAccessible(page, CONSOLE_SCREENSHOTS && screenshotsOf(CONSOLE_SCREENSHOTS, pagePath));
  });

test('Everybody can use the pages of a person', async ({ page, signIn, world }) => {
  test.setTimeout(300_000);
  await signIn(world.owner);
  for (const pagePath of pages.filter(isOfPerson)) await look(page, pagePath, world);
});

test('Everybody can use the pages of admins, and the public ones', async ({ page, signIn, world }) => {
  test.setTimeout(300_000);
  await signIn('admin');
  for (const pagePath of pages)
    if (!isOfPerson(pagePath) && pagePath !== '/sign-in') await look(page, pagePath, world);
});

test('A visitor sees public pages, and is asked to sign in for the others', async ({ page, world }) => {
  test.setTimeout(120_000);
  await look(page, '/sign-in', world);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const pagePath of pages) {
    await page.goto(pageOf(pagePath, world.ids));
    await expectReady(page);
    const isOpen = /^\/($|registry|sign-in)/.test(pagePath);
    if (!isOpen) await expect(page).toHaveURL(/\/console\/sign-in\?/);
    await expectNoSidewaysScrolling(page);
  }
});

test('A person sees all pages but those for admins', async ({ page, problems, signIn, world }) => {
  test.setTimeout(120_000);
  // The library records what the policy of the page refuses.
  problems.expect(/These pages are for admins/);
  await signIn(world.owner);
  await page.setViewportSize({ width: 390, height: 800 });
  // Those of a person are seen above.
  for (const pagePath of pages.filter((one) => !isOfPerson(one) && one !== '/sign-in')) {
    await page.goto(pageOf(pagePath, world.ids));
    await expectReady(page);
    const refusal = page.getByRole('alert').filter({ hasText: 'These pages are for admins.' });
    await expect(refusal).toHaveCount(isOfAdmin(pagePath) ? 1 : 0);
    await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
    await expectNoSidewaysScrolling(page);
  }
});

/** Names the picture of a page, such as `admin-users-390-dark.png`. */
function screenshotsOf(folder: string, pagePath: string) {
  const name = pagePath === '/' ? 'start' : pagePath.slice(1).replaceAll('/', '-').replaceAll('$', '');
  return (width: number, colorScheme: string): string =>
    path.resolve(folder, `${name}-${width}-${colorScheme}.png`);
}
