import type { Page } from 'playwright-core';
import { eventually } from '../time/eventually';

/**
 * Waits until an expression is true in the page. Replaces Playwright's `waitForFunction`, which after its first check
 * evaluates text in the page itself, where the admin panel's policy forbids it.
 */
export async function comesTrue(page: Page, expression: string): Promise<void> {
  await eventually(() => page.evaluate<boolean>(expression));
}
