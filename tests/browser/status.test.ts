import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { seriousBarriers } from '../support/admin/accessibility';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { addSecondInstance } from '../support/sites/second-instance';

const listing = { method: 'GET', path: '/v3/catalog/products' };
const noticeName = 'Webhook delivery issues detected';

whenAvailable(chromium()).describe('the status of a new site, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0 });

  test('without credentials is everywhere: not set up, and leads to the guide', async () => {
    const { page, status } = await everywhere(suite, {
      title: 'Not set up',
      reason: /Enter your store hash/,
      badge: '1',
    });
    await status.getByRole('link', { name: 'Open setup guide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Setup guide' }).waitFor();
  });
});

whenAvailable(chromium()).describe('the status of a site without webhooks, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0 });
  const { request, connect } = bridgeOf(suite);
  const synchronize = syncOf(suite);

  beforeAll(() => connect());
  beforeEach(() => synchronize('full'));

  test('after a full sync is everywhere: up to date, with skipped webhooks as a hint', async () => {
    const { status } = await everywhere(suite, { title: /^Up to date as of /, reason: null, badge: null });
    await status.getByText('No webhooks are registered').waitFor();
    await status.getByRole('link', { name: 'Open webhook settings' }).waitFor();
  });

  test('after changes alone, without webhooks, is everywhere: behind, and a full check makes it up to date', async () => {
    const [gone = 0] = suite.simulator.store.products.ids();
    suite.simulator.store.products.delete(gone);
    await synchronize('incremental');
    const { page, status } = await everywhere(
      suite,
      { title: 'Behind', reason: /Records deleted from BigCommerce since/, badge: '1' },
      'dark',
    );
    await synchronize('sweep');
    await status.getByText(/^Up to date as of /).waitFor();
    await page.getByTestId('commerce-bridge-waiting').waitFor({ state: 'detached' });
  });

  test('is on the overview next to the running instances, with their versions, clocks, and work', async () => {
    const { page, open } = await suite.visit();
    await addSecondInstance(page, { version: '0.0.9', clockAheadMs: 42_000, holds: ['events', 'schedule'] });
    await open('/plugins/commerce-bridge');
    const instances = page.getByRole('grid', { name: 'Instances' });
    const [here, there] = [/process \d+ \(this one\)/, /^web-2, process 4711/].map((name) =>
      instances.getByRole('row', { name }),
    );
    await here?.getByRole('gridcell', { name: 'Correct', exact: true }).waitFor();
    for (const name of ['0.0.9', '42 sec ahead of the database', 'Webhook events, Schedule'])
      await there?.getByRole('gridcell', { name, exact: true }).waitFor();
    await page.getByText('The instances run different versions of Commerce Bridge.').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });

  test('after a failed sync is everywhere: failing, with the reason and the page that fixes it, until one succeeds', async () => {
    await request('POST', '/health/check');
    suite.simulator.faults.add({ kind: 'status', status: 401, times: 0 });
    await synchronize('full');
    await request('POST', '/health/check');
    const { page, status } = await everywhere(suite, {
      title: 'Failing',
      reason: /The store does not accept|access token/i,
      badge: '2',
    });
    expect(await status.getByRole('link', { name: 'Check the connection' }).count()).toBe(2);
    suite.simulator.faults.clear();
    await synchronize('full');
    await status.getByText(/^Up to date as of /).waitFor();
    await page.getByTestId('commerce-bridge-waiting').waitFor({ state: 'detached' });
    await everywhere(suite, { title: /^Up to date as of /, reason: null, badge: null });
  });

  test('is polled while the page is used, not while its tab is hidden or its user is away, nor are pages that were left', async () => {
    const { page, open } = await suite.visit({ withOwnClock: true });
    await page.clock.install();
    await open('/plugins/commerce-bridge/runs');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    const polled = async (path: string, milliseconds: number) => {
      const response = page.waitForResponse(`**/commerce-bridge/${path}`);
      await page.clock.runFor(milliseconds);
      await response;
    };
    const sentWithin = async (milliseconds: number) => {
      sent.length = 0;
      await page.clock.runFor(milliseconds);
      return sent.filter((path) => path.startsWith('/commerce-bridge/'));
    };
    await polled('sync', 6_000);
    await page.getByRole('link', { name: 'Products', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor();
    await polled('overview', 16_000);
    expect(await sentWithin(60_000)).not.toContain('/commerce-bridge/sync');
    await setVisibility(page, 'hidden');
    expect(await sentWithin(20 * 60_000)).toEqual([]);
    const again = page.waitForResponse('**/commerce-bridge/overview');
    await setVisibility(page, 'visible');
    await again;
    await polled('overview', 16_000);
    await page.clock.runFor(15 * 60_000);
    expect(await sentWithin(60_000)).toEqual([]);
    await page.mouse.move(40, 40);
    await polled('overview', 16_000);
  });

  test('a stopped sync is no failure, and leaves the steps of the guide done', async () => {
    suite.simulator.faults.add({ ...listing, kind: 'delay', milliseconds: 60_000 });
    const { page, open } = await suite.visit();
    await open('/plugins/commerce-bridge/runs');
    await request('POST', '/sync', { mode: 'full' });
    await page.getByRole('progressbar', { name: 'Sync progress' }).waitFor();
    await request('POST', '/sync/cancel');
    suite.simulator.faults.clear();
    await open('/plugins/commerce-bridge');
    await page
      .getByTestId('commerce-bridge-status')
      .getByText(/^Up to date as of /)
      .waitFor();
    await open('/plugins/commerce-bridge/setup');
    const step = page.getByRole('region', { name: /^3\. / });
    await step.getByText('Done', { exact: true }).waitFor();
  });
});

whenAvailable(chromium()).describe('the status of a site with webhooks, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 30, quota: 0, localDestinations: true });
  const { request, connect } = bridgeOf(suite);

  beforeAll(async () => {
    await connect();
    await syncOf(suite)('full');
  });

  test('without its webhooks is everywhere: failing, with the notice, until they are registered again', async () => {
    await request('POST', '/webhooks/register', {});
    const { registry } = suite.simulator.webhooks;
    for (const hook of registry.all()) registry.delete(hook.id, hook.client_id);
    await request('POST', '/health/check');
    const { page, status } = await everywhere(suite, {
      title: 'Failing',
      reason: /none of this site’s webhooks/,
      badge: '1',
      isAboutWebhooks: true,
    });
    await request('POST', '/webhooks/register', {});
    await status.getByText(/^Up to date as of /).waitFor();
    await page.getByRole('alert', { name: noticeName }).waitFor({ state: 'detached' });
  });
});

function syncOf(suite: AdminSuite) {
  const { request } = bridgeOf(suite);
  return async (mode: string) => {
    await request('POST', '/sync', { mode });
    return finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  };
}

/** What a browser tells the page whose tab is hidden or shown again. */
async function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** Expects the same status in Overview, Health, the widget, the badge and the notice. */
async function everywhere(
  suite: AdminSuite,
  { title, reason, badge, isAboutWebhooks = false }: Shown,
  theme: 'light' | 'dark' = 'light',
) {
  const { page, open } = await suite.visit({ theme });
  const status = page.getByTestId('commerce-bridge-status');
  const waiting = page.getByTestId('commerce-bridge-waiting');
  for (const path of ['/plugins/commerce-bridge', '/settings/commerce-bridge/health', '/']) {
    await open(path);
    const place = path === '/' ? page.getByTestId('commerce-bridge-widget') : status;
    await place.getByText(title).waitFor();
    if (reason !== null) await place.getByText(reason).first().waitFor();
    if (badge !== null) await page.getByTitle(title).filter({ hasText: badge }).waitFor();
    expect(await waiting.count()).toBe(badge === null ? 0 : 1);
    expect(await page.getByRole('alert', { name: noticeName }).count()).toBe(isAboutWebhooks ? 1 : 0);
  }
  await open('/plugins/commerce-bridge');
  await status.waitFor();
  expect(await seriousBarriers(page, '[data-testid="commerce-bridge-status"]')).toEqual([]);
  if (badge !== null) expect(await seriousBarriers(page, '[data-testid="commerce-bridge-waiting"]')).toEqual([]);
  return { page, status };
}

interface Shown {
  title: string | RegExp;
  /** null if there is none. */
  reason: RegExp | null;
  /** The number in the main menu; null if there is none. */
  badge: string | null;
  isAboutWebhooks?: boolean;
}
