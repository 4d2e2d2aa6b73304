import { expect, expectAccessible, test } from './fixtures.js';

const BAD_GATEWAY = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };

for (const path of ['/session', '/admin/users'])
  test(`An error page of a proxy in place of ${path} is understood at once, and tried again`, async ({
    page,
    signIn,
    problems,
  }) => {
    problems.expect(/502 of|It may be starting/);
    await signIn('admin');
    const ofPath = ({ pathname }: URL): boolean => pathname === path;
    let requests = 0;
    await page.route(ofPath, (route) => {
      requests += 1;
      return route.fulfill(BAD_GATEWAY);
    });
    await page.goto('/console/admin/users');
    const failure = page.getByRole('alert').filter({ hasText: 'The service does not answer' });
    await expect(failure).toBeVisible();
    // The frame and the page may each have asked; nothing is tried over and over.
    expect(requests).toBeLessThanOrEqual(2);
    await expectAccessible(page);
    await page.unroute(ofPath);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  });
