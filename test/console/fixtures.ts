// How a browser test is written: one file for each area, `test/console/<area>.spec.ts`, doing what a person does.
//
//   import { expect, expectAccessible, test } from './fixtures.js';
//
//   test('An admin bans a publisher', async ({ page, given, signIn }) => {
//     const owner = await given.person();                   // people and things are made through the API
//     const publisher = await given.publisher(owner);
//     await signIn('admin');                                // or signIn(owner); without it the page is a visitor's
//     await page.goto(`/console/admin/publishers/${publisher}`);
//     await page.getByRole('button', { name: 'Ban' }).click();   // by role and label, as a person finds it
//     await expect(page.getByText('Banned')).toBeVisible();      // waits by itself: no sleeps, no assertions about time
//     await expectAccessible(page);                              // wide in light, narrow in dark
//   });
//
// `npm test -- console moderation -g "bans"` builds what has changed and runs these; parameters are Playwright's. With
// dist/ up to date `npx playwright test -c test/console moderation` does the same at once. All tests of a worker share one
// service: make what a test needs, and never count on being alone in a list.
//
// A test fails on faults that a person may not see: policy violations, errors and warnings in the console, requests to other
// hosts, replies with 5xx, parts of the page that are missing. A test that causes such a fault on purpose says so beforehand:
// `problems.expect(/503 of/)`.
import { test as base, expect } from '@playwright/test';
import type { Given, Person } from './support/given.js';
import { ADMIN_TOKEN, Service } from './support/service.js';
import { PageProblems } from './support/watch-page.js';

export { expectAccessible, expectNoSidewaysScrolling, expectReady } from './support/accessible.js';
export type { Person } from './support/given.js';
export { expect };

type Fixtures = {
  /** Makes people and things through the API. */
  given: Given;
  /** Problems of the pages of this test so far. */
  problems: PageProblems;
  /** Signs the pages of this test in, as the service's administrator or as a person made before. */
  signIn: (who: 'admin' | Person) => Promise<void>;
};
type WorkerFixtures = {
  /** The service of this worker; it starts with the first test. */
  service: Service;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = await Service.start();
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ service }, use) => use(service.url),
  given: ({ service }, use) => use(service.given),
  problems: [
    async ({ context, service }, use, testInfo) => {
      const problems = await PageProblems.watch(context, service.url);
      await use(problems);
      if (testInfo.status !== testInfo.expectedStatus || problems.unexpected.length > 0)
        await testInfo.attach('service.log', { body: service.output.slice(-20_000) });
      expect(problems.unexpected, 'what went wrong in the page unseen').toEqual([]);
    },
    { auto: true },
  ],
  signIn: ({ context, service }, use) =>
    use(async (who) => {
      const reply = await context.request.post('/session', {
        headers: { Origin: service.url },
        data: { token: who === 'admin' ? ADMIN_TOKEN : who.token },
      });
      expect(reply.status(), await reply.text()).toBe(201);
    }),
});
