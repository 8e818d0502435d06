import type { Page, Request } from 'playwright-core';
import { eventually } from './eventually';

/**
 * Tracks the requests of a page from now on. Playwright's `networkidle` only applies to the last loaded document: after
 * navigation within the admin panel, that state was reached long ago.
 *
 * @returns waits until no request is in flight, and the responses were rendered without further requests
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
