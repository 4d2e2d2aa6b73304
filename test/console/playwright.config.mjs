// The browser tests: `npm test -- console` builds what has changed and runs them. How one is written: fixtures.ts.
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';

/** A worker that comes to one of these, or from one, starts another service: they come first. */
const WITH_VENDORS = [
  'books.spec.ts',
  'models.spec.ts',
  'money.spec.ts',
  'overview.spec.ts',
  'vendor-down.spec.ts',
  'uncertain.spec.ts',
];

export default defineConfig({
  projects: [
    { name: 'vendors', testMatch: WITH_VENDORS },
    { name: 'console', testMatch: '*.spec.ts', testIgnore: WITH_VENDORS },
  ],
  outputDir: '../../test-results',
  reporter: 'list',
  forbidOnly: process.env.CI === 'true',
  // Each worker has a separate service, with its database and its engines.
  workers: 2,
  // What passes the second time is listed as flaky.
  retries: process.env.CI === 'true' ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    permissions: ['clipboard-read', 'clipboard-write'],
    // A trace is a quarter of the work of a run: `--trace on` for a test that fails.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      // There is no sandbox for root in a container; pages come only from the service under test. Without these features no
      // window opens two more pages for its address bar, in another process.
      args: [
        '--no-sandbox',
        '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,HttpsUpgrades,PaintHolding',
      ],
    },
  },
});
