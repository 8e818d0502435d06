import { expect, onTestFinished, test } from 'vitest';
import { productList } from '../../contracts/rest/products';
import { openShop } from '../support/shops/shop';
import { finishedRun } from '../support/sites/runs';
import { eventually } from '../support/time/eventually';

test('an edit is imported although a product on an earlier page is deleted while an incremental sync lists it', async () => {
  const shop = await openShop({ simulator: { products: 60 } });
  onTestFinished(() => shop.close());
  await shop.synchronize();
  const { products } = shop.simulator.store;
  const ids = products.ids();
  for (const id of ids) products.update(id, { name: `Renamed ${id}` });
  const fault = shop.simulator.faults.add({
    kind: 'delay',
    milliseconds: 600_000,
    path: '/v3/catalog/products',
    skip: 1,
    times: 0,
  });
  await shop.site.admin('POST', '/commerce-bridge/sync', { mode: 'incremental' });
  await eventually(async () => fault.hits > 0);
  products.delete(ids[0] ?? 0);
  shop.simulator.faults.clear();
  expect(await finishedRun(shop.site)).toMatchObject({ mode: 'incremental', status: 'partial' });

  expect(await shop.synchronize({ mode: 'incremental' })).toMatchObject({ status: 'succeeded' });
  const titles = await Promise.all(
    ids.slice(1).map(async (id) => {
      const { products: listed } = productList.parse(await (await shop.site.rest(`/products?ids=${id}`)).json());
      return listed.map(({ name }) => name);
    }),
  );
  expect(titles.flat().filter((name) => !name.startsWith('Renamed'))).toEqual([]);
});
