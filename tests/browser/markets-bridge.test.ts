import { beforeAll, expect, test } from 'vitest';
import { MARKET_SCOPES } from '../../simulator/src/account';
import { addSampleMarkets } from '../../simulator/src/markets/sample-markets';
import { adminSuite } from '../support/admin/admin-suite';
import { bridgeOf } from '../support/admin/bridge-pages';
import { chooseByKeyboard } from '../support/admin/keyboard';
import { chromium, whenAvailable } from '../support/requirements';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

const europe = { key: 'europe', name: 'Europe', channelId: 3, currency: 'EUR', locale: 'en' };

whenAvailable(chromium()).describe('Commerce Bridge with further markets, in the production build', (executable) => {
  const suite = adminSuite(executable, { products: 12, quota: 0, localDestinations: true, scopes: MARKET_SCOPES });
  const { request, connect, events, openBridge } = bridgeOf(suite);
  const finished = () =>
    finishedRun({ admin: (method: string, path: string) => suite.administrator.request(method, path) });

  beforeAll(async () => {
    expect(addSampleMarkets(suite.simulator.store)).toMatchObject({ channelId: 3 });
    await connect();
    await request('PUT', '/settings', { markets: [europe] });
    await request('POST', '/sync', { mode: 'full' });
    await finished();
    await request('POST', '/webhooks/register', {});
  });

  test('a delivery about the storefront of a market is a separate row, with nothing to retry', async () => {
    const { registry } = suite.simulator.webhooks;
    await eventually(async () => registry.all().some(({ scope }) => scope === 'store/channel/3/categoryTree/updated'));
    suite.simulator.store.markets.channels.createTree('Europe', [3]);
    await eventually(async () =>
      (await events()).some(({ scope, status }) => scope.endsWith('categoryTree/updated') && status === 'complete'),
    );
    const { page } = await openBridge('/events', { heading: 'Events' });
    const row = page.getByRole('row').filter({ hasText: 'categoryTree/updated' });
    await row.getByText('Channel 3', { exact: true }).waitFor();
    await row.getByText('Completed', { exact: true }).waitFor();
    expect(await row.getByRole('button', { name: /^Retry/ }).count()).toBe(0);
  });

  test('the result of a dry run says what would change in each market', async () => {
    await request('POST', '/sync', { mode: 'full', dryRun: true });
    await finished();
    const { page } = await openBridge('/runs', { heading: 'Sync history' });
    const table = page.getByRole('grid', { name: 'Further markets' });
    for (const part of ['Products sold', 'Categories', 'Prices EUR'])
      await table.getByRole('row').filter({ hasText: 'Europe' }).filter({ hasText: part }).first().waitFor();
  });

  test('the markets of locales cannot be changed while they are being saved', async () => {
    const { page, open } = await suite.visit();
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/commerce-bridge/settings', async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await open('/settings/commerce-bridge/markets');
    const card = page.getByRole('region', { name: 'Markets of locales' });
    const choice = card.getByRole('combobox', { name: 'English (en)' });
    await chooseByKeyboard(page, choice, 'Europe');
    await card.getByRole('button', { name: 'Save locales' }).click();
    await eventually(() => choice.isDisabled());
    release();
    await page.getByText('Markets of locales saved.').waitFor();
    await eventually(async () => !(await choice.isDisabled()));
    await request('PUT', '/settings', { marketOfLocale: {} });
  });

  test('a save of the markets of locales that succeeds leaves no error of one that failed', async () => {
    const { page, open } = await suite.visit();
    let failures = 1;
    await page.route('**/commerce-bridge/settings', async (route) => {
      if (route.request().method() !== 'PUT' || failures === 0) return route.continue();
      failures -= 1;
      await route.abort();
    });
    await open('/settings/commerce-bridge/markets');
    const card = page.getByRole('region', { name: 'Markets of locales' });
    await chooseByKeyboard(page, card.getByRole('combobox', { name: 'English (en)' }), 'Europe');
    const problem = card.locator('[aria-live=polite]');
    await card.getByRole('button', { name: 'Save locales' }).click();
    await eventually(async () => (await problem.innerText()) !== '');
    await card.getByRole('button', { name: 'Save locales' }).click();
    // The notification may disappear while the machine is busy with something else.
    await eventually(async () => JSON.stringify((await request('GET', '/settings')).body).includes('"en":"europe"'));
    await eventually(async () => (await problem.innerText()) === '');
    await request('PUT', '/settings', { marketOfLocale: {} });
  });
});
