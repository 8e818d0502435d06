import { beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { eventually } from '../support/time/eventually';
import { hasFocus, moveTo, tabTo, unreachedByKeyboard } from '../support/admin/keyboard';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { followRequests } from '../support/time/settled';

const bridgePages = [
  ['Overview', 'plugins/commerce-bridge'],
  ['Products', 'plugins/commerce-bridge/products'],
  ['Sync history', 'plugins/commerce-bridge/runs'],
  ['Events', 'plugins/commerce-bridge/events'],
  ['Setup guide', 'plugins/commerce-bridge/setup'],
  // A link of the setup guide.
  ['API reference', 'plugins/commerce-bridge/reference'],
] as const;
const settingsPages = [
  ['Connection', 'settings/commerce-bridge/connection'],
  ['Sync', 'settings/commerce-bridge/sync'],
  ['Webhooks', 'settings/commerce-bridge/webhooks'],
  ['Storefront', 'settings/commerce-bridge/storefront'],
  ['Markets', 'settings/commerce-bridge/markets'],
  ['CDN and caches', 'settings/commerce-bridge/purging'],
  ['Health', 'settings/commerce-bridge/health'],
] as const;

whenAvailable(chromium()).describe('Commerce Bridge by keyboard alone, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0, localDestinations: true });
  const { request, connect, events, openBridge, dropAnEvent } = bridgeOf(suite);

  beforeAll(async () => {
    await connect();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const target = { key: 'next', kind: 'webhook', url: 'https://next.example.com/purge', secret };
    const spare = { key: 'spare', kind: 'varnish', url: 'http://127.0.0.1:9' };
    await request('PUT', '/settings', { purgeTargets: [target, spare] });
    await request('POST', '/webhooks/register', {});
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  });

  const grid = (page: Page, name: string) => page.getByRole('grid', { name });

  test('a product is reached with the arrows, and opened with Enter or Space on any of its cells', async () => {
    const { page } = await openBridge('/products', { heading: 'Products' });
    const products = grid(page, 'Products');
    const second = products.locator('tbody tr').nth(1);
    const title = second.getByRole('button');
    await tabTo(page, products.locator('th').first());
    await page.keyboard.press('ArrowRight');
    await moveTo(page, title, 'ArrowDown');
    const name = (await title.textContent()) ?? '';
    for (const key of ['Enter', 'Space']) {
      await page.keyboard.press(key);
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await eventually(() => hasFocus(title));
    }
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(second.locator('td').nth(2))).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
  });

  test('products are sorted with Enter and Space on their headings, and the table can be entered on its last, shorter page', async () => {
    const { page } = await openBridge('/products', { heading: 'Products' });
    const products = grid(page, 'Products');
    const heading = products.getByRole('columnheader', { name: 'Current price' });
    await tabTo(page, products.locator('th').first());
    await moveTo(page, heading.getByRole('button'), 'ArrowRight');
    await page.keyboard.press('Enter');
    await heading.and(page.locator('[aria-sort=ascending]')).waitFor();
    await page.keyboard.press('Space');
    await heading.and(page.locator('[aria-sort=descending]')).waitFor();
    await page.keyboard.press('Control+End');
    await tabTo(page, page.getByRole('link', { name: 'Go to page 2' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/page=2/);
    await eventually(async () => (await products.getByRole('row').count()) === 11);
    await tabTo(page, products.locator('th').first());
  });

  test('an event is retried and another discarded, and the focus stays in the table', async () => {
    const retried = await dropAnEvent(3);
    const discarded = await dropAnEvent(4);
    const { page } = await openBridge('/events', { heading: 'Events' });
    const queue = grid(page, 'Webhook events');
    await tabTo(page, queue.locator('th').first());
    await page.keyboard.press('End');
    await moveTo(page, queue.getByRole('button', { name: `Retry: Product ${retried}` }), 'ArrowDown');
    await page.keyboard.press('Enter');
    const row = queue.getByRole('row').filter({ hasText: `Product ${retried}` });
    await row.getByText('Completed', { exact: true }).waitFor();

    await tabTo(page, queue.getByRole('button', { name: `Retry: Product ${retried}` }));
    const doomed = queue.getByRole('button', { name: `Retry: Product ${discarded}` });
    await moveTo(page, doomed, 'ArrowUp');
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(queue.getByRole('button', { name: `Discard: Product ${discarded}` }))).toBe(true);
    await page.keyboard.press('Space');
    const dialog = page.getByRole('alertdialog');
    await tabTo(page, dialog.getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await doomed.waitFor({ state: 'detached' });
    expect((await events()).map(({ entity_id }) => entity_id)).not.toContain(discarded);
    await eventually(async () => (await queue.locator(':focus').count()) === 1);
  });

  test('a sync of the history is opened, and its tabs and tables move by themselves', async () => {
    const { page } = await openBridge('/runs', { heading: 'Sync history' });
    const history = grid(page, 'Previous syncs');
    await tabTo(page, history.locator('th').first());
    await page.keyboard.press('End');
    const show = history.getByRole('button', { name: /^Show sync from/ }).first();
    await moveTo(page, show, 'ArrowDown');
    await page.keyboard.press('Enter');
    const counts = page.getByRole('dialog').getByRole('grid', { name: 'Sync results' });
    await tabTo(page, counts.locator('th').first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    expect(await hasFocus(counts.locator('tbody tr').first().locator('td').nth(1))).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await eventually(() => hasFocus(show));
  });

  test('a purge target is tested, edited, and removed, and the focus stays in the table', async () => {
    const { page, open } = await suite.visit();
    await open('/settings/commerce-bridge/purging');
    const targets = grid(page, 'Purge targets');
    const button = (name: string) => targets.getByRole('button', { name, exact: true });
    await tabTo(page, targets.locator('th').first());
    await page.keyboard.press('End');
    await moveTo(page, button('Retry spare now'), 'ArrowDown');
    await moveTo(page, button('Test spare'), 'ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('The test of spare failed').waitFor();
    await eventually(() => hasFocus(button('Test spare')));

    await moveTo(page, button('Edit spare'), 'ArrowRight');
    await page.keyboard.press('Space');
    const drawer = page.getByRole('dialog');
    await tabTo(page, drawer.getByLabel('URL'));
    await page.keyboard.press('End');
    await page.keyboard.type('/v2');
    await tabTo(page, drawer.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await page.getByText('spare saved').waitFor();
    await eventually(() => hasFocus(button('Edit spare')));

    await moveTo(page, button('Remove spare'), 'ArrowRight');
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await button('Remove spare').waitFor({ state: 'detached' });
    expect((await request('GET', '/settings')).body).toMatchObject({ purgeTargets: [{ key: 'next' }] });
    await eventually(async () => (await targets.locator(':focus').count()) === 1);
  });

  test('every page is reached, and everything on it', async () => {
    await dropAnEvent(5);
    const { page, open } = await suite.visit();
    const settled = followRequests(page);
    await open('/');
    const go = async (heading: string, address: string) => {
      await tabTo(page, page.locator(`:is(nav, main) a[href$="/${address}"]:visible`).last());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await settled();
      return { heading, unreached: await unreachedByKeyboard(page) };
    };
    await tabTo(page, page.getByRole('link', { name: 'Commerce Bridge' }).first());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    for (const [heading, address] of bridgePages)
      expect(await go(heading, address)).toEqual({ heading, unreached: [] });
    await tabTo(page, page.getByRole('link', { name: 'Settings', exact: true }).first());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [heading, address] of settingsPages)
      expect(await go(heading, address)).toEqual({ heading, unreached: [] });
  }, 300_000);
});
