import type { Browser } from 'playwright-core';

const themes = ['light', 'dark'] as const;
const changes = ['stock', 'name', 'price'] as const;

/**
 * Photographs *What happens behind*, light and dark, with three changes that have arrived. The site's webhooks must be
 * registered, and the shop must be fresh.
 * @param target the shop's address, and where the picture of a theme is stored
 */
export async function photographShop(
  browser: Browser,
  { shopUrl, fileOf }: { shopUrl: string; fileOf: (theme: (typeof themes)[number]) => string },
): Promise<void> {
  let made = 0;
  for (const theme of themes) {
    const page = await browser.newPage({ colorScheme: theme, viewport: { width: 1280, height: 1160 } });
    await page.goto(`${shopUrl}/behind`);
    for (const change of changes) {
      await page.getByRole('button', { name: `Change the ${change}` }).click();
      await page.locator(`[data-trace="${(made += 1)}"] .steps li:last-child.done`).waitFor();
    }
    await page.screenshot({ path: fileOf(theme), animations: 'disabled' });
    await page.close();
  }
}
