import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import type { AdminWindow } from '../../scripts/lib/admin-browser';
import { eventList } from '../../contracts/admin/events';
import { overview } from '../../contracts/admin/overview';
import { permissionActions } from '../../server/src/permissions';
import { createEditor, type ContentPermission } from '../support/admin/admin-roles';
import { adminSuite } from '../support/admin/admin-suite';
import { eventually } from '../support/time/eventually';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { followRequests } from '../support/time/settled';

const listed = z.looseObject({ results: z.array(z.looseObject({ documentId: z.string() })) });
const product = 'plugin::commerce-bridge.product';
const content: ContentPermission[] = [
  { subject: 'api::story.story', actions: ['create', 'read', 'update'], fields: ['title', 'text', 'hero', 'products'] },
  { subject: product, actions: ['read'], fields: ['title', 'upstreamId', 'syncedAt'] },
];

interface LimitedWindow extends AdminWindow {
  /** The changes that it requested from the server. */
  writes: string[];
  /** Waits until all requests have ended and nothing is shown as loading. */
  settled(): Promise<void>;
}

whenAvailable(chromium()).describe('a role that lacks one permission, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 8, quota: 0, localDestinations: true });
  const request = (method: string, path: string, body?: object) => suite.administrator.request(method, path, body);
  const synchronize = async () => {
    await request('POST', '/commerce-bridge/sync', { mode: 'full' });
    return finishedRun({ admin: (method: string, path: string) => request(method, path) });
  };
  let documentId = '';

  // Something to do on every page: a dropped event, and below a disabled webhook and a health record with issues.
  beforeAll(async () => {
    const { storeHash, accessToken, clientSecret } = suite.simulator.account;
    const hasty = { publicUrl: suite.site.url, webhookRetryDelays: [0], webhookProcessingTimeLimit: 1 };
    await request('PUT', '/commerce-bridge/settings', { storeHash, accessToken, clientSecret, ...hasty });
    await synchronize();
    await request('POST', '/commerce-bridge/webhooks/register', {});
    const [id = 0] = suite.simulator.store.products.ids();
    suite.simulator.faults.add({ method: 'GET', path: '/v3/catalog/products', kind: 'status', status: 500, times: 0 });
    suite.simulator.store.products.update(id, { description: 'cannot be fetched' });
    await eventually(
      async () => eventList.parse((await request('GET', '/commerce-bridge/events?status=dropped')).body).total === 1,
    );
    suite.simulator.faults.clear();
    await request('PUT', '/commerce-bridge/settings', { webhookProcessingTimeLimit: 60 });
    const { body } = await request(
      'GET',
      `/content-manager/collection-types/${product}?filters[upstreamId][$eq]=${id}`,
    );
    documentId = listed.parse(body).results[0]?.documentId ?? '';
  });

  beforeEach(async () => {
    await request('POST', '/commerce-bridge/webhooks/register', {});
    await request('POST', '/commerce-bridge/health/check');
    // After the check, which would re-enable it.
    const [hook] = suite.simulator.webhooks.registry.all();
    suite.simulator.webhooks.registry.deactivate(hook?.id ?? 0);
  });

  /** A window of someone with all permissions but one. */
  async function visitWithout(missing: string): Promise<LimitedWindow> {
    const permissions = permissionActions.map(({ uid }) => uid).filter((uid) => uid !== missing);
    expect(permissions).toHaveLength(permissionActions.length - 1);
    const login = await createEditor(suite.administrator, {
      name: `no-${missing.replace('.', '-')}`,
      permissions,
      content,
    });
    const window = await suite.visit({ login });
    const writes: string[] = [];
    window.page.on('request', (sent) => {
      if (sent.method() !== 'GET' && /\/(commerce-bridge|content-manager)\//.test(new URL(sent.url()).pathname))
        writes.push(`${sent.method()} ${sent.url()}`);
    });
    const quiet = followRequests(window.page);
    const settled = async () => {
      await quiet();
      await window.page
        .getByText(/^Loading/)
        .first()
        .waitFor({ state: 'detached' });
    };
    return { ...window, writes, settled };
  }

  async function openAt(window: LimitedWindow, path: string, heading: string): Promise<Page> {
    await window.open(path);
    await window.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await window.settled();
    return window.page;
  }

  async function isClosed(window: AdminWindow, ...paths: string[]): Promise<void> {
    for (const path of paths) {
      await window.open(path);
      await window.page.getByText("You don't have the permissions to access that content").waitFor();
    }
  }

  const button = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' });

  test('without "View settings" there are no settings, no setup guide, and no diagnostics', async () => {
    const window = await visitWithout('settings.read');
    const pages = ['connection', 'sync', 'webhooks', 'storefront'].map((name) => `/settings/commerce-bridge/${name}`);
    await isClosed(window, ...pages, '/plugins/commerce-bridge/setup');
    const page = await openAt(window, '/settings/commerce-bridge/health', 'Health');
    expect(await button(page, 'Copy diagnostics').count()).toBe(0);
    expect(
      await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Connection' }).count(),
    ).toBe(0);
    await openAt(window, '/plugins/commerce-bridge', 'Overview');
    expect(await page.getByRole('navigation', { name: 'Commerce Bridge' }).getByRole('link').allTextContents()).toEqual(
      ['Overview', 'Products', 'Sync history', 'Events'],
    );
    expect(window.writes).toEqual([]);
  });

  test('without "Change settings" every field and button of the settings is disabled, with the reason', async () => {
    const window = await visitWithout('settings.update');
    const pages = {
      connection: 'Connection',
      sync: 'Sync',
      webhooks: 'Webhooks',
      storefront: 'Storefront',
    };
    for (const [path, heading] of Object.entries(pages)) {
      const page = await openAt(window, `/settings/commerce-bridge/${path}`, heading);
      await page.getByText('your role can’t change them').waitFor();
      const fields = await page.locator('main').locator('input, textarea, [role=combobox]').all();
      expect(fields.length).toBeGreaterThan(1);
      for (const field of fields) expect(await field.isDisabled()).toBe(true);
      expect(await button(page, 'Save').count()).toBe(0);
      expect(await button(page, /^(Replace|Remove): /).count()).toBe(0);
    }
    await isOff(button(window.page, 'Clear cache'));
    await openAt(window, '/settings/commerce-bridge/connection', 'Connection');
    await isOff(button(window.page, 'Test connection'));
    // The guide continues with what this role can do: the run has shown that the credentials work.
    const page = await openAt(window, '/plugins/commerce-bridge/setup', 'Setup guide');
    await page.getByText('your role can’t change them').waitFor();
    await isOff(page.getByLabel('Public URL'));
    expect(await button(page, 'Register again').isEnabled()).toBe(true);
    expect(window.writes).toEqual([]);
  });

  test('without "View the catalog" its pages and the widget are missing, and nothing waits for them', async () => {
    const window = await visitWithout('catalog.read');
    const { page } = window;
    await isClosed(window, '/plugins/commerce-bridge/products', '/plugins/commerce-bridge/runs');
    await openAt(window, '/plugins/commerce-bridge', 'Events');
    await openAt(window, '/plugins/commerce-bridge/setup', 'Setup guide');
    await page.getByText('Your role can’t view syncs').waitFor();
    await button(page, 'Register again').waitFor();
    await window.open('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await window.settled();
    expect(await page.getByRole('link', { name: 'Open overview' }).count()).toBe(0);
    await window.open('/content-manager/collection-types/api::story.story/create');
    // Users who can read products in the Content Manager can also pick them.
    await page.getByRole('combobox', { name: 'hero' }).waitFor();
    await window.open(`/content-manager/collection-types/${product}/${documentId}`);
    await button(page, 'Resync').waitFor();
    await window.settled();
    expect(await page.getByRole('link', { name: 'Open in BigCommerce' }).count()).toBe(0);
    expect(window.writes.filter(isNoTest)).toEqual([]);
  });

  test('without "Start and stop syncs" nothing can be started, stopped, or resynced, with the reason', async () => {
    const window = await visitWithout('sync.run');
    const page = await openAt(window, '/plugins/commerce-bridge/runs', 'Sync history');
    await page.getByText('Your role can’t start or stop a sync.').waitFor();
    await isOff(button(page, 'Sync now'));
    for (const choice of await page.getByRole('radio').or(page.getByRole('checkbox')).all()) await isOff(choice);

    const id = suite.simulator.store.products.ids()[1] ?? 0;
    await window.open(`/plugins/commerce-bridge/products?product=${id}`);
    await page
      .getByRole('dialog')
      .getByRole('note', { name: /^Your role can’t resync products/ })
      .waitFor();
    await isOff(button(page, 'Resync this product'));
    await window.open('/plugins/commerce-bridge/products?_q=987654');
    await page.getByText('No matching products.').waitFor();
    expect(await button(page, /^Import product/).count()).toBe(0);

    await window.open(`/content-manager/collection-types/${product}/${documentId}`);
    await page.getByText(/^Your role can’t resync/).waitFor();
    await isOff(button(page, 'Resync'));

    suite.simulator.faults.add({ method: 'GET', path: '/v3/catalog/products', kind: 'delay', milliseconds: 60_000 });
    await request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await window.page.route('**/commerce-bridge/overview', async (route) => {
      const response = await route.fetch();
      const removalHeld = [{ entity: 'product', count: 1, examples: ['Gone'] }];
      await route.fulfill({ response, json: { ...overview.parse(await response.json()), removalHeld } });
    });
    for (const [path, heading] of [
      ['/plugins/commerce-bridge', 'Overview'],
      ['/plugins/commerce-bridge/runs', 'Sync history'],
    ] as const) {
      await openAt(window, path, heading);
      await isOff(button(page, 'Remove records'));
      await page.getByRole('progressbar', { name: 'Sync progress' }).waitFor();
      expect(await button(page, 'Stop').count()).toBe(0);
    }
    await request('POST', '/commerce-bridge/sync/cancel');
    await finishedRun({ admin: (method: string, path: string) => request(method, path) });
    suite.simulator.faults.clear();
    await synchronize();
    expect(window.writes).toEqual([]);
  });

  test('without "Register webhooks" no webhook can be registered and no secret generated, with the reason', async () => {
    const window = await visitWithout('webhooks.manage');
    const page = await openAt(window, '/settings/commerce-bridge/webhooks', 'Webhooks');
    await page.getByText('Your role can’t register webhooks.').nth(1).waitFor();
    await isOff(button(page, 'Register again'));
    await isOff(button(page, /^(Generate|Replace) secret$/));
    await openAt(window, '/plugins/commerce-bridge/setup', 'Setup guide');
    await page.getByText('Your role can’t register webhooks.').waitFor();
    await isOff(button(page, 'Register again'));
    expect(window.writes.filter(isNoTest)).toEqual([]);
  });

  test('without "Retry and discard webhook events" there is no queue, and nothing links to it', async () => {
    const window = await visitWithout('events.manage');
    await isClosed(window, '/plugins/commerce-bridge/events');
    const page = await openAt(window, '/plugins/commerce-bridge', 'Overview');
    await page.getByRole('region', { name: 'Catalog on this site' }).waitFor();
    expect(
      await page
        .getByRole('link', { name: 'Events' })
        .or(page.getByRole('link', { name: 'View all events' }))
        .count(),
    ).toBe(0);
    expect(window.writes).toEqual([]);
  });

  test('without "Run and clear health checks" the record is visible, but can be neither renewed nor cleared, with the reason', async () => {
    const { registry } = suite.simulator.webhooks;
    for (const hook of registry.all()) registry.delete(hook.id, hook.client_id);
    await request('POST', '/commerce-bridge/health/check');
    const window = await visitWithout('health.manage');
    const page = await openAt(window, '/settings/commerce-bridge/health', 'Health');
    await page.getByText('Your role can’t run or clear health checks.').waitFor();
    await page
      .getByRole('region', { name: 'Status' })
      .getByText(/has none of this site’s webhooks anymore/)
      .waitFor();
    await isOff(button(page, 'Check now'));
    expect(await button(page, 'Clear').count()).toBe(0);
    expect(await page.getByRole('alert', { name: 'Webhook delivery issues detected' }).count()).toBe(0);
    expect(window.writes).toEqual([]);
  });
});

/** The guide tests the stored credentials automatically for those who can change the settings. */
function isNoTest(write: string): boolean {
  return !write.endsWith('/settings/test-connection');
}

/** The control is disabled, and clicking it anyway does nothing: the page's requests are checked at the end. */
async function isOff(control: Locator): Promise<void> {
  await control.first().waitFor();
  expect(await control.first().isDisabled()).toBe(true);
  await control.first().click({ force: true });
}
