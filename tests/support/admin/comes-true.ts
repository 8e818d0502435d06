import type { Page } from 'playwright-core';
import { eventually } from '../time/eventually';

/**
 * Waits until an expression is true in the page. In place of Playwright's `waitForFunction`, which evaluates a text in the
 * page itself from the second time on, where the admin panel's policy forbids it.
 */
export async function comesTrue(page: Page, expression: string): Promise<void> {
  await eventually(() => page.evaluate<boolean>(expression));
}
