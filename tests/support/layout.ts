import type { Page } from 'playwright-core';

/** Names of the tables whose last columns have to be scrolled to, because they are wider than their place in the page. */
export function tablesCutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main [role=grid]')]
    .filter(({ parentElement }) => parentElement.scrollWidth > parentElement.clientWidth)
    .map((table) => table.getAttribute('aria-label'))`);
}
