import type { Page } from 'playwright-core';
import { z } from 'zod';

const arrived = z.boolean();

/**
 * Navigates to a path within the admin panel that the page already shows: for an administrator equivalent to a reload,
 * for the browser a tenth of the work, most of which is recompiling the panel's code. Forms, dialogs, notifications,
 * and all cached responses of the panel are gone; everything it shows afterwards was requested after the call.
 *
 * @returns false if the page has to be loaded instead: it shows no panel, or the panel did not navigate
 */
export async function goWithinPanel(page: Page, path: string): Promise<boolean> {
  return evaluated(page, `(${navigate})(${JSON.stringify(path)})`);
}

/** Leaves the current page for an empty one; false if there is no panel, or it did not navigate. */
export async function leavePage(page: Page): Promise<boolean> {
  return evaluated(page, `(${navigate})(null)`);
}

async function evaluated(page: Page, expression: string): Promise<boolean> {
  // Evaluation fails while the page is being loaded.
  return page.evaluate(expression).then(arrived.parse, () => false);
}

// The panel does not expose its router and its store; React has them in the properties of the panel's first elements.
// An address without a page comes between the two pages, so that neither requests anything while the cached responses
// are dropped.
const navigate = `async (path) => {
  const given = (name) => {
    const panel = document.getElementById('strapi');
    const key = Object.keys(panel ?? {}).find((each) => each.startsWith('__reactContainer$'));
    for (let fiber = panel?.[key]?.stateNode.current; fiber; fiber = fiber.child)
      if (fiber.memoizedProps?.[name]?.constructor) return fiber.memoizedProps[name];
  };
  const becomes = async (isSo) => {
    const late = performance.now() + 5000;
    while (!isSo() && performance.now() < late) await new Promise(requestAnimationFrame);
    return isSo();
  };
  const [router, store, client] = ['router', 'store', 'client'].map(given);
  const main = document.querySelector('main');
  if (!router || !store || !client || !main) return false;

  const nowhere = '/no-page-has-this-address';
  const isAt = (place) => router.state.navigation.state === 'idle'
    && router.createHref(router.state.location).endsWith(place);
  await router.navigate(nowhere);
  for (const blocker of router.state.blockers.values()) if (blocker.state === 'blocked') blocker.proceed();
  const notices = () => [...document.querySelectorAll('[data-sonner-toast]')];
  for (const notice of notices()) notice.querySelector('button')?.click();
  if (!await becomes(() => isAt(nowhere) && notices().length === 0)) return false;
  if (path === null) return true;

  const before = document.querySelector('main');
  client.clear();
  store.dispatch({ type: 'adminApi/resetApiState' });
  if (!await becomes(() => !document.contains(before))) return false;
  await router.navigate(path);
  return true;
}`;
