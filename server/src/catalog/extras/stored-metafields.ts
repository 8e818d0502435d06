import { z } from 'zod';
import { type Database, toNumber } from '../../database/database';
import { parseStored } from '../../database/parse-stored';
import { tables } from '../../database/tables';
import type { CatalogMetafield, ProductMetafields } from '../model/product-metafields';

const stored = z.object({ namespace: z.string(), key: z.string(), value: z.string() });

/** Reads the metafields of products, in these namespaces only, from our own tables. */
export function createStoredMetafields({
  database,
  namespaces,
}: {
  database: Database;
  namespaces: () => readonly string[];
}): ProductMetafields {
  return {
    async read(productIds) {
      const wanted = new Set(namespaces());
      // If the site reads no metafields, stored ones are out of date.
      if (wanted.size === 0) return new Map();
      const rows = await database(`${tables.metafieldProducts} as product`)
        .leftJoin(`${tables.metafields} as metafield`, 'metafield.product_id', 'product.product_id')
        .whereIn('product.product_id', [...productIds])
        .where('product.read_version', '>', 0)
        .select('product.product_id as owner', 'metafield.metafield_id', 'metafield.content');
      const found = new Map<number, CatalogMetafield[]>(rows.map((row) => [toNumber(row.owner), []]));
      for (const row of rows) {
        if (row.content === null) continue;
        const metafield = parseMetafield(row);
        // With a damaged row, it is unknown which metafields are missing, so the product is left out.
        if (!metafield) found.delete(toNumber(row.owner));
        else if (wanted.has(metafield.namespace)) found.get(toNumber(row.owner))?.push(metafield);
      }
      for (const metafields of found.values()) metafields.sort(byName);
      return found;
    },
  };
}

/** @param row with `metafield_id` and `content` @returns null if the row is damaged */
export function parseMetafield(row: Record<string, unknown>): CatalogMetafield | null {
  const content = parseStored(stored, row.content);
  return content && { id: toNumber(row.metafield_id), ...content };
}

function byName(a: CatalogMetafield, b: CatalogMetafield): number {
  return compare(a.namespace, b.namespace) || compare(a.key, b.key) || a.id - b.id;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
