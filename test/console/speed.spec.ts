import { type Browser, expect } from '@playwright/test';
import { test } from './fixtures.js';

/** `npm run console:speed` states these figures; nothing is expected of them. */
test.skip(process.env.CONSOLE_SPEED === undefined, 'only measured when asked');

const LOADS = 7;
const MACHINES = [
  { name: 'this machine', slowdown: 1, bytesPerSecond: -1, latency: 0 },
  {
    name: 'a phone: a quarter of the speed, 10 Mbit/s, 40 ms',
    slowdown: 4,
    bytesPerSecond: 1.25e6,
    latency: 40,
  },
];

test('How soon the first page is there', async ({ browser, service }) => {
  test.setTimeout(300_000);
  for (const machine of MACHINES) {
    const loads = [];
    for (let load = 0; load < LOADS; load += 1) loads.push(await firstLoad(browser, service.url, machine));
    console.log(
      `${machine.name}: first paint ${median(loads.map(({ paint }) => paint))} ms, ` +
        `interactive ${median(loads.map(({ interactive }) => interactive))} ms`,
    );
  }
});

/** Opens the start page with an empty cache; it is interactive once its heading is there and the thread has been free. */
async function firstLoad(browser: Browser, url: string, machine: (typeof MACHINES)[number]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: machine.slowdown });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: machine.latency,
    downloadThroughput: machine.bytesPerSecond,
    uploadThroughput: machine.bytesPerSecond,
  });
  await page.goto(`${url}/console`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const figures = await page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve));
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return { paint: paint?.startTime ?? 0, interactive: performance.now() };
  });
  await context.close();
  return figures;
}

function median(values: readonly number[]): number {
  return Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0);
}
