import type { Page } from 'playwright-core';

/** Name and missing pixels of each table whose last columns require scrolling, because it is wider than its space. */
export function tablesCutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main [role=grid]')]
    .map((table) => ({ table, place: table.parentElement }))
    .filter(({ place }) => place.scrollWidth > place.clientWidth)
    .map(({ table, place }) => table.getAttribute('aria-label') + ': ' + place.scrollWidth + ' in ' + place.clientWidth
      + ': ' + [...table.querySelectorAll('tbody tr:first-child td')].map(({ clientWidth }) => clientWidth))`);
}

/** Elements of the page's main part, or of a dialog, that exceed the window's width; tables scroll by themselves. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main *, [role=dialog] *')]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .filter((element) => element.closest('[role=grid]') === null && element.checkVisibility())
    .map((element) => element.tagName + ': ' + element.textContent.slice(0, 60))`);
}
