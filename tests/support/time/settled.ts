import type { Page, Request } from 'playwright-core';
import { eventually } from './eventually';

/**
 * Follows the requests of a page from now on. Playwright's `networkidle` is about the last document that was loaded: after
 * a link within the admin panel it has long been reached.
 *
 * @returns waits until no request is under way, and what came has been shown without asking for more
 */
export function followRequests(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return async () => {
    await eventually(async () => {
      const isQuiet = underWay.size === 0;
      await page.evaluate(twoFrames);
      return isQuiet && underWay.size === 0;
    });
  };
}

const twoFrames = 'new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))';
