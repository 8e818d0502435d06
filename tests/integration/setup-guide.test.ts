import { afterAll, beforeAll, expect, test } from 'vitest';
import { setupProgress } from '../../contracts/admin/setup';
import { openShop, type Shop } from '../support/shops/shop';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    simulator: { products: 1 },
    site: { environment: { COMMERCE_BRIDGE_PUBLIC_URL: 'https://shop.example.com' } },
  });
});
afterAll(() => shop.close());

const call = (method: string, path: string, body?: unknown) => shop.site.admin(method, `/commerce-bridge${path}`, body);
const progress = async () => setupProgress.parse((await call('GET', '/setup')).body);

test('the setup guide remembers what was done, also while the store cannot be reached', async () => {
  expect(await progress()).toEqual({ tested: false, registered: false, webhooksSkipped: false });
  await call('POST', '/settings/test-connection', { accessToken: shop.simulator.account.accessToken });
  expect(await progress()).toMatchObject({ tested: false });
  await call('POST', '/settings/test-connection', {});
  expect(await progress()).toEqual({ tested: true, registered: false, webhooksSkipped: false });
  const skipped = await call('POST', '/setup/skip-webhooks');
  expect(skipped.body).toEqual({ tested: true, registered: false, webhooksSkipped: true });
  await call('POST', '/webhooks/register', {});
  const done = { tested: true, registered: true, webhooksSkipped: true };
  expect(await progress()).toEqual(done);

  shop.simulator.faults.add({ kind: 'status', status: 503, times: 0 });
  expect((await call('POST', '/settings/test-connection', {})).body).toMatchObject({ kind: 'rejected' });
  expect(await progress()).toEqual(done);
});
