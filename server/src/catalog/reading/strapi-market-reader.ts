import type { MarketProductReader, MarketProductRecord, MarketSide } from '../model/market-reader';
import type {
  ProductDepth,
  ProductFilter,
  ProductListRequest,
  ProductReader,
  ProductRecord,
} from '../model/product-reader';
import type { CatalogSource } from '../tables/product-conditions';
import type { KeptMarketColumns } from '../columns/kept-market-columns';
import { listedPartsOf } from './market-column-pages';
import type { MarketLanguage } from './market-language';
import { atOffer, readOffers } from './market-offers';
import type { MarketCollections } from './market-collections';
import type { FindMarketPage, MarketFilter } from './market-pages';
import type { ReadPreparedInMarket } from './prepared-in-market';
import { inOrder } from './strapi-prepared-reader';
import type { FindRelated } from './strapi-related-products';

// Of this many related products, the ones that the market sells are shown; if these are too few, only products that it
// sells are considered.
const mostCandidates = 100;

/** Reads products in further markets: the catalog's records of a page, combined with the market's data for them. */
export function createStrapiMarketReader({
  source: { database },
  products,
  language,
  collections,
  findPage,
  findRelated,
  columns,
  readPrepared,
  countBy,
}: {
  source: CatalogSource;
  products: Pick<ProductReader, 'findByIds' | 'findBySlug' | 'findCurrentSlug'>;
  language: MarketLanguage;
  collections: Pick<MarketCollections, 'treeOf' | 'categoryIdsOf'>;
  findPage: FindMarketPage;
  findRelated: FindRelated;
  columns: Pick<KeptMarketColumns, 'current'>;
  readPrepared: ReadPreparedInMarket;
  countBy: MarketProductReader['countBy'];
}): MarketProductReader {
  /** The records that the market sells, as it shows them. */
  async function shownIn(side: MarketSide, records: readonly ProductRecord[]): Promise<MarketProductRecord[]> {
    const offers = await readOffers(
      database,
      side,
      records.map(({ id }) => id),
    );
    const sold = records.filter(({ id }) => offers.has(id));
    const named = side.texts ? await language.translate(side.texts, sold) : sold;
    return (await inOwnTree(side, named)).flatMap((record) => {
      const offer = offers.get(record.id);
      return offer ? [atOffer(record, offer)] : [];
    });
  }

  const soldAmong = async (side: MarketSide, ids: readonly number[]) =>
    new Set((await readOffers(database, side, ids)).keys());

  /** With the categories of the channel's own tree, where it has one. */
  async function inOwnTree({ tree: parts }: MarketSide, records: readonly ProductRecord[]): Promise<ProductRecord[]> {
    if (!parts || records.length === 0) return [...records];
    const tree = await collections.treeOf(parts);
    const categoryIds = await collections.categoryIdsOf(records.map(({ id }) => id));
    return records.map((record) => ({ ...record, categorySlugs: tree.slugsOf(categoryIds.get(record.id) ?? []) }));
  }

  /** The filter in the catalog's terms; null: nothing can match. */
  async function filterIn({ tree, texts }: MarketSide, asked: ProductFilter): Promise<MarketFilter | null> {
    if (!tree || asked.categorySlug === undefined) return texts ? language.filterOf(texts, asked) : asked;
    const { categorySlug, ...others } = asked;
    const categoryId = (await collections.treeOf(tree)).idOf(categorySlug);
    if (categoryId === null) return null;
    return { ...(texts ? await language.filterOf(texts, others) : others), categoryId };
  }

  async function pageIn(side: MarketSide, { filter: asked, ...request }: Omit<ProductListRequest, 'depth'>) {
    const filter = await filterIn(side, asked);
    return filter ? findPage(side, { ...request, filter }) : { ids: [], total: 0 };
  }

  /** The catalog's record of the product with this slug in the market's language. */
  async function recordWith({ texts }: MarketSide, slug: string, depth: ProductDepth): Promise<ProductRecord | null> {
    if (!texts) return products.findBySlug(slug);
    const id = await language.slugs.product.find(texts.productsId, slug);
    const [record] = id === null ? [] : await products.findByIds([id], depth);
    return record ?? null;
  }

  /** The catalog's records that an old slug may lead to: the first one that is sold is meant. */
  async function recordsMovedFrom({ texts }: MarketSide, oldSlug: string): Promise<ProductRecord[]> {
    if (!texts) {
      const slug = await products.findCurrentSlug(oldSlug);
      const record = slug === null ? null : await products.findBySlug(slug);
      return record ? [record] : [];
    }
    const ids = await language.slugs.product.findMoved(texts.productsId, oldSlug);
    return ids.length === 0 ? [] : inOrder(await products.findByIds(ids, 'summary'), ids);
  }

  return {
    countBy,

    async list(side, { depth, ...request }) {
      const { ids, total } = await pageIn(side, request);
      return { records: await shownIn(side, await products.findByIds(ids, depth)), total };
    },

    async listPrepared(side, request, presentation) {
      // Their texts are in the records, which are read then: the page would be found twice.
      if (side.texts) return null;
      const { ids, total } = await pageIn(side, request);
      const items = await readPrepared(side, ids, presentation);
      return items && { items, total };
    },

    findByIds: async (side, ids, depth) => shownIn(side, await products.findByIds(ids, depth)),

    async findBySlug(side, slug) {
      const found = await recordWith(side, slug, 'details');
      const [record] = found ? await shownIn(side, [found]) : [];
      if (!record?.details) return null;
      return { ...record, details: record.details };
    },

    async findRelated(side, { slug, limit, depth }) {
      const catalogSlug = side.texts ? (await recordWith(side, slug, 'summary'))?.slug : slug;
      if (catalogSlug === undefined) return null;
      const categories = side.tree && (await collections.treeOf(side.tree)).ids;
      const offered = await columns.current(listedPartsOf(side));
      const request = { slug: catalogSlug, limit: mostCandidates, categories, columns: offered };
      const found = await findRelated(request);
      if (!found) return null;
      const { productId, isProvisional } = found;
      const sold = await soldAmong(side, [productId, ...found.ids]);
      if (!sold.has(productId)) return null;
      const isEnough = found.ids.length < mostCandidates || sold.size > limit;
      const others = isEnough ? null : await findRelated({ ...request, soldIn: side.membershipId });
      const chosen = others ? await soldAmong(side, others.ids) : sold;
      const ids = (others ?? found).ids.filter((id) => chosen.has(id)).slice(0, limit);
      const records = await shownIn(side, await products.findByIds(ids, depth));
      return { productId, records, isProvisional };
    },

    async findCurrentSlug(side, oldSlug) {
      const [record] = await shownIn(side, await recordsMovedFrom(side, oldSlug));
      return record && record.slug !== oldSlug ? record.slug : null;
    },
  };
}
