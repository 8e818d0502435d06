import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { chromium, whenAvailable } from '../support/requirements';

const perPage = 10;
const eleven = Array.from({ length: 11 }, (_, index) => 111 - index);

whenAvailable(chromium()).describe(
  'a page of a list that becomes shorter and longer, in the production build',
  (executable) => {
    const suite = adminSuite(executable, { products: 1, quota: 0 });
    beforeAll(() => bridgeOf(suite).connect());

    const eventsOf = (page: Page) => page.getByRole('grid', { name: 'Webhook events' });
    const discardsOf = (page: Page) => eventsOf(page).getByRole('button', { name: /^Discard/ });

    async function openLastPage() {
      const { page, open } = await suite.visit({ ofItsOwn: true });
      const queue = await serveQueue(page, eleven);
      await open(`/plugins/commerce-bridge/events?page=2&pageSize=${perPage}`);
      await discardsOf(page).waitFor();
      return { page, queue };
    }

    test('keeps the focus in the list when its only item is discarded by keyboard', async () => {
      const { page } = await openLastPage();
      await discardsOf(page).press('Enter');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).press('Enter');
      await page.waitForURL(/[?&]page=1(&|$)/);
      await discardsOf(page)
        .nth(perPage - 1)
        .waitFor();
      await eventsOf(page).locator(':focus').waitFor();
    });

    test('can be opened once it exists again', async () => {
      const { page, queue } = await openLastPage();
      queue.ids = queue.ids.slice(0, perPage);
      await page.waitForURL(/[?&]page=1(&|$)/);
      queue.ids = [113, 112, ...queue.ids];
      await page.getByRole('link', { name: 'Go to page 2' }).click();
      await discardsOf(page).nth(1).waitFor();
      await discardsOf(page).nth(2).waitFor({ state: 'detached' });
      expect(page.url()).toMatch(/[?&]page=2(&|$)/);
    });

    test('is not in use because it moves the focus by itself', async () => {
      const { page, open } = await suite.visit({ withOwnClock: true });
      await page.clock.install();
      const queue = await serveQueue(page, eleven.slice(0, perPage));
      await open(`/plugins/commerce-bridge/events?page=1&pageSize=${perPage}`);
      await discardsOf(page).last().click();
      await page.keyboard.press('Escape');
      await page.clock.runFor(10 * 60_000);
      queue.ids = queue.ids.slice(0, -1);
      await page.clock.runFor(6_000);
      await discardsOf(page)
        .nth(perPage - 1)
        .waitFor({ state: 'detached' });
      await page.clock.runFor(10 * 60_000);
      const sent: string[] = [];
      page.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await page.clock.runFor(60_000);
      expect(sent.filter((path) => path.startsWith('/commerce-bridge/'))).toEqual([]);
    });
  },
);

/** Serves these events, newest first, in place of the site's queue; they can be discarded. */
async function serveQueue(page: Page, ids: readonly number[]): Promise<{ ids: readonly number[] }> {
  const queue = { ids };
  await page.route(
    ({ pathname }) => /^\/commerce-bridge\/events(\/\d+)?$/.test(pathname),
    async (route) => {
      const url = new URL(route.request().url());
      if (route.request().method() === 'DELETE') {
        const discarded = Number(url.pathname.split('/').at(-1));
        queue.ids = queue.ids.filter((id) => id !== discarded);
        return route.fulfill({ status: 204 });
      }
      const at = Number(url.searchParams.get('page'));
      const events = queue.ids.slice((at - 1) * perPage, at * perPage).map(eventOf);
      const total = queue.ids.length;
      return route.fulfill({ json: { events, total, page: at, pages: Math.ceil(total / perPage) } });
    },
  );
  return queue;
}

const eventOf = (id: number) => ({
  id: String(id),
  scope: 'store/product/updated',
  entity: 'product',
  entity_id: id,
  name: null,
  status: 'failed',
  attempt: 1,
  receivedAt: '2026-01-01T00:00:00.000Z',
  nextAttemptAt: null,
  lastError: null,
  errorCode: null,
  processedAt: null,
});
