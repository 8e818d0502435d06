import { defaultBrand, defaultCategory, slugify } from './defaults';
import type { Brand, Category, Channel } from './model';
import { BRAND_NAMES, CATEGORY_NAMES, nameFrom } from './words';

export const FIRST_CATEGORY_ID = 18;
export const FIRST_BRAND_ID = 35;
/** 2020-01-01T00:00:00Z, before any product. */
export const STORE_OPENED = 1_577_836_800;
export const DEFAULT_CHANNEL = 1;
export const SECOND_CHANNEL = 2;

/** The number of categories in tree 1 for a catalog of that many products. */
export function categoryCount(products: number): number {
  return Math.min(160, Math.max(6, Math.ceil(products / 8)));
}

/** The number of brands for a catalog of that many products. */
export function brandCount(products: number): number {
  return Math.min(300, Math.max(3, Math.ceil(products / 25)));
}

/**
 * Eight top-level categories, three below each, and so on; every thirteenth is hidden. Three more form the tree of
 * channel 2.
 */
export function generateCategories(products: number): Category[] {
  const count = categoryCount(products);
  const categories: Category[] = [];
  for (let index = 0; index < count; index += 1) {
    const parent = index < 8 ? undefined : categories[Math.floor((index - 8) / 3)];
    categories.push(generateCategory(index, parent));
  }
  for (let index = count; index < count + 3; index += 1) {
    categories.push({ ...generateCategory(index, undefined), tree_id: 2, is_visible: true });
  }
  return categories;
}

function generateCategory(index: number, parent: Category | undefined): Category {
  const id = FIRST_CATEGORY_ID + index;
  const name = nameFrom(CATEGORY_NAMES, id);
  return {
    ...defaultCategory(id, name),
    parent_id: parent?.id ?? 0,
    description: index % 3 === 0 ? `<p>Everything for <em>${name.toLowerCase().replace('&', '&amp;')}</em>.</p>` : '',
    sort_order: (index * 7) % 11,
    views: index * 13,
    is_visible: index % 13 !== 12,
    meta_keywords: index % 4 === 0 ? [''] : [name.toLowerCase()],
    url: { path: `${parent?.url.path ?? '/'}${slugify(name)}/`, is_customized: index % 5 === 0 },
  };
}

/** Brands with the lowest ids first. */
export function generateBrands(products: number): Brand[] {
  return Array.from({ length: brandCount(products) }, (_, index) => {
    const id = FIRST_BRAND_ID + index;
    const name = nameFrom(BRAND_NAMES, index);
    return {
      ...defaultBrand(id, name),
      meta_description: index % 2 === 0 ? `${name} makes things that last.` : '',
      search_keywords: index % 3 === 0 ? slugify(name).replace(/-/g, ', ') : '',
    };
  });
}

/** Channel 1 is the default storefront; channel 2 has products that are not on channel 1. */
export function defaultChannels(ids: readonly number[] = [DEFAULT_CHANNEL, SECOND_CHANNEL]): Channel[] {
  return ids.map((id) => ({
    id,
    name: id === DEFAULT_CHANNEL ? 'Demo Store' : `Storefront ${id}`,
    type: 'storefront',
    platform: id === DEFAULT_CHANNEL ? 'bigcommerce' : 'custom',
    status: 'active',
    created: STORE_OPENED,
    modified: STORE_OPENED,
  }));
}
