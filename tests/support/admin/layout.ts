import type { Page } from 'playwright-core';

/** Tables whose last columns require scrolling, because they are wider than their space on the page: name and pixels. */
export function tablesCutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main [role=grid]')]
    .map((table) => ({ table, place: table.parentElement }))
    .filter(({ place }) => place.scrollWidth > place.clientWidth)
    .map(({ table, place }) => table.getAttribute('aria-label') + ': ' + place.scrollWidth + ' in ' + place.clientWidth
      + ': ' + [...table.querySelectorAll('tbody tr:first-child td')].map(({ clientWidth }) => clientWidth))`);
}

/** What of the page's main part, or of a dialog, does not fit into the window's width; tables scroll by themselves. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('main *, [role=dialog] *')]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .filter((element) => element.closest('[role=grid]') === null && element.checkVisibility())
    .map((element) => element.tagName + ': ' + element.textContent.slice(0, 60))`);
}
