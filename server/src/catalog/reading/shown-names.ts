import type { MarketSide } from '../model/market-reader';
import type { RecordReference } from '../model/product-reader';
import { fold } from '../model/text';
import type { CatalogSource } from '../tables/product-conditions';
import { toNumber } from '../../database/database';
import { type DatabaseRow, textOf } from '../tables/product-rows';
import type { ListMemory } from './list-memory';
import type { MarketCollections } from './market-collections';
import type { MarketLanguage } from './market-language';

/** The name of a brand or category; `key` is the folded title. */
export interface ShownName extends RecordReference {
  key: string;
}

/**
 * The names of all brands or visible categories, in no particular order.
 * @param side of a further market, whose language and categories count; by default the catalog's own
 */
export type FindShownNames = (
  kind: 'brand' | 'category',
  side?: Pick<MarketSide, 'texts' | 'tree'>,
) => Promise<readonly ShownName[]>;

// With a few thousand names each at most.
const mostLists = 30;

const withKey = ({ id, title, slug }: RecordReference): ShownName => ({ id, title, slug, key: fold(title) });

/** Names are kept, since each suggestion and each count of facets needs all of them. */
export function createShownNames({
  source: { database, tables },
  memory,
  language,
  collections,
}: {
  source: CatalogSource;
  memory: ListMemory;
  language: Pick<MarketLanguage, 'name'>;
  collections: Pick<MarketCollections, 'treeOf'>;
}): FindShownNames {
  const kept = memory.kindOf<readonly ShownName[]>(mostLists);

  const inCatalog = (kind: 'brand' | 'category'): Promise<readonly ShownName[]> =>
    memory.remember(kept, { key: kind, dependencies: [] }, async () => {
      const query = database(tables.tables[kind]).select('upstream_id', 'title', 'slug');
      const rows: DatabaseRow[] = await (kind === 'category'
        ? query.where('is_visible', true)
        : query.whereNull('withdrawn_at'));
      return rows.map((row) =>
        withKey({ id: toNumber(row.upstream_id), title: textOf(row.title), slug: textOf(row.slug) }),
      );
    });

  return async (kind, side) => {
    const tree = kind === 'category' ? side?.tree : undefined;
    const texts = side?.texts;
    const inMarket = (key: string, read: () => Promise<readonly RecordReference[]>) =>
      memory.remember(kept, { key, dependencies: [], isOfMarket: true }, async () => (await read()).map(withKey));
    if (tree)
      return inMarket(`tree ${tree.categoriesId} ${tree.textsId ?? ''}`, async () => {
        const { categories } = await collections.treeOf(tree);
        return categories;
      });
    if (!texts) return inCatalog(kind);
    const partId = kind === 'brand' ? texts.brandsId : texts.categoriesId;
    return inMarket(`${kind} ${partId}`, async () => language.name(kind, texts, await inCatalog(kind)));
  };
}
