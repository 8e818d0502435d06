import { z } from 'zod';
import type { Simulator } from '../../../simulator/src/server';

/**
 * What the public API should return, derived from upstream's own responses by a second implementation of
 * docs/behavior.md that shares no code with the plugin.
 */
export interface ExpectedCatalog {
  /** Published products as `GET /products` lists them, by id. */
  listItems: Map<number, ExpectedListItem>;
  /** The same products as `GET /products/{slug}` shows them, by id. */
  details: Map<number, object>;
  /** What `?include=calculated_price,inventory,brand,custom_fields` adds to or changes in the same products, by id. */
  included: Map<number, object>;
  brands: object[];
  collections: ExpectedCollection[];
  /** Slug of the visible collection above each, or null, by slug. */
  parents: Map<string, string | null>;
}

export interface ExpectedCollection {
  slug: string;
  [field: string]: unknown;
}

export interface ExpectedListItem {
  id: number;
  slug: string;
  [field: string]: unknown;
}

const wireImage = z.looseObject({
  is_thumbnail: z.boolean(),
  sort_order: z.number(),
  description: z.string(),
  url_standard: z.string(),
  id: z.number(),
});
const wireVariant = z.looseObject({
  id: z.number(),
  calculated_price: z.number(),
  inventory_level: z.number(),
  purchasing_disabled: z.boolean(),
  option_values: z.array(z.looseObject({ label: z.string() })),
});
const wireProduct = z.looseObject({
  id: z.number(),
  name: z.string(),
  sku: z.string(),
  description: z.string(),
  weight: z.number(),
  price: z.number(),
  sale_price: z.number(),
  calculated_price: z.number(),
  custom_fields: z.array(z.looseObject({ id: z.number(), name: z.string(), value: z.string() })),
  categories: z.array(z.number()),
  brand_id: z.number(),
  inventory_level: z.number(),
  inventory_tracking: z.enum(['none', 'product', 'variant']),
  availability: z.string(),
  is_visible: z.boolean(),
  search_keywords: z.string(),
  custom_url: z.looseObject({ url: z.string() }),
  channels: z.array(z.number()),
  variants: z.array(wireVariant),
  images: z.array(wireImage),
});
type WireProduct = z.infer<typeof wireProduct>;

const symbols: Record<string, string> = { Ounces: 'oz', LBS: 'lb', KGS: 'kg', Grams: 'g', Tonnes: 't' };

/**
 * Reads everything from the simulator over HTTP and computes the expected responses for channel 1.
 * @param options.shows `store`: includes products that only other channels have, as further markets do
 */
export async function expectedCatalog(
  simulator: Simulator,
  options: { permalink: (slug: string) => string; shows?: 'channel' | 'store' },
): Promise<ExpectedCatalog> {
  const products = (
    await readAll(simulator, 'catalog/products', 'include=variants,images,channels,custom_fields&sort=id')
  ).map((wire) => wireProduct.parse(wire));
  const categories = simulator.store.categories.all().filter(({ tree_id: tree }) => tree === 1);
  const brands = simulator.store.brands.all();
  const unit = symbols[simulator.store.information.weight_units] ?? simulator.store.information.weight_units;

  const productSlugs = slugsOf(products.map(({ id, custom_url: { url } }) => ({ id, claim: lastSegment(url) })));
  const categorySlugs = slugsOf(categories.map(({ id, url }) => ({ id, claim: lastSegment(url.path) })));
  const brandSlugs = slugsOf(brands.map(({ id, custom_url: { url } }) => ({ id, claim: lastSegment(url) })));
  const visible = new Set(categories.filter((category) => category.is_visible).map(({ id }) => id));
  const published = products.filter(
    (product) => product.is_visible && (options.shows === 'store' || product.channels.includes(1)),
  ); // (behavior 2.10)

  const listItems = new Map<number, ExpectedListItem>();
  const details = new Map<number, object>();
  const included = new Map<number, object>();
  for (const product of published) {
    const slug = String(productSlugs.get(product.id));
    const shared = {
      id: product.id,
      name: product.name,
      slug,
      price: product.price,
      description: product.description,
      images: imagesOf(product),
      categories: product.categories.filter((id) => visible.has(id)).map((id) => categorySlugs.get(id)), // (behavior 2.3)
    };
    listItems.set(product.id, {
      ...shared,
      sale_price: product.sale_price || null,
      in_stock: isInStock(product),
      permalink: options.permalink(slug),
    });
    const variants = product.variants.map((variant) => ({
      id: variant.id,
      name: variant.option_values.map(({ label }) => label).join(' / ') || product.name,
      price: variant.calculated_price,
      in_stock: isVariantInStock(product, variant),
    }));
    const brand = brands.find(({ id }) => id === product.brand_id);
    included.set(product.id, {
      calculated_price: product.calculated_price,
      inventory: {
        in_stock: isInStock(product),
        tracking: product.inventory_tracking,
        level: levelOf(product),
        availability: product.availability,
      },
      brand: brand ? { id: brand.id, name: brand.name, slug: brandSlugs.get(brand.id) } : null,
      custom_fields: product.custom_fields.map(({ name, value }) => ({ name, value })),
      variants: variants.map((variant, place) => ({
        ...variant,
        inventory_level:
          product.inventory_tracking === 'variant' ? (product.variants[place]?.inventory_level ?? null) : null,
      })),
    });
    details.set(product.id, {
      ...shared,
      variants,
      tags: [
        ...new Set(
          product.search_keywords
            .split(',')
            .map((tag) => tag.trim())
            .filter(Boolean),
        ),
      ],
      meta: { sku: product.sku, weight: `${product.weight} ${unit}` },
    });
  }

  const countOf = (matches: (product: WireProduct) => boolean) => published.filter(matches).length;
  return {
    listItems,
    details,
    included,
    parents: new Map(
      categories
        .filter(({ id }) => visible.has(id))
        .map(({ id, parent_id: parent }) => [
          String(categorySlugs.get(id)),
          visible.has(parent) ? String(categorySlugs.get(parent)) : null,
        ]),
    ),
    brands: brands.map(({ id, name }) => ({
      id,
      name,
      slug: brandSlugs.get(id),
      product_count: countOf((product) => product.brand_id === id),
    })),
    collections: categories
      .filter(({ id }) => visible.has(id))
      .map(({ id, name }) => ({
        id,
        name,
        slug: String(categorySlugs.get(id)),
        product_count: countOf((product) => product.categories.includes(id)),
      })), // (behavior 2.13)
  };
}

async function readAll(simulator: Simulator, path: string, query: string): Promise<unknown[]> {
  const page = z.object({
    data: z.array(z.unknown()),
    meta: z.object({ pagination: z.object({ total_pages: z.number() }) }),
  });
  const found: unknown[] = [];
  for (let number = 1, pages = 1; number <= pages; number += 1) {
    const response = await fetch(
      `${simulator.url}/stores/${simulator.account.storeHash}/v3/${path}?${query}&limit=250&page=${number}`,
      {
        headers: { 'x-auth-token': simulator.account.accessToken },
      },
    );
    const { data, meta } = page.parse(await response.json());
    found.push(...data);
    pages = meta.pagination.total_pages;
  }
  return found;
}

/** Of several records that claim the same slug, the one with the lowest id gets it (behavior 2.8). */
export function slugsOf(claims: { id: number; claim: string }[]): Map<number, string> {
  const claimed = new Set(claims.map(({ claim }) => claim));
  const lowest = (claim: string) => Math.min(...(byClaim.get(claim) ?? []));
  const byClaim = new Map<string, number[]>();
  for (const { id, claim } of claims) byClaim.set(claim, [...(byClaim.get(claim) ?? []), id]);
  return new Map(
    claims.map(({ id, claim }) => {
      if (lowest(claim) === id) return [id, claim];
      let slug = `${claim}-${id}`;
      while (claimed.has(slug)) slug = `${slug}-${id}`;
      return [id, slug];
    }),
  );
}

/** The slug in an address. */
export function lastSegment(path: string): string {
  return decodeURIComponent(String(path.split('/').filter(Boolean).at(-1)));
}

// (behavior 2.7)
function imagesOf(product: WireProduct): object[] {
  const place = (image: z.infer<typeof wireImage>) => (image.is_thumbnail ? -1 : image.sort_order);
  return [...product.images]
    .sort((a, b) => place(a) - place(b) || a.id - b.id)
    .map((image) => ({ url: image.url_standard, alt: image.description.trim() || product.name }));
}

// (behavior 2.5)
function isInStock(product: WireProduct): boolean {
  if (product.availability === 'disabled') return false;
  if (product.inventory_tracking === 'none') return true;
  if (product.inventory_tracking === 'product') return product.inventory_level > 0;
  return product.variants.some((variant) => !variant.purchasing_disabled && variant.inventory_level > 0);
}

// If stock is tracked by variant, the sum of the variants.
function levelOf(product: WireProduct): number | null {
  if (product.inventory_tracking === 'none') return null;
  if (product.inventory_tracking === 'product') return product.inventory_level;
  return product.variants.reduce((sum, { inventory_level: level }) => sum + level, 0);
}

function isVariantInStock(product: WireProduct, variant: z.infer<typeof wireVariant>): boolean {
  if (product.availability === 'disabled' || variant.purchasing_disabled) return false;
  if (product.inventory_tracking === 'none') return true;
  return (product.inventory_tracking === 'product' ? product.inventory_level : variant.inventory_level) > 0;
}
