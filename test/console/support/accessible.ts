import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = [1440, 390];

/**
 * Holds a page against what every page owes: axe finds nothing, in light and in dark, wide and narrow; it does not scroll
 * sideways; and it has one main heading. It leaves the page as it found it.
 * @param pictureFile Where to keep how the page looks, if anywhere.
 */
export async function expectAccessible(
  page: Page,
  pictureFile?: ((width: number, colorScheme: 'light' | 'dark') => string) | '',
): Promise<void> {
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settle(page);
      if (pictureFile) await page.screenshot({ path: pictureFile(width, colorScheme), fullPage: true });
      // Without styles of its own, which the policy of the page refuses.
      const axe = new AxeBuilder({ page }).options({ preload: false });
      // What does not hang on colours was looked at in light.
      if (colorScheme === 'dark') axe.withRules(['color-contrast']);
      const { violations } = await axe.analyze();
      expect(violations.map(describe), `axe, ${colorScheme}, ${width} px`).toEqual([]);
    }
    await expectNoSidewaysScrolling(page);
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.emulateMedia({ colorScheme: 'light' });
  if (size) await page.setViewportSize(size);
}

/** The page is no wider than its window. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(pixels, `how much ${page.url()} is wider than its window`).toBe(0);
}

/** Lets transitions end: colours in between are nobody's. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

function describe(violation: {
  id: string;
  help: string;
  nodes: readonly { html: string; failureSummary?: string }[];
}): string {
  const places = violation.nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary ?? ''}`);
  return [`${violation.id}: ${violation.help}`, ...places].join('\n');
}
