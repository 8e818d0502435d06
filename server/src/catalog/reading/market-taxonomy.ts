import type { MarketTextParts } from '../model/market-reader';
import { inStoreOrder } from '../model/store-order';
import type {
  BrandName,
  BrandRecord,
  CollectionTreeItem,
  MovedRecord,
  TaxonomyList,
  TaxonomyPage,
  TaxonomyReader,
} from '../model/taxonomy-reader';
import { sortedByTitle } from '../model/text';
import { upstreamIdIn } from '../model/upstream-ids';
import type { MarketLanguage } from './market-language';

/** Brands and collections, with their names in a market's language; null: with the catalog's own. */
export type MarketTaxonomy = (texts: MarketTextParts | null) => TaxonomyReader;

export function createMarketTaxonomy(catalog: TaxonomyReader, language: MarketLanguage): MarketTaxonomy {
  return (texts) => (texts ? taxonomyIn(texts, { catalog, language }) : catalog);
}

function taxonomyIn(
  texts: MarketTextParts,
  { catalog, language }: { catalog: TaxonomyReader; language: MarketLanguage },
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

  // Reads all of them each time: their order depends on their names in this language, and a store has few.
  async function collections(page?: TaxonomyPage): Promise<TaxonomyList<CollectionTreeItem>> {
    const { items, total } = await catalog.listCollectionTree();
    const parents = await language.categorySlugs(
      texts,
      items.flatMap(({ parentSlug }) => parentSlug ?? []),
    );
    const named = (await language.name('category', texts, items)).map((item) => ({
      ...item,
      parentSlug: item.parentSlug === null ? null : (parents.get(item.parentSlug) ?? item.parentSlug),
    }));
    const placed = withPositions(inStoreOrder(named));
    return { items: page ? pageOf(placed, page) : placed, total };
  }

  return {
    // Reads all brands each time: they are sorted by their names in this language, and a store has few.
    async listBrands(page) {
      const { items, total } = await catalog.listBrands();
      const named = await language.name('brand', texts, items);
      const sorted = sortedByTitle(named);
      return { items: page ? pageOf(sorted, page) : sorted, total };
    },

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

function pageOf<Item>(items: readonly Item[], { page, pageSize }: TaxonomyPage): Item[] {
  return items.slice((page - 1) * pageSize, page * pageSize);
}
