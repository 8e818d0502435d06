import type { MarketProductReader, MarketProductRecord, MarketSide } from '../model/market-reader';
import type { ProductDepth, ProductReader } from '../model/product-reader';
import type { CatalogSource } from '../tables/product-conditions';
import { atOffer, readOffers } from './market-offers';
import type { FindMarketPage } from './market-pages';
import type { FindRelated } from './strapi-related-products';

// Of so many related products, those that the market sells are shown.
const mostCandidates = 100;

/** Published products in further markets: what the catalog has of them, joined with what the market says of those of a page. */
export function createStrapiMarketReader({
  source: { database },
  products,
  findPage,
  findRelated,
  countBy,
}: {
  source: CatalogSource;
  products: Pick<ProductReader, 'findByIds' | 'findBySlug' | 'findCurrentSlug'>;
  findPage: FindMarketPage;
  findRelated: FindRelated;
  countBy: MarketProductReader['countBy'];
}): MarketProductReader {
  /** Those that the market sells, in the order of the ids. */
  async function recordsIn(
    side: MarketSide,
    { ids, depth }: { ids: readonly number[]; depth: ProductDepth },
  ): Promise<MarketProductRecord[]> {
    const offers = await readOffers(database, side, ids);
    return (await products.findByIds(ids, depth)).flatMap((record) => {
      const offer = offers.get(record.id);
      return offer ? [atOffer(record, offer)] : [];
    });
  }

  return {
    countBy,

    async list(side, { depth, ...request }) {
      const { ids, total } = await findPage(side, request);
      return { records: await recordsIn(side, { ids, depth }), total };
    },

    async findBySlug(side, slug) {
      const record = await products.findBySlug(slug);
      if (!record) return null;
      const offer = (await readOffers(database, side, [record.id])).get(record.id);
      if (!offer) return null;
      const { details, ...shown } = atOffer(record, offer);
      return details && { ...shown, details };
    },

    async findRelated(side, { slug, limit, depth }) {
      const found = await findRelated({ slug, limit: mostCandidates });
      if (!found) return null;
      const { productId } = found;
      const sold = await readOffers(database, side, [productId, ...found.ids]);
      if (!sold.has(productId)) return null;
      const ids = found.ids.filter((id) => sold.has(id)).slice(0, limit);
      return { productId, records: await recordsIn(side, { ids, depth }) };
    },

    async findCurrentSlug(side, oldSlug) {
      const slug = await products.findCurrentSlug(oldSlug);
      const record = slug === null ? null : await products.findBySlug(slug);
      if (!record) return null;
      return (await readOffers(database, side, [record.id])).has(record.id) ? record.slug : null;
    },
  };
}
