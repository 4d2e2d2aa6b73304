import { expect, expectAccessible, expectReady, test } from './fixtures.js';

test('Ctrl K finds pages, nodes, publishers and users, and goes to the task of an id', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person({ name: 'Quentin Quill' });
  const team = await given.publisher(owner, { name: 'Quill works' });
  const node = await given.node(owner, team, { name: 'Quill ink' });
  await signIn('admin');
  await page.goto('/console');
  await expectReady(page);
  await page.keyboard.press('Control+k');
  const search = page.getByRole('textbox', { name: 'Search everything' });
  await search.fill('quill');
  await expect(page.getByRole('button', { name: /^Quentin Quill/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Quill works/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Quill ink/ }).click();
  await expect(page).toHaveURL(new RegExp(`/registry/nodes/${node}$`));

  await page.keyboard.press('Control+k');
  await search.fill('audit');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible();

  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await search.fill('01a22139-5173-763c-be9e-946a252d532c');
  await page.getByRole('button', { name: 'Task 01a22139-5173-763c-be9e-946a252d532c' }).click();
  await expect(page).toHaveURL(/\/studio\/tasks\/01a22139/);
});

test('The menu of a person has the theme and the way out, and areas stay folded', async ({
  page,
  given,
  signIn,
}) => {
  await signIn(await given.person({ name: 'Flo Folder' }));
  await page.goto('/console');
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await areas.getByRole('button', { name: 'Studio' }).click();
  await expect(areas.getByRole('link', { name: 'Make' })).toBeHidden();
  await page.reload();
  await expect(areas.getByRole('button', { name: 'Studio' })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Account: Flo Folder' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('auto');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden();
  await page.getByRole('button', { name: 'Account: Flo Folder' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
});

test('The long areas of admins are folded but for the one that is open', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/admin/storage');
  const areas = page.getByRole('navigation', { name: 'Areas' });
  await expect(areas.getByRole('button', { name: 'Moderation' })).toHaveAttribute('aria-expanded', 'false');
  await expect(areas.getByRole('link', { name: 'Storage' })).toBeInViewport();
  await areas.getByRole('button', { name: 'People' }).click();
  await areas.getByRole('link', { name: 'Users' }).click();
  await expect(areas.getByRole('link', { name: 'Storage' })).toBeHidden();
  await areas.getByRole('button', { name: 'Moderation' }).click();
  await page.goto('/console');
  await expect(areas.getByRole('link', { name: 'Reports' })).toBeVisible();
});

test('A filter is undone by going back, and typing is no step', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/console/admin/publishers');
  await page.getByRole('searchbox', { name: 'Search publishers' }).pressSequentially('ab');
  await expect(page).toHaveURL(/search=ab/);
  await page.getByText('Banned', { exact: true }).click();
  await expect(page).toHaveURL(/status=banned/);
  await page.goBack();
  await expect(page).toHaveURL(/\?search=ab$/);
  await expect(page.getByRole('radio', { name: 'All' }).first()).toBeChecked();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search publishers' })).toHaveValue('');
});

test('Times are no stops of the Tab key, and dialogs give the focus back', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const team = await given.publisher(owner);
  const node = await given.node(owner, team);
  await signIn('admin');
  await page.goto(`/console/admin/nodes/${node}`);
  await expect(page.locator('time').first()).toBeVisible();
  await expect(page.locator('time[tabindex]')).toHaveCount(0);
  const ban = page.getByRole('button', { name: 'Ban', exact: true });
  await ban.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ban).toBeFocused();
  await ban.press('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('A trial.');
  await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(page.getByText('This node is banned')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('Nothing moves for those who want no motion', async ({ page, signIn, given }) => {
  await signIn(await given.person());
  await page.goto('/console/desk/new');
  await page.getByRole('button', { name: 'More fields' }).click();
  await expect(page.getByRole('textbox', { name: 'Website' })).toBeVisible();
  await page.goto('/console/account');
  await page.getByRole('button', { name: 'New token' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  // A colour may fade: that is no motion.
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map((animation) => (animation as CSSTransition).transitionProperty)
      .filter((property) => !property.endsWith('color')),
  );
  expect(moving).toEqual([]);
});

test('The code of pages that visits begin at is named in the reply, beside that of the frame', async ({
  page,
  given,
  signIn,
}) => {
  const owner = await given.person();
  const node = await given.node(owner, await given.publisher(owner));
  await signIn('admin');
  for (const address of ['/console/registry', `/console/registry/nodes/${node}`, '/console/admin']) {
    const reply = await page.goto(address);
    const named = `${reply?.headers().link} ${await reply?.text()}`;
    await expectReady(page);
    const preloaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/[^/]*-page-[^/]*\.js$/.test(name))
        .map(({ name }) => new URL(name).pathname),
    );
    expect(preloaded.length).toBeGreaterThan(0);
    for (const file of preloaded) expect(named).toContain(file);
  }
});
