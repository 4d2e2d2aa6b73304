import { expect, expectAccessible, test } from './fixtures.js';

test('A test hears of what goes wrong unseen', async ({ page, problems }) => {
  await page.goto('/docs');
  problems.expect(/./);
  await page.evaluate(() => {
    const picture = document.createElement('img');
    picture.src = 'http://elsewhere.example/a.png';
    document.body.append(picture);
    console.error('a complaint');
    setTimeout(() => {
      throw new Error('a mistake');
    });
  });
  for (const expected of [
    /^policy violation: img-src http:\/\/elsewhere/,
    /^console error: a complaint/,
    /a mistake/,
  ])
    await expect.poll(() => problems.all).toContainEqual(expect.stringMatching(expected));
});

test('A test hears of a page that not everybody can use', async ({ page }) => {
  await page.route('**/poor', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><html lang="en"><title>Poor</title><main><h1>Poor</h1><input></main></html>',
    }),
  );
  await page.goto('/poor');
  await expect(expectAccessible(page)).rejects.toThrow(/label/);
});
