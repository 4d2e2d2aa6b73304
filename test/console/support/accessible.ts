import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Colours depend on the scheme and structure on the width, so both schemes and both widths are checked. */
const LOOKS = [
  { width: 1440, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
] as const;
/** Beside them with pictures, which show all four. */
const OTHER_LOOKS = [
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
] as const;

/**
 * Checks what every page must fulfil: axe finds nothing, in light at 1440 px and in dark at 390 px; it does not scroll sideways;
 * and it has one main heading. The page is left as it was.
 * @param pictureFile Where to save a screenshot, if anywhere.
 */
export async function expectAccessible(
  page: Page,
  pictureFile?: ((width: number, colorScheme: 'light' | 'dark') => string) | '',
): Promise<void> {
  await expectReady(page);
  const size = page.viewportSize();
  for (const { width, colorScheme } of pictureFile ? [...LOOKS, ...OTHER_LOOKS] : LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    if (pictureFile) await page.screenshot({ path: pictureFile(width, colorScheme), fullPage: true });
    expect(await violationsIn(page), `axe, ${colorScheme}, ${width} px`).toEqual([]);
    await expectNoSidewaysScrolling(page);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}

/** The page has its one main heading, and nothing is being read. */
export async function expectReady(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: '…' })).toHaveCount(0);
}

/** The page is no wider than its window. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(pixels, `how much ${page.url()} is wider than its window`).toBe(0);
}

/** Waits for the end of transitions, whose colours in between do not count. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** Axe comes into a page once. */
async function violationsIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    // Preloading would load styles of axe, which the policy of the page refuses.
    const { violations } = await inPage.run({ preload: false, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) =>
      [`${id}: ${help}`, ...nodes.map((one) => `  ${one.html}\n  ${one.failureSummary ?? ''}`)].join('\n'),
    );
  });
}
