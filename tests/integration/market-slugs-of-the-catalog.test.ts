import { expect, onTestFinished, test } from 'vitest';
import type { ChangedIds } from '../../server/src/catalog/changes/change-log';
import { isTouchedBy, type ResponseContent } from '../../server/src/catalog/responses/response-content';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { onEachDatabase } from '../support/databases/on-each-database';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { aText } from '../support/shops/local-texts';

const ids = [10, 130, 131];

onEachDatabase("slugs of the catalog in a market's language", ({ site }) => {
  const container = () => containerOf(site().strapi);

  /** Has the market sell these products, of which only the first has texts there. @returns what reads their slugs */
  async function openMarket(): Promise<() => Promise<(string | undefined)[]>> {
    const { database, markets, catalogChanges, catalog } = container();
    const membershipId = await markets.passes.idOf({ kind: 'membership', channelId: 3 });
    const productsId = await markets.passes.idOf({ kind: 'texts', channelId: 3, locale: 'fr' });
    const members = ids.map((id) => ({ part_id: membershipId, product_id: id }));
    await database(tables.marketMembers).insert(members);
    onTestFinished(async () => {
      await database(tables.marketMembers).delete();
      await database(tables.marketTexts).delete();
    });
    await catalogChanges.transaction((transaction) =>
      markets.texts.upsert(transaction, {
        partId: productsId,
        owner: { kind: 'membership', partId: membershipId },
        texts: [aText(10, 'Pomme /pomme')],
        readVersion: 1,
      }),
    );
    const texts = { productsId, categoriesId: 998, brandsId: 999 };
    const listing = {
      filter: { ids },
      orderBy: 'date',
      direction: 'asc',
      page: 1,
      pageSize: 9,
      depth: 'summary',
    } as const;
    return async () => {
      const { records } = await catalog.marketProducts.list({ membershipId, pricesId: 997, texts }, listing);
      return ids.map((id) => records.find((record) => record.id === id)?.slug);
    };
  }

  test('one that moves changes what shows another slug there that depends on it', async () => {
    const writer = catalogWriter(site().strapi);
    onTestFinished(() => writer.removeForGood('product', ids));
    const claims = { 10: 'apple', 130: 'pomme', 131: 'pomme-130' };
    const products = Object.entries(claims).map(([id, slugClaim]) => aProduct({ id: Number(id), slugClaim }));
    await writer.write('product', products);
    const slugs = await openMarket();
    expect(await slugs()).toEqual(['pomme', 'pomme-130', 'pomme-130-131']);

    const changes: ChangedIds[] = [];
    onTestFinished(container().catalogChanges.subscribe((change) => void changes.push(change)));
    await writer.write('product', [aProduct({ id: 130, slugClaim: 'quince' })]);
    expect(await slugs()).toEqual(['pomme', 'quince', 'pomme-130']);

    const page = { kind: 'product' as const, id: 131, categoryIds: [], brandId: null };
    const isDropped = (content: ResponseContent) => changes.some((change) => isTouchedBy(change)(content));
    expect(isDropped({ ...page, market: { parts: [], hasOwnSlugs: true } })).toBe(true);
    // Where slugs are the catalog's, only its own moved, and no list depends on it.
    expect(isDropped(page)).toBe(false);
    expect(isDropped({ kind: 'list', products: [131], dependencies: ['presence', 'title', 'text'] })).toBe(false);
  });
});
