// How long a browser without a cache takes from the address to the heading of a page.
import { chromium } from '@playwright/test';
import { findChromium } from '../../scripts/find-chromium.mjs';

const VISITS = 5;

/** A page of the console, of a signed-in person or a visitor, beside a bare React page with a heading. */
function heading(name, title, path, isSignedIn) {
  return {
    name,
    title: `${title} / a bare React page`,
    unit: 'ms',
    better: 'lower',
    target: { ratio: 2 },
    async open(bench) {
      const service = await bench.sharedService();
      const react = await bench.startPeer('bare-react');
      const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
      bench.onEnd(() => browser.close());
      const signIn = (page) =>
        page.request.post(`${service.url}/session`, { data: { token: service.token } });
      return {
        ours: () => median(browser, service.url + path, isSignedIn ? signIn : () => undefined),
        peer: () => median(browser, react.url, () => undefined),
      };
    },
  };
}

export default [
  heading('console-start', 'First page of a signed-in person, until its heading', '/console', true),
  heading('console-search', 'Search of the registry, until its heading', '/console/registry', false),
];

async function median(browser, url, prepare) {
  const times = [];
  for (let visit = 0; visit < VISITS; visit += 1) times.push(await visitMs(browser, url, prepare));
  return times.sort((a, b) => a - b)[VISITS >> 1];
}

async function visitMs(browser, url, prepare) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await prepare(page);
    await page.addInitScript(noteHeading);
    await page.goto(url);
    const shown = await page.waitForFunction(() => window.headingMs);
    return await shown.jsonValue();
  } finally {
    await context.close();
  }
}

/** In the page: the time from the start of the navigation until the heading has been drawn. */
function noteHeading() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')?.textContent) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (window.headingMs = performance.now())));
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
}
