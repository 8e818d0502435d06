import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ProductColumns } from '../../../server/src/catalog/columns/product-columns';
import { selectRelated } from '../../../server/src/catalog/columns/select-related';
import { aListedProduct, type ListedProduct } from '../../support/shops/listed-products';

const among = (products: readonly ListedProduct[]) => {
  const columns = new ProductColumns();
  columns.put(products);
  return columns;
};
const loop = { turn: async () => undefined };

test('the products that share most categories come first, then those of the brand, then the newest, as many as wanted', async () => {
  const category = fc.integer({ min: 1, max: 6 });
  const categoryIds = fc.uniqueArray(category, { maxLength: 4 });
  const brandId = fc.constantFrom(null, 1, 2);
  const product = fc.record({ categoryIds, brandId, created: fc.integer({ min: 0, max: 3 }) });
  const asked = fc.record({ categoryIds, brandId, limit: fc.integer({ min: 0, max: 12 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(product, { maxLength: 40 }), asked, async (given, query) => {
      const products = given.map((each, index) => aListedProduct({ id: index + 1, ...each }));
      const shared = ({ categoryIds: own }: ListedProduct) => own.filter((id) => query.categoryIds.includes(id)).length;
      const isOfBrand = (each: ListedProduct) => Number(query.brandId !== null && each.brandId === query.brandId);
      const expected = products
        .filter((each) => shared(each) > 0)
        .sort(
          (one, other) =>
            shared(other) - shared(one) ||
            isOfBrand(other) - isOfBrand(one) ||
            other.created - one.created ||
            other.id - one.id,
        );
      expect(await selectRelated(among(products), query, loop)).toEqual(
        expected.slice(0, query.limit).map(({ id }) => id),
      );
    }),
  );
});

test('a product that was removed is not related any more', async () => {
  const columns = among([1, 2].map((id) => aListedProduct({ id, categoryIds: [1] })));
  columns.remove([2]);
  expect(await selectRelated(columns, { categoryIds: [1], brandId: null, limit: 4 }, loop)).toEqual([1]);
});

test('of a hundred thousand products, others run in between', async () => {
  let turns = 0;
  const products = Array.from({ length: 100_000 }, (_, index) => aListedProduct({ id: index + 1, categoryIds: [1] }));
  const turn = async () => void (turns += 1);
  await selectRelated(among(products), { categoryIds: [1], brandId: null, limit: 4 }, { turn });
  expect(turns).toBe(4);
});
