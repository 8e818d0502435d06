import { describe, expect, test } from 'vitest';
import type { StorefrontQuery } from '../../server/src/upstream/markets/channel-storefront';
import { createTextReader } from '../../server/src/upstream/markets/texts-reader';
import { UpstreamQueryError } from '../../server/src/upstream/http/upstream-errors';

const shopperPreferences = { locale: { resolved: 'fr' } };
const errors = [{ message: 'Internal error', path: ['site', 'products'] }];

function node(id: number) {
  const seo = { pageTitle: '', metaDescription: '', metaKeywords: '' };
  return { node: { entityId: id, name: `Pot ${id}`, path: `/pot-${id}/`, description: '', seo } };
}

/** A storefront that fails for queries with these products, with the data or without. */
function aReader(bad: readonly number[], sends: 'no data' | 'null data' | 'half the data') {
  const asked: number[][] = [];
  const query = async ({ variables }: StorefrontQuery) => {
    const ids = Array.isArray(variables['ids']) ? variables['ids'].map(Number) : [];
    asked.push(ids);
    const edges = ids.filter((id) => !bad.includes(id)).map(node);
    if (!ids.some((id) => bad.includes(id))) return { data: { shopperPreferences, site: { products: { edges } } } };
    if (sends === 'no data') return { errors };
    const products = sends === 'null data' ? null : { edges };
    return { data: { shopperPreferences, site: { products } }, errors };
  };
  const reader = createTextReader({ storefront: { query }, drawVersion: async () => 1, of: 'product', locale: 'fr' });
  return { reader, asked };
}

describe.each(['no data', 'null data', 'half the data'] as const)(
  'a storefront that responds with errors and %s',
  (sends) => {
    test('for one product keeps its texts, and sends those of the others', async () => {
      const { reader } = aReader([3], sends);
      const { texts, missing, failures } = await reader.read([1, 2, 3, 4, 5]);
      expect(texts.map(({ id }) => id).sort()).toEqual([1, 2, 4, 5]);
      expect(missing).toEqual([]);
      expect(failures).toEqual([{ id: 3, reason: 'The storefront sent errors: Internal error' }]);
    });

    test('every query fails as a whole, after few queries', async () => {
      const ids = Array.from({ length: 50 }, (_, place) => place + 1);
      const { reader, asked } = aReader(ids, sends);
      await expect(reader.read(ids)).rejects.toThrow(UpstreamQueryError);
      expect(asked.length).toBeLessThan(12);
    });
  },
);
