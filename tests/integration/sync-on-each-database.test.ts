import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { productList } from '../../contracts/rest/products';
import { expectedCatalog } from '../support/expected-catalog';
import { whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shop';
import { databaseKinds, type TestDatabase } from '../support/test-databases';

for (const kind of databaseKinds) {
  whenAvailable(kind.requirement).describe(`a synchronisation on ${kind.name}`, (at) => {
    let shop: Shop;
    let database: TestDatabase;

    beforeAll(async () => {
      database = await kind.create(at);
      shop = await openShop({ simulator: { products: 160 }, site: database.connection ? { database: database.connection } : {} });
    });
    afterAll(async () => {
      await shop.close();
      await database.drop();
    });

    async function expectInStep(): Promise<void> {
      const { listItems } = await expectedCatalog(shop.simulator, { permalink: (slug) => `http://shop.example.com/products/${slug}` });
      const pages = [1, 2].map((page) => shop.read(`/products?per_page=100&page=${page}`));
      const listed = (await Promise.all(pages)).flatMap((answer) => productList.parse(answer).products);
      expect(new Map(listed.map((item) => [item.id, item]))).toEqual(listItems);
    }

    test('brings the whole catalog, and nothing a second time', async () => {
      expect(await shop.synchronise()).toMatchObject({ status: 'succeeded', counts: { created: 160 } });
      await expectInStep();
      expect(await shop.synchronise()).toMatchObject({ status: 'succeeded', counts: { unchanged: 160, updated: 0 } });
    });

    test('follows edits, removals, moved and swapped slugs, and odd texts', async () => {
      const { products } = shop.simulator.store;
      const [first, second, third, fourth, fifth] = products.ids();
      products.update(Number(first), { name: 'Größe “XL” — 100 % ☕️ 漢字', description: '<p>A &amp; B <script>alert(1)</script> \\ %</p>', price: 0.0001 });
      products.swapUrls(Number(second), Number(third));
      products.delete(Number(fourth));
      products.hide(Number(fifth));
      products.create({ name: 'New', channels: [1], custom_url: { url: '/new/', is_customized: false }, id: 2_147_483_000 });

      expect(await shop.synchronise()).toMatchObject({ status: 'succeeded', counts: { created: 1, removed: 1 }, failures: [] });
      await expectInStep();
    });
  });
}
