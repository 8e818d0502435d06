import { afterAll, beforeAll, expect, test } from 'vitest';
import { product, productList } from '../../contracts/rest/products';
import { type Administrator, registerAdministrator } from '../../scripts/lib/administrator';
import { type Simulator, startSimulator } from '../../simulator/src/server';
import { databaseKinds, type TestDatabase } from '../support/databases/test-databases';
import { startVarnish, type Varnish } from '../support/http/varnish';
import { allOf, postgres, varnish, whenAvailable } from '../support/requirements';
import { deliver, deliveryBody, standardDelivery } from '../support/shops/deliveries';
import { type BootedSite, bootSite, login, removeSite } from '../support/sites/boot-site';
import { finishedRun } from '../support/sites/runs';
import { type ServedSite, serveInProcess } from '../support/sites/serve-in-process';
import { eventually } from '../support/time/eventually';

/*
 * Two instances over one database, without Redis: one processes events and purges, and Varnish forwards requests to the
 * other one.
 */

const changes = 12;

whenAvailable(allOf(varnish(), postgres())).describe('a Varnish in front of one of two instances', (varnishd) => {
  let simulator: Simulator;
  let database: TestDatabase;
  let other: ServedSite;
  let site: BootedSite;
  let administrator: Administrator;
  let cache: Varnish;

  beforeAll(async () => {
    const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL') ?? expect.unreachable();
    const requirement = postgres();
    database = await kind.create(requirement.kind === 'present' ? requirement.at : expect.unreachable());
    simulator = await startSimulator({ products: 5, quota: 0, localDestinations: true });
    const { account } = simulator;
    const shared = {
      ...(database.connection && { database: database.connection }),
      environment: {
        COMMERCE_BRIDGE_API_URL: simulator.url,
        COMMERCE_BRIDGE_STORE_HASH: account.storeHash,
        COMMERCE_BRIDGE_ACCESS_TOKEN: account.accessToken,
        COMMERCE_BRIDGE_CLIENT_SECRET: account.clientSecret,
        COMMERCE_BRIDGE_SYNC_SCHEDULE: 'off',
      },
    };
    other = await serveInProcess(shared);
    administrator = await registerAdministrator(other, login);
    await administrator.request('POST', '/commerce-bridge/sync', { mode: 'full' });
    await finishedRun({ admin: administrator.request });
    site = await bootSite(shared);
    cache = await startVarnish(varnishd, site);
    const purgeTargets = [{ key: 'edge', kind: 'varnish', url: cache.url, soft: true }];
    await administrator.request('PUT', '/commerce-bridge/settings', { purgeTargets });
    // An instance reloads settings within some seconds, or when they are requested from it.
    await site.admin('GET', '/commerce-bridge/settings');
  });
  afterAll(async () => {
    await cache.stop();
    await site.stop();
    other.kill();
    await other.ended;
    await simulator.close();
    await database.drop();
    removeSite(site);
    removeSite(other);
  });

  test('keeps no page that the one it asks has not brought up to date, however often it is read', async () => {
    const root = `${cache.url}/api/commerce-bridge/v1/products`;
    const { products } = productList.parse(await (await fetch(root)).json());
    const { id, slug } = products[0] ?? expect.unreachable();
    const priceShown = async () => product.parse(await (await fetch(`${root}/${slug}`)).json()).price;
    for (let change = 0; change < changes; change += 1) {
      const price = 5_000 + change;
      await priceShown();
      simulator.store.products.update(id, { price });
      const body = deliveryBody({ data: { type: 'product', id } });
      await deliver(other, standardDelivery(simulator.account.clientSecret, { body }));
      await eventually(async () => (await priceShown()) === price);
    }
  });
});
