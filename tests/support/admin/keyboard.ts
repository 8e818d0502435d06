import type { Locator, Page } from 'playwright-core';
import { eventually } from '../time/eventually';

/** More key presses than any of our pages has tab stops. */
const mostPresses = 150;

export async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) === 1;
}

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${String(target)}`);
}

/** Presses one key until the element has the focus, as with the arrows in a table. */
export async function moveTo(page: Page, target: Locator, key: string): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < mostPresses; presses += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not reach ${String(target)}`);
}

/** Moves to this list of choices with Tab, opens it, and selects the option with this name. */
export async function chooseByKeyboard(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.press('Enter');
  const wanted = page.getByRole('option', { name: option, exact: true });
  await wanted.waitFor();
  // The list accepts keys once it is positioned, and moves to the matching option a moment later.
  await eventually(() => page.evaluate<boolean>("document.activeElement?.closest('[role=listbox]') !== null"));
  await page.keyboard.type(option.slice(0, 6));
  await eventually(() => hasFocus(wanted));
  // Each key moves the focus in its own timer, which throws once the list is gone.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'detached' });
}

/**
 * Presses Tab from the focused element to the end of the page, and walks through each table with the arrow keys.
 *
 * @returns the links, buttons, and fields of the page's main part that were not reached
 */
export async function unreachedByKeyboard(page: Page): Promise<string[]> {
  await page.evaluate(noteFocus);
  for (let presses = 0; presses < mostPresses; presses += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(placeOfFocus);
    if (place === 'table') await walkTable(page);
    if (place === 'end') return page.evaluate<string[]>(notReached);
  }
  throw new Error(`Tab does not reach the end of the page: it stays at ${await page.evaluate(focusedName)}`);
}

async function walkTable(page: Page): Promise<void> {
  const { rows, columns } = await page.evaluate<{ rows: number; columns: number }>(sizeOfTable);
  await page.keyboard.press('Control+Home');
  for (let row = 0; row < rows; row += 1) {
    // A cell with several buttons has several stops.
    for (let step = 0; step < columns + 2; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
  }
}

// Strapi replaces a page's head with a sticky copy when the page is scrolled.
const noteFocus = `{
  window.reachedByKeyboard = new WeakSet();
  window.reachedInHead = new Set();
  document.addEventListener('focusin', ({ target }) => {
    window.reachedByKeyboard.add(target);
    if (target.closest('[data-strapi-header]') !== null) window.reachedInHead.add(target.textContent);
  });
}`;

// Between the last stop of a page and the first one of the next round, nothing has the focus.
const placeOfFocus = `(() => {
  if (document.activeElement === null || document.activeElement === document.body) return 'end';
  return document.activeElement.closest('main [role=grid]') === null ? 'page' : 'table';
})()`;

const sizeOfTable = `(() => {
  const table = document.activeElement.closest('[role=grid]');
  return { rows: Number(table.getAttribute('aria-rowcount')), columns: Number(table.getAttribute('aria-colcount')) };
})()`;

const focusedName =
  "document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? 'nothing'";

// A group of tabs or radio buttons is a single stop; the arrow keys lead to the others.
const notReached = `[...document.querySelectorAll('main :is(a[href], button, input, select, textarea)')]
  .filter((element) => element.checkVisibility() && !element.disabled && element.getAttribute('aria-disabled') !== 'true'
    && element.closest('[aria-hidden=true]') === null && !['tab', 'radio'].includes(element.getAttribute('role')))
  .filter((element) => !window.reachedByKeyboard.has(element))
  .filter((element) => element.closest('[data-strapi-header-sticky]') === null || !window.reachedInHead.has(element.textContent))
  .map((element) => element.getAttribute('aria-label') ?? (element.textContent.trim() || element.outerHTML))`;
