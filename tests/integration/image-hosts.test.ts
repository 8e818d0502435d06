import { expect, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import { bootSite, removeSite } from '../support/sites/boot-site';
import { eventually } from '../support/time/eventually';
import { openShop } from '../support/shops/shop';

test('the hosts of cached images are known after a run, relearned if they were not stored, and forgotten with the catalog', async () => {
  const shop = await openShop({ simulator: { products: 12 } });
  let { site } = shop;
  const hosts = () => containerOf(site.strapi).imageHosts.read();
  try {
    await shop.synchronize();
    const known = await hosts();
    expect(known).toEqual([new URL(shop.simulator.url).origin]);

    // As left by an earlier version or an import.
    await site.strapi.db.connection('commerce_bridge_state').where('name', 'like', 'imageHost.%').delete();
    await site.stop();
    site = await bootSite({ folder: site.folder });
    await eventually(async () => (await hosts()).length > 0);
    expect(await hosts()).toEqual(known);

    // While the store is still claimed: under a new claim, other instances may already write.
    const { imageHosts } = containerOf(site.strapi);
    const { forget } = imageHosts;
    let claimed: unknown = null;
    imageHosts.forget = async () => {
      const row = await site.strapi.db.connection('commerce_bridge_state').where({ name: 'catalog.store' }).first();
      claimed = JSON.parse(String(row.value));
      await forget();
    };
    expect((await site.admin('POST', '/commerce-bridge/catalog/clear')).status).toBe(200);
    expect(claimed).toEqual(expect.any(String));
    expect(await hosts()).toEqual([]);
  } finally {
    await site.stop();
    await shop.simulator.close();
    removeSite(site);
  }
});
