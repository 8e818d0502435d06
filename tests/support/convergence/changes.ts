import type { Product } from '../../../simulator/src/catalog/product-model';
import type { SimulatedStore } from '../../../simulator/src/catalog/store';
import type { Change } from './steps';

/** What a change can affect. */
interface Picks {
  store: SimulatedStore;
  /** The affected product; there is always one. */
  product: Product;
  other: Product;
  value: number;
  pick: number;
}

const slugs = ['alpha', 'beta', 'gamma', 'delta'];
const address = (value: number) => ({ url: `/shop-${value % 7}/${at(slugs, value)}/`, is_customized: true });
const price = (value: number) => (value % 10_000) / 100;

const productChanges: Partial<Record<Change, (picks: Picks) => void>> = {
  'edit product': ({ store, product, value }) =>
    void store.products.update(product.id, {
      price: price(value),
      description: `<p>Edition ${value}</p>`,
      search_keywords: `k${value % 5}, gift`,
    }),
  'sell off': ({ store, product, value }) =>
    void store.products.update(product.id, { sale_price: value % 3 === 0 ? 0 : price(value) }),
  hide: ({ store, product }) => void store.products.hide(product.id),
  show: ({ store, product }) => void store.products.show(product.id),
  restock: ({ store, product, value }) => void store.products.restock(product.id, value % 4),
  rename: ({ store, product, value }) => void store.products.rename(product.id, `Product ${value}`),
  'swap slugs': ({ store, product, other }) => store.products.swapUrls(product.id, other.id),
  'take slug': ({ store, product, other, value }) =>
    void store.products.update(product.id, { custom_url: value % 2 === 0 ? other.fields.custom_url : address(value) }),
  'add image': ({ store, product, value }) =>
    void store.products.addImage(product.id, {
      description: value % 2 === 0 ? `Picture ${value}` : '',
      sort_order: value % 5,
      is_thumbnail: value % 3 === 0,
    }),
  'set custom fields': ({ store, product, value }) =>
    store.products.setCustomFields(
      product.id,
      Array.from({ length: value % 3 }, (_, place) => ({ name: `Field ${place}`, value: String(value) })),
    ),
  'add variant': ({ store, product, value }) =>
    void store.variants.create(product.id, {
      inventory_level: value % 3,
      options: { Size: `S${product.variants.length}-${value % 9}` },
    }),
  assign: ({ store, product }) => void store.products.assign(product.id, 1),
  unassign: ({ store, product }) => void store.products.unassign(product.id, 1),
  'track stock': ({ store, product, value }) =>
    void store.products.update(product.id, { inventory_tracking: at(['none', 'product', 'variant'] as const, value) }),
  'set availability': ({ store, product, value }) =>
    void store.products.update(product.id, { availability: at(['available', 'disabled', 'preorder'] as const, value) }),
  'set brand': ({ store, product, value }) =>
    void store.products.update(product.id, {
      brand_id: value % 4 === 0 ? 0 : (optional(store.brands.all(), value)?.id ?? 0),
    }),
  'move between categories': ({ store, product, value }) => {
    const ids = store.categories.all().map(({ id }) => id);
    void store.products.move(
      product.id,
      ids.filter((id) => (id * 31 + value) % 3 === 0),
    );
  },
  'delete image': ({ store, product, value }) => {
    const image = optional(product.images, value);
    if (image) store.products.deleteImage(product.id, image.id);
  },
  'choose thumbnail': ({ store, product, value }) => {
    const image = optional(product.images, value);
    if (image) store.products.updateImage(product.id, image.id, { is_thumbnail: true, sort_order: value % 5 });
  },
  'restock variant': ({ store, product, value }) => {
    const variant = optional(product.variants, value);
    if (variant) store.variants.restock(product.id, variant.id, value % 3);
  },
  'edit variant': ({ store, product, value }) => {
    const variant = optional(product.variants, value);
    if (variant)
      store.variants.update(product.id, variant.id, {
        price: value % 4 === 0 ? null : price(value),
        purchasing_disabled: value % 5 === 0,
      });
  },
  'delete variant': ({ store, product, value }) => {
    const variant = optional(product.variants, value);
    if (variant && product.options.length > 0) store.variants.delete(product.id, variant.id);
  },
  'delete product': ({ store, product }) => store.products.delete(product.id),
};

/** Changes that need no product. Deleted records are remembered, so that they can come back with the same id. */
function otherChanges(gone: Gone): Partial<Record<Change, (picks: Omit<Picks, 'product' | 'other'>) => void>> {
  return {
    'create product': ({ store, value }) =>
      void store.products.create({
        name: `Made ${value}`,
        channels: value % 5 === 0 ? [] : [1],
        price: price(value),
        custom_url: address(value),
      }),
    'create twin': ({ store, value }) => {
      const variants = Array.from({ length: 2 + (value % 3) }, (_, place) => ({
        inventory_level: place,
        options: { Size: String(place) },
      }));
      void store.products.create({
        name: `Twin ${value}`,
        channels: [1],
        custom_url: { url: `/twins-${value}/alpha/`, is_customized: true },
        inventory_tracking: 'variant',
        variants,
      });
    },
    'create category': ({ store, value }) => {
      const parent = optional(store.categories.all(), value);
      void store.categories.create({
        name: `Category ${value}`,
        url: { path: `/c-${value}/${at(slugs, value)}/`, is_customized: false },
        parent_id: parent?.id ?? 0,
        tree_id: parent?.tree_id ?? 1,
      });
    },
    'edit category': ({ store, pick, value }) => {
      const category = optional(store.categories.all(), pick);
      if (category)
        void store.categories.update(category.id, {
          name: `Renamed ${value}`,
          ...(value % 2 === 0 && { url: { path: `/e-${value}/${at(slugs, value)}/`, is_customized: true } }),
        });
    },
    'hide category': ({ store, pick, value }) => {
      const category = optional(store.categories.all(), pick);
      if (category) void store.categories.update(category.id, { is_visible: value % 2 === 0 });
    },
    'delete category': ({ store, pick, value }) => {
      const category = optional(store.categories.all(), pick);
      if (!category) return;
      gone.categories.push(category);
      store.categories.delete(category.id, value % 2 === 0 ? 'keep' : 'remove');
    },
    'bring category back': ({ store }) => {
      const category = gone.categories.pop();
      if (category && !store.categories.get(category.id)) void store.categories.create({ ...category, parent_id: 0 });
    },
    'create brand': ({ store, value }) =>
      void store.brands.create({
        name: `Brand ${value}`,
        custom_url: { url: `/b-${value}/${at(slugs, value)}/`, is_customized: false },
      }),
    'rename brand': ({ store, pick, value }) => {
      const brand = optional(store.brands.all(), pick);
      if (brand) void store.brands.rename(brand.id, `Brand ${value}`);
    },
    'delete brand': ({ store, pick, value }) => {
      const brand = optional(store.brands.all(), pick);
      if (!brand) return;
      gone.brands.push(brand);
      store.brands.delete(brand.id, value % 2 === 0 ? 'keep' : 'remove');
    },
    'bring brand back': ({ store }) => {
      const brand = gone.brands.pop();
      if (brand && !store.brands.get(brand.id)) void store.brands.create(brand);
    },
  };
}

interface Gone {
  categories: ReturnType<SimulatedStore['categories']['all']>;
  brands: ReturnType<SimulatedStore['brands']['all']>;
}

/** Makes changes to one store. */
export function changer(
  store: SimulatedStore,
): (step: { change: Change; pick: number; other: number; value: number }) => void {
  const others = otherChanges({ categories: [], brands: [] });
  return ({ change, pick, other, value }) => {
    others[change]?.({ store, pick, value });
    const ids = store.products.ids();
    const product = optional(ids, pick);
    const second = optional(ids, other);
    if (product === undefined || second === undefined) return;
    const [one, two] = [store.products.get(product), store.products.get(second)];
    if (one && two) productChanges[change]?.({ store, product: one, other: two, pick, value });
  };
}

/**
 * Creates a product, a brand, and a category of each tree where there is none: a scheduled pass does not trust empty
 * lists (behavior 10.4).
 */
export function leaveOneOfEach({ products, categories, brands, state }: SimulatedStore): void {
  const address = { is_customized: false };
  if (products.ids().length === 0) products.create({ name: 'Last product', channels: [1] });
  for (const { id } of state.trees.values())
    if (categories.all().every(({ tree_id: tree }) => tree !== id))
      categories.create({ name: 'Last category', tree_id: id, url: { path: '/last/', ...address } });
  if (brands.all().length === 0) brands.create({ name: 'Last brand', custom_url: { url: '/last-brand/', ...address } });
}

function optional<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % items.length];
}

function at<Item>(items: readonly Item[], pick: number): Item {
  const item = optional(items, pick);
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}
