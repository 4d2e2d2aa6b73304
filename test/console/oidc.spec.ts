import { FakeIssuer } from '../e2e/users/fake-issuer.js';
import { expect, test } from './fixtures.js';
import { Service } from './support/service.js';

test('People who sign in at an issuer come to their first page, admins to the overview', async ({
  browser,
}) => {
  const issuer = await FakeIssuer.start();
  const service = await Service.start({
    OIDC_ISSUER: issuer.url,
    OIDC_AUDIENCE: 'atelier',
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'hush-4711',
    OIDC_ADMIN_CLAIM: 'groups=admins',
  });
  const heading = async (groups: string[], sub: string): Promise<string> => {
    const context = await browser.newContext({ baseURL: service.url });
    const page = await context.newPage();
    const claims = { sub, name: sub, email: `${sub}@issuer.example`, groups };
    await page.goto('/console/sign-in');
    await page.getByRole('link', { name: /^Sign in with/ }).click();
    await page.waitForURL((url) => url.origin === issuer.url);
    await page.goto(issuer.signIn(page.url(), claims));
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(/Overview|Hello/);
    expect(page.url()).not.toContain('signed_in');
    const text = (await title.textContent()) ?? '';
    await context.close();
    return text;
  };
  try {
    expect(await heading(['admins'], 'Ada')).toBe('Overview');
    expect(await heading([], 'Grace')).toBe('Hello, Grace');
  } finally {
    await service.stop();
    await issuer.close();
  }
});
