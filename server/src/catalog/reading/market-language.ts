import { toNumber } from '../../database/database';
import type { MarketTextParts } from '../model/market-reader';
import type { ProductDetails, ProductFilter, ProductRecord } from '../model/product-reader';
import { upstreamIdIn } from '../model/upstream-ids';
import type { CatalogSource } from '../tables/product-conditions';
import { createMarketSlugs, type MarketSlugs } from './market-slugs';
import { readTexts, readMarketTitles } from './market-texts';

/**
 * Translates records from the store's language into a market's; records without texts in it keep those of the catalog
 * (behavior 14.6).
 */
export interface MarketLanguage {
  slugs: Record<'product' | 'category' | 'brand', MarketSlugs>;
  /** Translates products, with the names of their brands and the slugs of their categories. */
  translate(texts: MarketTextParts, records: readonly ProductRecord[]): Promise<ProductRecord[]>;
  /** Translates names and slugs of brands or categories. */
  name<Named extends { id: number; title: string; slug: string }>(
    kind: 'category' | 'brand',
    texts: MarketTextParts,
    records: readonly Named[],
  ): Promise<Named[]>;
  /** The slugs of these categories in the market's language, by their slugs in the catalog. */
  categorySlugs(texts: MarketTextParts, slugs: readonly string[]): Promise<Map<string, string>>;
  /** The description of a category or brand in the language; null when it has no texts in it. */
  contentOf(kind: 'category' | 'brand', texts: MarketTextParts, id: number): Promise<string | null>;
  /** The catalog's slug for a category or brand; null when it has none. */
  catalogSlugOf(kind: 'category' | 'brand', id: number): Promise<string | null>;
  /** The filter, with brand and category translated from the market's language to the catalog's. */
  filterOf(texts: MarketTextParts, filter: ProductFilter): Promise<ProductFilter>;
}

const unknownSlug = '';

/** Variants without labels have the product's name (behavior 2.3). */
function namedLike(title: string | undefined, details: ProductDetails): ProductDetails {
  if (title === undefined) return details;
  const variants = details.variants.map((variant) =>
    variant.options.every(({ label }) => label === '') ? { ...variant, name: title } : variant,
  );
  return { ...details, variants };
}

/** Images without a description have the product's name (behavior 2.7). */
function describedBy(title: string | undefined, { title: former, images }: ProductRecord): ProductRecord['images'] {
  if (title === undefined) return images;
  return images.map((image) => (image.alt === former ? { ...image, alt: title } : image));
}

export function createMarketLanguage({ database, tables: { tables } }: CatalogSource): MarketLanguage {
  const slugsOf = (entity: 'product' | 'category' | 'brand') =>
    createMarketSlugs(database, { entity, table: tables[entity] });
  const slugs = { product: slugsOf('product'), category: slugsOf('category'), brand: slugsOf('brand') };
  const partOf = { category: 'categoriesId', brand: 'brandsId' } as const;

  const name: MarketLanguage['name'] = async (kind, texts, records) => {
    const partId = texts[partOf[kind]];
    const titles = await readMarketTitles(
      database,
      partId,
      records.map(({ id }) => id),
    );
    const named = await slugs[kind].of(partId, records);
    return records.map((record) => ({
      ...record,
      title: titles.get(record.id) ?? record.title,
      slug: named.get(record.id) ?? record.slug,
    }));
  };

  const categorySlugs: MarketLanguage['categorySlugs'] = async ({ categoriesId }, given) => {
    const wanted = [...new Set(given)];
    if (wanted.length === 0) return new Map();
    const rows = await database(tables.category).whereIn('slug', wanted).select('upstream_id', 'slug');
    const categories = rows.map((row) => ({ id: toNumber(row.upstream_id), slug: String(row.slug) }));
    const named = await slugs.category.of(categoriesId, categories);
    return new Map(categories.map(({ id, slug }) => [slug, named.get(id) ?? slug]));
  };

  const catalogSlugOf: MarketLanguage['catalogSlugOf'] = async (kind, id) => {
    const row: { slug: unknown } | undefined = await database(tables[kind])
      .where({ upstream_id: id })
      .whereNull('withdrawn_at')
      .first('slug');
    return typeof row?.slug === 'string' ? row.slug : null;
  };

  /** A number is tried as an id first. */
  async function brandFilterOf({ brandsId }: MarketTextParts, brand: string): Promise<string> {
    const id = upstreamIdIn(brand);
    if (id !== null && (await catalogSlugOf('brand', id)) !== null) return brand;
    const found = await slugs.brand.find(brandsId, brand);
    return found === null ? unknownSlug : String(found);
  }

  async function categoryFilterOf({ categoriesId }: MarketTextParts, slug: string): Promise<string> {
    const id = await slugs.category.find(categoriesId, slug);
    return (id === null ? null : await catalogSlugOf('category', id)) ?? unknownSlug;
  }

  return {
    slugs,
    name,
    categorySlugs,
    catalogSlugOf,

    async contentOf(kind, texts, id) {
      return (await readTexts(database, texts[partOf[kind]], [id])).get(id)?.content ?? null;
    },

    async translate(texts, records) {
      const ids = records.map(({ id }) => id);
      const found = await readTexts(database, texts.productsId, ids);
      const named = await slugs.product.of(texts.productsId, records);
      const categories = await categorySlugs(
        texts,
        records.flatMap((record) => record.categorySlugs),
      );
      const brands = await name(
        'brand',
        texts,
        records.flatMap(({ brand }) => brand ?? []),
      );
      const brandById = new Map(brands.map((brand) => [brand.id, brand]));
      return records.map((record) => ({
        ...record,
        ...found.get(record.id),
        images: describedBy(found.get(record.id)?.title, record),
        details: record.details && namedLike(found.get(record.id)?.title, record.details),
        slug: named.get(record.id) ?? record.slug,
        categorySlugs: record.categorySlugs.map((slug) => categories.get(slug) ?? slug),
        brand: record.brand && (brandById.get(record.brand.id) ?? record.brand),
      }));
    },

    async filterOf(texts, { brand, categorySlug, ...filter }) {
      return {
        ...filter,
        brand: brand === undefined ? undefined : await brandFilterOf(texts, brand),
        categorySlug: categorySlug === undefined ? undefined : await categoryFilterOf(texts, categorySlug),
      };
    },
  };
}
