import { expect, onTestFinished, test } from 'vitest';
import { brand } from '../../contracts/rest/brands';
import { collection } from '../../contracts/rest/collections';
import { product, productList, relatedProducts } from '../../contracts/rest/products';
import { createKnexRunHistory } from '../../server/src/sync/runs/knex-run-history';
import { createKnexRunStore } from '../../server/src/sync/runs/knex-run-store';
import { aBrand, aCategory, aProduct as anyProduct } from '../support/shops/catalog-items';
import { onEachDatabase, type RestShop } from '../support/databases/on-each-database';
import { aRunRecord } from '../support/shops/run-records';

const largest = Number.MAX_SAFE_INTEGER;
const aProduct = (given: Parameters<typeof anyProduct>[0]) =>
  anyProduct({ createdAt: '2030-01-01T00:00:00Z', variants: [], ...given });

onEachDatabase('ids of 64 bits', (shop: RestShop) => {
  test('work like any others: read, listed, searched, related, removed', async () => {
    await shop
      .catalog()
      .write('category', [
        aCategory({ id: largest, title: 'Far' }),
        aCategory({ id: largest - 1, title: 'Farther', parentId: largest }),
      ]);
    await shop.catalog().write('brand', [aBrand({ id: largest, title: 'Far brand' })]);
    const far = { categoryIds: [largest, largest - 1], brandId: largest };
    await shop
      .catalog()
      .write('product', [
        aProduct({ id: largest, title: 'Far away', ...far }),
        aProduct({ id: largest - 1, title: 'Far off', ...far, relatedIds: [largest] }),
      ]);
    await shop.catalog().write('product', [aProduct({ id: largest, title: 'Far away', price: 12, ...far })]);

    expect(await shop.read('/products/far-away?include=brand', product)).toMatchObject({
      id: largest,
      price: 12,
      categories: ['far', 'farther'],
      brand: { id: largest },
    });
    const idsOf = async (query: string) =>
      (await shop.read(`/products?${query}`, productList)).products.map(({ id }) => id);
    for (const query of ['search=far', `ids=${largest},${largest - 1}`, 'category=farther', `brand=${largest}`]) {
      expect((await idsOf(`${query}&orderby=title&order=asc`)).slice(0, 2)).toEqual([largest, largest - 1]);
    }
    expect((await shop.read('/products/far-off/related', relatedProducts)).products[0]?.id).toBe(largest);
    expect(await shop.read('/collections/farther', collection)).toMatchObject({ parent: 'far', product_count: 2 });
    expect(await shop.read(`/brands/${largest}`, brand)).toMatchObject({
      id: largest,
      products: expect.arrayContaining([expect.objectContaining({ id: largest })]),
    });

    const listed = await shop.site().admin('GET', `/commerce-bridge/products?search=${largest}`);
    expect(listed.body).toMatchObject({ products: [{ id: largest }] });
    expect((await shop.site().admin('GET', `/commerce-bridge/products/${largest}`)).body).toMatchObject({
      fields: { brandId: largest, categoryIds: [largest, largest - 1] },
    });
    const documents = await shop
      .site()
      .strapi.documents('plugin::commerce-bridge.product')
      .findMany({ filters: { upstreamId: largest } });
    expect(documents).toMatchObject([{ upstreamId: largest, brandId: largest }]);

    await shop.catalog().remove('product', [largest]);
    expect(await idsOf('search=far')).toEqual([largest - 1]);
  });

  test('can be part of a slug, like an ISBN, without being an id', async () => {
    const titles = ['Poems 9780140448', 'Poems 9780140448047', 'Poems 123456789012345678901', `Poems ${largest}`];
    onTestFinished(() => shop.catalog().removeForGood('product', [800, 801, 802, 803]));
    await shop.catalog().write(
      'product',
      titles.map((title, place) => aProduct({ id: 800 + place, title })),
    );
    for (const [place, title] of titles.entries())
      expect((await shop.read(`/products/${title.toLowerCase().replace(' ', '-')}`, product)).id).toBe(800 + place);
  });

  test('appear in run reports like any others', async () => {
    const database = shop.site().strapi.db.connection;
    const [runs, history] = [createKnexRunStore(database), createKnexRunHistory(database)];
    const run = aRunRecord({ id: 'large', channelId: largest });
    await runs.create(run);
    const failure = { entity: 'product' as const, id: largest, name: 'Far', reason: 'too far' };
    const change = { ...failure, kind: 'updated' as const, fields: [] };
    await database.transaction(async (transaction) => {
      await runs.checkpoint(transaction, { run, seen: { entity: 'product', ids: [largest] }, failures: [failure] });
      await runs.noteChanges(transaction, run.id, [
        { entity: change.entity, id: change.id, name: change.name, kind: change.kind, fields: [] },
      ]);
    });
    expect(await history.find(run.id)).toMatchObject({ channelId: largest });
    expect(await runs.seenAmong(run.id, { entity: 'product', ids: [largest] })).toEqual(new Set([largest]));
    for await (const failures of history.allFailures(run.id)) expect(failures).toEqual([failure]);
    for await (const changes of history.allChanges(run.id)) expect(changes).toMatchObject([{ id: largest }]);
  });
});
