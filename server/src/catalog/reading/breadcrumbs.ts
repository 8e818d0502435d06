import { toNumber } from '../../database/database';
import type { FindBreadcrumbs } from '../model/find-breadcrumbs';
import type { RecordReference } from '../model/product-reader';
import { type CatalogSource, storableIds } from '../tables/product-conditions';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { MarketCollections } from './market-collections';
import type { MarketLanguage } from './market-language';

// Categories are at most 8 deep; more would be a cycle.
const deepest = 16;

/** In the catalog, one statement finds all paths. */
export function createBreadcrumbs({
  source: { database, tables },
  language,
  collections,
}: {
  source: CatalogSource;
  language: Pick<MarketLanguage, 'name'>;
  collections: Pick<MarketCollections, 'treeOf'>;
}): FindBreadcrumbs {
  const category = tables.tables.category;

  async function inCatalog(ids: readonly number[]): Promise<Way[]> {
    const place = (alias: string) => [`${alias}.upstream_id`, `${alias}.parent_id`, `${alias}.title`, `${alias}.slug`];
    const rows: DatabaseRow[] = await database
      .withRecursive('above', (query) => {
        void query
          .select({ leaf: 'own.upstream_id' }, database.raw('0 as height'), ...place('own'))
          .from({ own: category })
          .whereIn('own.upstream_id', storableIds(ids))
          .where('own.is_visible', true)
          .unionAll((higher) => {
            void higher
              .select('above.leaf', database.raw('above.height + 1'), ...place('parent'))
              .from('above')
              .join({ parent: category }, 'parent.upstream_id', 'above.parent_id')
              .where('parent.is_visible', true)
              .where('above.height', '<', deepest);
          });
      })
      .select('*')
      .from('above')
      .orderBy('height', 'desc');
    return ids.map((id) =>
      rows
        .filter(({ leaf }) => toNumber(leaf) === id)
        .map((row) => ({ id: toNumber(row.upstream_id), title: textOf(row.title), slug: textOf(row.slug) })),
    );
  }

  return async (categoryIds, side) => {
    if (categoryIds.length === 0) return [];
    if (side?.tree) {
      const { pathTo } = await collections.treeOf(side.tree);
      return longest(categoryIds.map(pathTo));
    }
    const way = longest(await inCatalog(categoryIds));
    return side?.texts && way.length > 0 ? language.name('category', side.texts, way) : way;
  };
}

type Way = RecordReference[];

function longest(ways: readonly Way[]): Way {
  return ways.reduce((best, way) => (way.length > best.length ? way : best), []);
}
