import { expect, test } from 'vitest';
import { aProduct } from '../support/shops/catalog-items';
import { onEachDatabase } from '../support/databases/on-each-database';

const ids = Array.from({ length: 250 }, (_, place) => 5_000 + place);
// A few per table, no matter what the page contains.
const most = 60;

onEachDatabase('a page of 250 products', (shop) => {
  async function statementsOf(work: () => Promise<void>): Promise<number> {
    const { connection } = shop.site().strapi.db;
    let count = 0;
    const listen = () => void (count += 1);
    connection.on('query', listen);
    await work();
    connection.removeListener('query', listen);
    return count;
  }
  const write = (change: (id: number) => { title: string; price: number }) =>
    shop.catalog().write(
      'product',
      ids.map((id) => aProduct({ id, ...change(id) })),
    );

  test('takes no statement per product: neither for new or changed ones nor for moved slugs', async () => {
    const created = await statementsOf(() => write((id) => ({ title: `Paged ${id}`, price: 1 })));
    const changed = await statementsOf(() => write((id) => ({ title: `Paged ${id}`, price: id + 0.25 })));
    const moved = await statementsOf(() => write((id) => ({ title: `Moved ${id}`, price: id + 0.25 })));
    expect(Math.max(created, changed, moved)).toBeLessThan(most);
    const strapi = shop.site().strapi;
    const found = await strapi.db
      .query('plugin::commerce-bridge.product')
      .findMany({ where: { upstreamId: { $gte: 5_000 } }, orderBy: { upstreamId: 'asc' } });
    expect(found.map(({ price, slug }) => ({ price, slug }))).toEqual(
      ids.map((id) => ({ price: id + 0.25, slug: `moved-${id}` })),
    );
    expect(await shop.status('/products/paged-5249')).toBe(301);
  });
});
