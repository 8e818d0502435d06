import type { Page } from 'playwright-core';
import type { SiteInstance } from '../../../contracts/admin/instances';
import { overview } from '../../../contracts/admin/overview';

/**
 * Makes a page's overview list a second running instance, which a site on SQLite never has. The server's own report of
 * instances is tested on each database.
 */
export async function addSecondInstance(page: Page, instance: Partial<SiteInstance> = {}): Promise<void> {
  await page.route(/\/commerce-bridge\/overview$/, async (route) => {
    const response = await route.fetch();
    const given = overview.parse(await response.json());
    const first = given.instances.find(({ isThis }) => isThis);
    if (first === undefined) throw new Error('The site does not list its own instance.');
    const second = { ...first, id: 'second', isThis: false, host: 'web-2', pid: 4711, ...instance };
    await route.fulfill({ response, json: { ...given, instances: [...given.instances, second] } });
  });
}
