import type { Included, Product } from 'strapi-plugin-commerce-bridge/client';
import type { SimulatedStore, StoreProduct } from './simulated-store';

/** Groups of fields in which changes are visible. */
export const watchedGroups = ['sale_price', 'calculated_price', 'inventory', 'in_stock', 'images_all_sizes'] as const;

/** A product as the shop shows it. */
export type WatchedProduct = Included<Product, typeof watchedGroups>;

/** The kinds of changes that one click can make. */
export const editKinds = ['price', 'name', 'stock'] as const;
export type EditKind = (typeof editKinds)[number];

/** A change that was made in the store, and a check whether it has arrived in the shop. */
export interface Edit {
  /** For example `Price`. */
  what: string;
  from: string;
  to: string;
  hasArrived(product: WatchedProduct): boolean;
}

/** Makes a change that shoppers can see: another price, another name, sold out, or back in stock. */
export async function makeEdit(store: SimulatedStore, { id, kind }: { id: number; kind: EditKind }): Promise<Edit> {
  const product = await store.read(id);
  if (kind === 'name') return rename(store, product);
  return kind === 'price' ? reprice(store, product) : restock(store, product);
}

async function reprice(store: SimulatedStore, { id, fields }: StoreProduct): Promise<Edit> {
  // The price that shoppers pay: the sale price if the product is reduced.
  const isReduced = fields.sale_price > 0;
  const from = isReduced ? fields.sale_price : fields.price;
  const to = Math.round((from % 10 < 5 ? from + 5 : from - 5) * 100) / 100;
  await store.change(id, isReduced ? { sale_price: to } : { price: to });
  return {
    what: 'Price',
    from: from.toFixed(2),
    to: to.toFixed(2),
    hasArrived: ({ price, sale_price: reduced }) => (isReduced ? reduced : price) === to,
  };
}

const mark = ' (new batch)';

async function rename(store: SimulatedStore, { id, fields: { name: from } }: StoreProduct): Promise<Edit> {
  const to = from.endsWith(mark) ? from.slice(0, -mark.length) : from + mark;
  await store.change(id, { name: to });
  return { what: 'Name', from, to, hasArrived: ({ name }) => name === to };
}

async function restock(store: SimulatedStore, product: StoreProduct): Promise<Edit> {
  const { id, fields, variants } = product;
  const [variant] = variants;
  if (fields.inventory_tracking === 'variant' && variant) {
    const to = otherLevel(variant.inventory_level);
    await store.restock(id, { level: to, variant_id: variant.id });
    return {
      ...levels(variant.inventory_level, to),
      hasArrived: (shown) => shown.variants.find((each) => each.id === variant.id)?.inventory_level === to,
    };
  }
  // If the product's stock was not tracked, tracking starts now.
  if (fields.inventory_tracking === 'none') await store.change(id, { inventory_tracking: 'product' });
  const to = otherLevel(fields.inventory_level);
  await store.restock(id, { level: to });
  return { ...levels(fields.inventory_level, to), hasArrived: ({ inventory }) => inventory.level === to };
}

const otherLevel = (level: number): number => (level > 0 ? 0 : 12);
const levels = (from: number, to: number) => ({ what: 'Stock', from: String(from), to: String(to) });
