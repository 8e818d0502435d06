import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { marketRows } from '../../contracts/admin/market-desk';
import type { MarketSettingUpdate } from '../../contracts/admin/markets';
import { settingsView } from '../../contracts/admin/settings';
import { MARKET_SCOPES } from '../../simulator/src/account';
import { addSampleMarkets } from '../../simulator/src/markets/sample-markets';
import { seriousBarriers } from '../support/admin/accessibility';
import { createEditor } from '../support/admin/admin-roles';
import { adminSuite, type AdminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { chooseByKeyboard, tabTo } from '../support/admin/keyboard';
import { cutOff } from '../support/admin/layout';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

const europe = { key: 'europe', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en' };
const wholesale = { ...europe, key: 'wholesale', name: 'Wholesale', customerGroupId: 1 };

whenAvailable(chromium()).describe('Settings → Commerce Bridge → Markets, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 12, quota: 0, scopes: MARKET_SCOPES }, ({ url, account }) => ({
    COMMERCE_BRIDGE_GRAPHQL_URL: `${url}/store-${account.storeHash}-{channel}/graphql`,
  }));
  const { request, connect } = bridgeOf(suite);

  beforeAll(async () => {
    expect(addSampleMarkets(suite.simulator.store)).toMatchObject({ channelId: 3, groupId: 1 });
    await connect();
    await request('POST', '/sync', { mode: 'full' });
    await finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });
  });
  beforeEach(() => setMarkets([]));

  const setMarkets = (markets: MarketSettingUpdate[]) => request('PUT', '/settings', { markets, marketOfLocale: {} });
  const savedMarkets = async () => settingsView.parse((await request('GET', '/settings')).body).markets;
  const rows = async () => marketRows.parse((await request('GET', '/markets')).body).markets;
  const ready = (key: string) =>
    eventually(async () => (await rows()).some((row) => row.key === key && row.isReady && !row.isUnderWay));

  async function openMarkets(options: Parameters<AdminSuite['visit']>[0] = {}) {
    const window = await suite.visit(options);
    await window.open('/settings/commerce-bridge/markets');
    await window.page.getByRole('grid').waitFor();
    return window;
  }

  const choose = (page: Page, field: string, option: string) =>
    chooseByKeyboard(page, page.getByRole('dialog').getByRole('combobox', { name: field }), option);

  test('a market is made of what the store has, by keyboard alone, and its cost is known before it is saved', async () => {
    const { page } = await openMarkets();
    await tabTo(page, page.getByRole('button', { name: 'Add market' }));
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await tabTo(page, drawer.getByLabel('Name'));
    await page.keyboard.type('Europe');
    await tabTo(page, drawer.getByLabel('Key'));
    await page.keyboard.type('Default Market');
    await drawer.getByText('Use 1 to 32 lowercase letters').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('europe');
    await choose(page, 'Storefront', 'Europe');
    // The default currency of the storefront.
    await drawer.getByRole('combobox', { name: 'Currency' }).getByText('Euro (EUR)').waitFor();
    await eventually(() => drawer.getByRole('combobox', { name: 'Language' }).isEnabled());
    await choose(page, 'Language', 'French (fr)');
    await drawer.getByText('What reading this market takes').waitFor();
    await drawer.getByText(/It adds about \d+ requests to BigCommerce to each reading/).waitFor();
    await tabTo(page, drawer.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Enter');
    await page.getByText('Europe saved').waitFor();
    expect(await savedMarkets()).toEqual([{ ...europe, locale: 'fr', customerGroupId: null, isPublic: true }]);
    await ready('europe');
    const row = page.getByRole('row', { name: /^Europe/ });
    await row.getByText('Ready').waitFor();
    await row.getByText('8 products').waitFor();
  });

  test('each of the site’s locales is given the market whose products its entries show', async () => {
    await setMarkets([europe]);
    const { page } = await openMarkets();
    const card = page.getByRole('region', { name: 'Markets of locales' });
    await chooseByKeyboard(page, card.getByRole('combobox', { name: 'English (en)' }), 'Europe');
    await card.getByRole('button', { name: 'Save locales' }).click();
    await page.getByText('Markets of locales saved.').waitFor();
    expect((await request('GET', '/settings')).body).toMatchObject({ marketOfLocale: { en: 'europe' } });
  });

  test('the prices of a group are private, and a page that makes them public says so', async () => {
    await setMarkets([wholesale]);
    const { page } = await openMarkets();
    await page
      .getByRole('row', { name: /^Wholesale/ })
      .getByText('Private')
      .waitFor();
    await page.getByRole('button', { name: 'Edit Wholesale' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('only with an API token').waitFor();
    await drawer.getByRole('checkbox', { name: 'Anybody can read this market' }).click();
    await drawer.getByText('sees what this customer group pays').waitFor();
    await drawer.getByRole('combobox', { name: 'Customer group' }).click();
    await page.getByRole('option', { name: 'Guests' }).click();
    expect(await drawer.getByText('sees what this customer group pays').count()).toBe(0);
  });

  test('what the store no longer has stays in the form, with its name', async () => {
    await setMarkets([{ ...europe, channelId: 77, currency: 'JPY', customerGroupId: 9 }]);
    const { page } = await openMarkets();
    await page.getByText('Channel 77 (no longer in the store)').waitFor();
    await page.getByRole('button', { name: 'Edit Europe' }).click();
    const drawer = page.getByRole('dialog');
    for (const name of ['Channel 77', 'Currency JPY', 'Customer group 9'])
      await drawer.getByText(`${name} (no longer in the store)`).waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Europe saved').waitFor();
    expect(await savedMarkets()).toMatchObject([{ channelId: 77, currency: 'JPY', customerGroupId: 9 }]);
  });

  test('what the token may not list names the scope that it takes', async () => {
    suite.simulator.account.scopes.delete('store_v2_customers_read_only');
    const { page } = await openMarkets();
    await page.getByRole('button', { name: 'Add market' }).click();
    await page.getByRole('dialog').getByText('lacks the OAuth scope “Customers, read-only”').waitFor();
  });

  test('a refusal of the currencies of storefronts is shown where they are chosen, and those of the store stay', async () => {
    const path = '/v3/channels/currency-assignments';
    suite.simulator.faults.add({ path, kind: 'status', status: 403, times: 0 });
    await setMarkets([europe]);
    const { page } = await openMarkets();
    await page.getByRole('button', { name: 'Edit Europe' }).click();
    await page.getByRole('dialog').getByText('lacks the OAuth scope “Channel settings, read-only”').waitFor();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Currency' }).click();
    await page.getByRole('option', { name: /USD/ }).waitFor();
  });

  test('what another administrator saved meanwhile stays, and the same market is not overwritten', async () => {
    await setMarkets([europe, wholesale]);
    const { page } = await openMarkets();
    await page.getByRole('button', { name: 'Edit Europe' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Mainland');
    await setMarkets([europe, { ...wholesale, name: 'Dealers' }, { ...europe, key: 'added', name: 'Added' }]);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Mainland saved').waitFor();
    expect((await savedMarkets()).map(({ name }) => name)).toEqual(['Mainland', 'Dealers', 'Added']);

    await page.getByRole('button', { name: 'Edit Mainland' }).click();
    await drawer.getByLabel('Name').fill('Continent');
    await setMarkets([{ ...europe, name: 'Eurozone' }, wholesale]);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Somebody else added, changed, or removed this market').waitFor();
    expect((await savedMarkets()).map(({ name }) => name)).toEqual(['Eurozone', 'Wholesale']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove Eurozone' }).click();
    await setMarkets([europe, wholesale, { ...europe, key: 'added', name: 'Added' }]);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Somebody else added, changed, or removed this market').waitFor();
    expect((await savedMarkets()).map(({ name }) => name)).toEqual(['Europe', 'Wholesale', 'Added']);
    await page.getByRole('button', { name: 'Remove Wholesale' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Wholesale removed').waitFor();
    expect((await savedMarkets()).map(({ name }) => name)).toEqual(['Europe', 'Added']);
  });

  test('languages that the site did not say are asked for again, and a market keeps its own meanwhile', async () => {
    await setMarkets([europe]);
    const { page, open } = await suite.visit({ ofItsOwn: true });
    await page.route(/\/commerce-bridge\/markets\/locales\/3$/, (route) => route.abort());
    await open('/settings/commerce-bridge/markets');
    await page.getByRole('button', { name: 'Edit Europe' }).click();
    const drawer = page.getByRole('dialog');
    const retry = drawer.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    const language = drawer.getByRole('combobox', { name: 'Language' });
    await language.getByText('English (en)').waitFor();
    expect(await language.isEnabled()).toBe(true);
    await page.unrouteAll();
    await retry.click();
    await retry.waitFor({ state: 'detached' });
  });

  test('one that cannot be read says why and what to do, and one that lost most waits for approval', async () => {
    const { store } = suite.simulator;
    await setMarkets([europe, { ...europe, key: 'lost', name: 'Lost', currency: 'JPY' }]);
    await ready('europe');
    await eventually(async () => (await rows()).some(({ key, failure }) => key === 'lost' && failure !== null));
    const { page } = await openMarkets();
    await page.getByRole('row', { name: /^Lost/ }).getByText('Failing').waitFor();
    await page.getByText('Check that the store still has its storefront').waitFor();
    const sold = store.products.ids().filter((id) => store.products.get(id)?.channels.includes(3));
    for (const id of sold) store.products.unassign(id, 3);
    await page.getByRole('button', { name: 'Sync Europe now' }).click();
    await page.getByText('Europe will be read again').waitFor();
    await page
      .getByRole('row', { name: /^Europe/ })
      .getByText('Awaiting approval')
      .waitFor();
    await page.getByRole('button', { name: 'Approve removals in Europe' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByRole('row', { name: /^Europe/ })
      .getByText('0 products')
      .waitFor();
    for (const id of sold) store.products.assign(id, 3);
    await page.getByRole('button', { name: 'Sync Europe now' }).click();
    await page
      .getByRole('row', { name: /^Europe/ })
      .getByText('8 products')
      .waitFor();
    await page.getByRole('button', { name: 'Remove Lost' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('row', { name: /^Lost/ }).waitFor({ state: 'detached' });
  });

  test('while no market is read, the page asks how they are once a minute', async () => {
    await setMarkets([europe]);
    await ready('europe');
    await eventually(async () => marketRows.parse((await request('GET', '/markets')).body).isIdle);
    const { page, open } = await suite.visit({ withOwnClock: true });
    await page.clock.install();
    await open('/settings/commerce-bridge/markets');
    await page
      .getByRole('row', { name: /^Europe/ })
      .getByText('Ready')
      .waitFor();
    let asked = 0;
    page.on('request', (sent) => {
      if (sent.url().endsWith('/commerce-bridge/markets') && sent.method() === 'GET') asked += 1;
    });
    await page.clock.runFor(50_000);
    expect(asked).toBe(0);
    const response = page.waitForResponse(/\/commerce-bridge\/markets$/);
    await page.clock.runFor(15_000);
    await response;
    expect(asked).toBe(1);
  });

  test('one product is shown as each market sells it', async () => {
    await setMarkets([europe]);
    await ready('europe');
    const { products } = suite.simulator.store;
    const name = products.get(products.ids()[0] ?? 0)?.fields.name ?? '';
    const { page } = await openMarkets();
    await tabTo(page, page.getByRole('combobox', { name: 'Product' }));
    const found = page.waitForResponse((response) => new URL(response.url()).searchParams.get('search') === name);
    await page.keyboard.type(name);
    // Until then, the list shows results for a part of the name, and is about to be replaced.
    await found;
    const wanted = page.locator('[role=option][data-highlighted]').getByText(name, { exact: true });
    await page.getByRole('option', { name }).first().waitFor();
    await eventually(async () => {
      if ((await wanted.count()) > 0) return true;
      await page.keyboard.press('ArrowDown');
      return false;
    });
    await page.keyboard.press('Enter');
    const preview = page.getByRole('grid', { name: `${name} in all markets` });
    await preview
      .getByRole('row', { name: /^Default market/ })
      .getByText('$')
      .waitFor();
    await preview
      .getByRole('row', { name: /^Europe/ })
      .getByText('€')
      .waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
  });

  test('an administrator with read access sees the markets and cannot change them', async () => {
    await setMarkets([europe]);
    const login = await createEditor(suite.administrator, { name: 'reader', permissions: ['settings.read'] });
    const { page } = await openMarkets({ login });
    await page.getByText('your role can’t change them').waitFor();
    for (const name of ['Add market', 'Sync Europe now', 'Edit Europe', 'Remove Europe'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
  });

  test.each(['light', 'dark'] as const)('it fits into a phone, and has no serious barrier (%s)', async (theme) => {
    await setMarkets([europe, wholesale]);
    await ready('wholesale');
    const { page } = await openMarkets({ theme, viewport: { width: 390, height: 844 } });
    await page.getByRole('row', { name: /^Wholesale/ }).waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
    await page.getByRole('button', { name: 'Edit Wholesale' }).click();
    await page.getByText('What reading this market takes').waitFor();
    expect(await seriousBarriers(page)).toEqual([]);
    expect(await cutOff(page)).toEqual([]);
  });

  test('the setup guide says what the store has, and leads to the page', async () => {
    const { page, open } = await suite.visit();
    await open('/plugins/commerce-bridge/setup');
    await page.getByText('Your store has 3 storefronts and 3 currencies').waitFor();
    await page.getByRole('link', { name: 'Set up markets' }).click();
    await page.getByRole('heading', { level: 1, name: 'Markets' }).waitFor();
  });
});
