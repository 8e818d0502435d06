import { toBoolean, toNumber } from '../../database/database';
import { tables as ownTables } from '../../database/tables';
import type { ChannelTree, ChannelTreeParts } from '../model/market-reader';
import type { RecordReference } from '../model/product-reader';
import type { CollectionItem, TaxonomyPage, TaxonomyReader } from '../model/taxonomy-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { possibleDerivations } from '../model/slugs';
import { idsOf } from '../tables/product-rows';
import { whereTextIs } from '../tables/text-conditions';
import { channelTreeOf } from './channel-tree';
import type { ListMemory } from './list-memory';

/** Collections of one tree. Their product counts are 0: the caller knows what the market sells. */
export type CollectionReader = Pick<
  TaxonomyReader,
  'listCollections' | 'listCollectionTree' | 'findCollection' | 'findCurrentCollectionSlug'
>;

/** The categories of channels that have their own tree. */
export interface MarketCollections {
  /** The tree without descriptions, in one statement, or two in another language; kept until market data changes. */
  treeOf(parts: ChannelTreeParts): Promise<ChannelTree>;
  collectionsIn(parts: ChannelTreeParts): CollectionReader;
  /** All categories of products, in any tree, in upstream's order. */
  categoryIdsOf(productIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>;
}

// A store has at most one tree for each channel, with different names in each language.
const mostTrees = 30;

export function createMarketCollections(
  { database, tables: { tables } }: CatalogSource,
  memory: ListMemory,
): MarketCollections {
  const kept = memory.kindOf<ChannelTree>(mostTrees);

  const treeOf = (parts: ChannelTreeParts): Promise<ChannelTree> =>
    memory.remember(
      kept,
      { key: `${parts.categoriesId} ${parts.textsId ?? ''}`, dependencies: [], isOfMarket: true },
      () => readTree(parts),
    );

  async function readTree({ categoriesId, textsId }: ChannelTreeParts): Promise<ChannelTree> {
    const rows = await database(ownTables.marketCategories)
      .where({ part_id: categoriesId })
      .select('category_id', 'parent_id', 'title', 'slug', 'sort_order', 'is_visible');
    const named = await textsIn(textsId);
    return channelTreeOf(
      rows.map((row) => {
        const id = toNumber(row.category_id);
        return {
          id,
          parentId: row.parent_id === null ? null : toNumber(row.parent_id),
          title: String(row.title),
          claim: String(row.slug),
          sortOrder: toNumber(row.sort_order),
          isVisible: toBoolean(row.is_visible),
          ...named.get(id),
        };
      }),
    );
  }

  async function textsIn(partId: number | null): Promise<Map<number, { title: string; claim: string }>> {
    if (partId === null) return new Map();
    const rows = await database(ownTables.marketTexts).where({ part_id: partId }).select('entity_id', 'title', 'slug');
    return new Map(rows.map((row) => [toNumber(row.entity_id), { title: String(row.title), claim: String(row.slug) }]));
  }

  async function pageOfCategory(
    { categoriesId, textsId }: ChannelTreeParts,
    id: number,
  ): Promise<{ content: string; imageUrl: string }> {
    const inLanguage =
      textsId === null
        ? undefined
        : await database(ownTables.marketTexts).where({ part_id: textsId, entity_id: id }).first('content');
    const row = await database(ownTables.marketCategories)
      .where({ part_id: categoriesId, category_id: id })
      .first('content', 'image_url');
    return { content: String((inLanguage ?? row)?.content ?? ''), imageUrl: String(row?.image_url ?? '') };
  }

  /** The categories that used to have the slug, most recent first, then those that have it in the store's language. */
  async function idsOnceAt({ categoriesId, textsId }: ChannelTreeParts, slug: string): Promise<number[]> {
    const left = database({ redirect: ownTables.marketRedirects })
      .whereIn('redirect.part_id', textsId === null ? [categoriesId] : [categoriesId, textsId])
      .orderBy('redirect.read_version', 'desc')
      .select({ id: 'redirect.entity_id' });
    whereTextIs(left, { column: 'redirect.slug', text: slug });
    const named = database({ category: ownTables.marketCategories })
      .where('category.part_id', categoriesId)
      .select({ id: 'category.category_id' });
    whereTextIs(named, { column: 'category.slug', text: slug });
    const rows: { id: unknown }[] = [...(await left), ...(await named)];
    return rows.map(({ id }) => toNumber(id));
  }

  return {
    treeOf,

    collectionsIn: (parts) => ({
      async listCollections(page) {
        const { categories } = await treeOf(parts);
        return { items: pageOf(categories, page).map(uncounted), total: categories.length };
      },

      async listCollectionTree(page) {
        const { categories } = await treeOf(parts);
        const items = pageOf(categories, page).map(({ parentSlug, position, ...category }) => ({
          ...uncounted(category),
          parentSlug,
          position,
        }));
        return { items, total: categories.length };
      },

      async findCollection(slug) {
        const found = (await treeOf(parts)).find(slug);
        if (!found) return null;
        const { own, parent, children } = found;
        return {
          ...uncounted(own),
          ...(await pageOfCategory(parts, own.id)),
          parent: parent && referenceOf(parent),
          children: children.map(uncounted),
        };
      },

      async findCurrentCollectionSlug(oldSlug) {
        const { categories } = await treeOf(parts);
        const derivation = possibleDerivations(oldSlug);
        const ids = await idsOnceAt(parts, oldSlug);
        const moved =
          ids
            .map((id) => categories.find((category) => category.id === id))
            .find((category) => category !== undefined) ??
          categories.find(({ id, slug }) => derivation?.id === id && derivation.claims.includes(slug));
        return moved && moved.slug !== oldSlug ? moved.slug : null;
      },
    }),

    async categoryIdsOf(productIds) {
      if (productIds.length === 0) return new Map();
      const rows = await database(tables.product)
        .whereIn('upstream_id', [...productIds])
        .select('upstream_id', 'category_ids');
      return new Map(rows.map((row) => [toNumber(row.upstream_id), idsOf(row.category_ids)]));
    },
  };
}

function pageOf<Item>(items: readonly Item[], page: TaxonomyPage | undefined): readonly Item[] {
  return page ? items.slice((page.page - 1) * page.pageSize, page.page * page.pageSize) : items;
}

const referenceOf = ({ id, title, slug }: RecordReference): RecordReference => ({ id, title, slug });

const uncounted = (category: RecordReference & { sortOrder: number }): CollectionItem => ({
  ...referenceOf(category),
  sortOrder: category.sortOrder,
  productCount: 0,
});
