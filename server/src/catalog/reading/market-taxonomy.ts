import type { MarketTextParts } from '../model/market-reader';
import { inStoreOrder } from '../model/store-order';
import type {
  BrandName,
  BrandRecord,
  CollectionTreeItem,
  MovedRecord,
  TaxonomyItem,
  TaxonomyList,
  TaxonomyPage,
  TaxonomyReader,
} from '../model/taxonomy-reader';
import { sortedByTitle } from '../model/text';
import { upstreamIdIn } from '../model/upstream-ids';
import type { ListMemory } from './list-memory';
import type { MarketLanguage } from './market-language';
import type { FindShownNames } from './shown-names';

/**
 * Brands and collections, with their names in a market's language; null: with the catalog's own. Lists may have product
 * counts of 0: the caller knows what the market sells.
 */
export type MarketTaxonomy = (texts: MarketTextParts | null) => TaxonomyReader;

// One for each language, with a few thousand records at most.
const mostLists = 15;

/** Lists are kept, since sorting thousands of names takes tens of milliseconds. */
export function createMarketTaxonomy({
  catalog,
  language,
  findNames,
  memory,
}: {
  catalog: TaxonomyReader;
  language: MarketLanguage;
  findNames: FindShownNames;
  memory: ListMemory;
}): MarketTaxonomy {
  const brands = memory.kindOf<TaxonomyItem[]>(mostLists);
  const collections = memory.kindOf<CollectionTreeItem[]>(mostLists);
  const about = (partId: number) => ({ key: String(partId), dependencies: [], isOfMarket: true }) as const;

  async function readBrands(texts: MarketTextParts): Promise<TaxonomyItem[]> {
    const sorted = sortedByTitle(await findNames('brand', { texts }));
    return sorted.map(({ id, title, slug }) => ({ id, title, slug, productCount: 0 }));
  }

  async function readCollections(texts: MarketTextParts): Promise<CollectionTreeItem[]> {
    const { items } = await catalog.listCollectionTree();
    const parents = await language.categorySlugs(
      texts,
      items.flatMap(({ parentSlug }) => parentSlug ?? []),
    );
    const named = (await language.name('category', texts, items)).map((item) => ({
      ...item,
      parentSlug: item.parentSlug === null ? null : (parents.get(item.parentSlug) ?? item.parentSlug),
    }));
    return withPositions(inStoreOrder(named));
  }

  const listsIn = (texts: MarketTextParts): Lists => ({
    brands: () => memory.remember(brands, about(texts.brandsId), () => readBrands(texts)),
    collections: () => memory.remember(collections, about(texts.categoriesId), () => readCollections(texts)),
  });

  return (texts) => (texts ? taxonomyIn(texts, { catalog, language, lists: listsIn(texts) }) : catalog);
}

/** All brands and collections in one language, in order. */
interface Lists {
  brands(): Promise<TaxonomyItem[]>;
  collections(): Promise<CollectionTreeItem[]>;
}

function taxonomyIn(
  texts: MarketTextParts,
  { catalog, language, lists }: { catalog: TaxonomyReader; language: MarketLanguage; lists: Lists },
): TaxonomyReader {
  const { brand: brandSlugs, category: categorySlugs } = language.slugs;

  const catalogBrand = async (id: number | null, mostProducts: number): Promise<BrandRecord | null> =>
    id === null ? null : catalog.findBrand({ id }, mostProducts);

  /** Slugs are those in this language. */
  async function brandIdOf(named: BrandName): Promise<number | null> {
    if (typeof named === 'object') return 'id' in named ? named.id : brandSlugs.find(texts.brandsId, named.slug);
    const id = upstreamIdIn(named);
    if (id !== null && (await catalogBrand(id, 0))) return id;
    return brandSlugs.find(texts.brandsId, named);
  }

  async function catalogCollection(id: number | null) {
    const slug = id === null ? null : await language.catalogSlugOf('category', id);
    return slug === null ? null : catalog.findCollection(slug);
  }

  async function movedRecord(
    kind: 'brand' | 'category',
    { record, oldSlug }: { record: { id: number; title: string; slug: string } | null; oldSlug: string },
  ): Promise<MovedRecord | null> {
    const [named] = record ? await language.name(kind, texts, [record]) : [];
    return named && named.slug !== oldSlug ? { id: named.id, slug: named.slug } : null;
  }

  const collections = async (page?: TaxonomyPage): Promise<TaxonomyList<CollectionTreeItem>> =>
    pageOf(await lists.collections(), page);

  return {
    listBrands: async (page) => pageOf(await lists.brands(), page),

    async findBrand(given, mostProducts) {
      const found = await catalogBrand(await brandIdOf(given), mostProducts);
      const [named] = found ? await language.name('brand', texts, [found]) : [];
      if (!named) return null;
      return { ...named, content: (await language.contentOf('brand', texts, named.id)) ?? named.content };
    },

    async findMovedBrand(oldSlug) {
      const ids = await brandSlugs.findMoved(texts.brandsId, oldSlug);
      const record = await firstShown(ids, (id) => catalogBrand(id, 0));
      return movedRecord('brand', { record, oldSlug });
    },

    listCollections: collections,
    listCollectionTree: collections,

    async findCollection(slug) {
      const found = await catalogCollection(await categorySlugs.find(texts.categoriesId, slug));
      if (!found) return null;
      const { children, parent, ...own } = found;
      const [named] = await language.name('category', texts, [own]);
      const [above = null] = parent ? await language.name('category', texts, [parent]) : [];
      return {
        ...own,
        ...named,
        content: (await language.contentOf('category', texts, own.id)) ?? own.content,
        parent: above,
        children: inStoreOrder(await language.name('category', texts, children)),
      };
    },

    async findCurrentCollectionSlug(oldSlug) {
      const ids = await categorySlugs.findMoved(texts.categoriesId, oldSlug);
      const record = await firstShown(ids, catalogCollection);
      return (await movedRecord('category', { record, oldSlug }))?.slug ?? null;
    },
  };
}

async function firstShown<Found>(
  ids: readonly number[],
  read: (id: number) => Promise<Found | null>,
): Promise<Found | null> {
  for (const id of ids) {
    const found = await read(id);
    if (found) return found;
  }
  return null;
}

/** Numbers siblings in the order given. */
function withPositions(items: readonly CollectionTreeItem[]): CollectionTreeItem[] {
  const siblings = new Map<string | null, number>();
  return items.map((item) => {
    const position = (siblings.get(item.parentSlug) ?? 0) + 1;
    siblings.set(item.parentSlug, position);
    return { ...item, position };
  });
}

function pageOf<Item>(all: Item[], page: TaxonomyPage | undefined): TaxonomyList<Item> {
  const items = page ? all.slice((page.page - 1) * page.pageSize, page.page * page.pageSize) : all;
  return { items, total: all.length };
}
