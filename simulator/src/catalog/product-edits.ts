import type { Clock } from '../clock';
import { unixSeconds } from '../clock';
import { apply, UnknownEntityError, type Changes, type StockCause } from './changes';
import { defaultProduct } from './defaults';
import { addOptions, newVariant, type NewVariant } from './new-variant';
import type { CustomField, Product, ProductFields, ProductImage } from './product-model';
import type { CatalogState } from './state';
import { sumStock } from './variant-edits';

export type NewImage = Changes<Omit<ProductImage, 'id' | 'modified'>>;

/** A product to create: its name, and values that differ from upstream's empty ones. */
export interface NewProduct extends Changes<Omit<ProductFields, 'name'>> {
  name: string;
  id?: number | undefined;
  /** Default none: a product created through the API is in no channel until assigned (upstream 2.3). */
  channels?: number[] | undefined;
  variants?: NewVariant[] | undefined;
  images?: NewImage[] | undefined;
  custom_fields?: Omit<CustomField, 'id'>[] | undefined;
  /** Unix seconds; default now. */
  created?: number | undefined;
}

/** Edits to products themselves. Only changes to a product's own fields update its `date_modified`. */
export class ProductEdits {
  constructor(
    private readonly state: CatalogState,
    private readonly clock: Clock,
  ) {}

  get count(): number {
    return this.state.productCount;
  }

  /** Ids of all products, ascending. */
  ids(): number[] {
    return [...this.state.productIds];
  }

  /** A copy of the product as it is now. */
  get(id: number): Product | undefined {
    const product = this.state.product(id);
    return product && structuredClone(product);
  }

  create(options: NewProduct): Product {
    const { id: wantedId, channels, variants, images, custom_fields: customFields, created, ...fields } = options;
    const id = wantedId ?? this.state.takeId('product');
    this.state.reserveId('product', id);
    const base = defaultProduct({
      id,
      name: options.name,
      variantId: this.state.takeId('variant'),
      created: created ?? unixSeconds(this.clock),
    });
    const product: Product = { ...base, channels: [...(channels ?? [])] };
    apply(product.fields, fields);
    if (variants && variants.length > 0) {
      product.variants = variants.map((variant, place) => {
        addOptions(this.state, product, { variant, place });
        return newVariant(this.state, product, { variant, place });
      });
      product.fields.option_set_id = 10_000 + id;
      if (options.inventory_level === undefined) sumStock(product);
    }
    product.images = (images ?? []).map((image, place) =>
      newImage(this.state, image, { place, modified: base.created }),
    );
    product.customFields = (customFields ?? []).map((field) => ({ id: this.state.takeId('customField'), ...field }));
    this.state.keep(product);
    this.state.announce({ entity: 'product', action: 'created', productId: id, fields: [] });
    return structuredClone(product);
  }

  /** Writes own fields, as `PUT /catalog/products/{id}` would. Unchanged values change nothing and raise no event. */
  update(id: number, fields: Changes<ProductFields>): Product {
    const before = this.required(id);
    const changed = changedKeys(before.fields, fields);
    if (changed.length === 0) return structuredClone(before);
    const after = this.state.edit(id, (product) => {
      apply(product.fields, fields);
      product.modified = unixSeconds(this.clock);
    });
    this.state.announce({ entity: 'product', action: 'updated', productId: id, fields: changed });
    if (changed.includes('inventory_level')) this.announceStock(after, stockEdit(before, after));
    return structuredClone(after);
  }

  delete(id: number): void {
    this.required(id);
    this.state.remove(id);
    this.state.announce({ entity: 'product', action: 'deleted', productId: id, fields: [] });
  }

  hide(id: number): Product {
    return this.update(id, { is_visible: false });
  }

  show(id: number): Product {
    return this.update(id, { is_visible: true });
  }

  rename(id: number, name: string): Product {
    return this.update(id, { name });
  }

  /** Sets the stock of the product itself, as the inventory API would: `date_modified` is unchanged. */
  restock(id: number, level: number): Product {
    const before = this.required(id);
    if (before.fields.inventory_level === level) return structuredClone(before);
    const after = this.state.edit(id, (product) => {
      product.fields.inventory_level = level;
      const base = product.options.length === 0 ? product.variants[0] : undefined;
      if (base) base.inventory_level = level;
    });
    this.announceStock(after, stockEdit(before, after));
    return structuredClone(after);
  }

  /** Reduces stock as an order would: the variant's if stock is tracked by variant, otherwise the product's. */
  sell(id: number, sold: { variantId: number; quantity: number }): void {
    const { quantity, variantId } = sold;
    const after = this.state.edit(id, (product) => {
      const { fields } = product;
      fields.total_sold += quantity;
      if (fields.inventory_tracking !== 'none') fields.inventory_level -= quantity;
      const variant = product.variants.find((each) => each.id === variantId);
      if (variant && fields.inventory_tracking === 'variant') variant.inventory_level -= quantity;
    });
    const variant = after.variants.find((each) => each.id === variantId);
    if (after.fields.inventory_tracking === 'none' || !variant) return;
    if (after.fields.inventory_tracking === 'product') {
      this.announceStock(after, { change: -quantity, cause: 'order' });
      return;
    }
    this.state.announce({
      entity: 'variant stock',
      productId: id,
      variantId,
      skuId: variant.sku_id,
      tracked: true,
      change: -quantity,
      level: variant.inventory_level,
      warningLevel: variant.inventory_warning_level,
      cause: 'order',
    });
  }

  /**
   * Assigns the product to exactly these categories, as the category assignments API would: `date_modified` is
   * unchanged.
   */
  move(id: number, categories: number[]): Product {
    const before = [...this.required(id).fields.categories];
    const after = this.state.edit(id, (product) => {
      product.fields.categories = [...categories];
    });
    this.state.announce({ entity: 'category assignment', productId: id, categories: [...categories], before });
    return structuredClone(after);
  }

  assign(id: number, channelId: number): Product {
    if (this.required(id).channels.includes(channelId)) return structuredClone(this.required(id));
    const after = this.state.edit(id, (product) => {
      product.channels = [...product.channels, channelId].sort((left, right) => left - right);
    });
    this.state.announce({ entity: 'channel assignment', action: 'assigned', productId: id, channelId });
    return structuredClone(after);
  }

  unassign(id: number, channelId: number): Product {
    if (!this.required(id).channels.includes(channelId)) return structuredClone(this.required(id));
    const after = this.state.edit(id, (product) => {
      product.channels = product.channels.filter((each) => each !== channelId);
    });
    this.state.announce({ entity: 'channel assignment', action: 'unassigned', productId: id, channelId });
    return structuredClone(after);
  }

  /** Swaps the URLs of two products. */
  swapUrls(first: number, second: number): void {
    const firstUrl = this.required(first).fields.custom_url;
    const secondUrl = this.required(second).fields.custom_url;
    this.update(first, { custom_url: secondUrl });
    this.update(second, { custom_url: firstUrl });
  }

  addImage(id: number, image: NewImage = {}): ProductImage {
    const modified = unixSeconds(this.clock);
    const added = newImage(this.state, image, { place: this.required(id).images.length, modified });
    this.state.edit(id, (product) => {
      if (added.is_thumbnail) for (const other of product.images) other.is_thumbnail = false;
      product.images.unshift(added);
    });
    this.state.announce({ entity: 'image', action: 'created', productId: id });
    return structuredClone(added);
  }

  updateImage(id: number, imageId: number, changes: NewImage): void {
    this.state.edit(id, (product) => {
      const image = product.images.find((each) => each.id === imageId);
      if (!image) throw new UnknownEntityError('image', imageId);
      if (changes.is_thumbnail === true) for (const other of product.images) other.is_thumbnail = false;
      apply(image, { ...changes, modified: unixSeconds(this.clock) });
    });
    this.state.announce({ entity: 'image', action: 'updated', productId: id });
  }

  deleteImage(id: number, imageId: number): void {
    if (!this.required(id).images.some((image) => image.id === imageId)) throw new UnknownEntityError('image', imageId);
    this.state.edit(id, (product) => {
      product.images = product.images.filter((image) => image.id !== imageId);
    });
    this.state.announce({ entity: 'image', action: 'deleted', productId: id });
  }

  /** Replaces all custom fields. */
  setCustomFields(id: number, fields: Omit<CustomField, 'id'>[]): void {
    this.state.edit(id, (product) => {
      product.customFields = fields.map((field) => ({ id: this.state.takeId('customField'), ...field }));
    });
    this.state.announce({ entity: 'custom fields', action: 'updated', productId: id });
  }

  private required(id: number): Product {
    const product = this.state.product(id);
    if (!product) throw new UnknownEntityError('product', id);
    return product;
  }

  private announceStock(after: Product, edit: { change: number; cause: StockCause }): void {
    this.state.announce({
      entity: 'product stock',
      productId: after.id,
      variantId: after.options.length === 0 ? (after.variants[0]?.id ?? null) : null,
      level: after.fields.inventory_level,
      warningLevel: after.fields.inventory_warning_level,
      ...edit,
    });
  }
}

function stockEdit(before: Product, after: Product): { change: number; cause: StockCause } {
  return { change: after.fields.inventory_level - before.fields.inventory_level, cause: 'edit' };
}

function changedKeys(before: ProductFields, changes: Changes<ProductFields>): (keyof ProductFields)[] {
  const isKey = (key: string): key is keyof ProductFields => key in before;
  return Object.keys(changes)
    .filter(isKey)
    .filter((key) => changes[key] !== undefined && JSON.stringify(before[key]) !== JSON.stringify(changes[key]));
}

function newImage(state: CatalogState, image: NewImage, where: { place: number; modified: number }): ProductImage {
  const id = state.takeId('image');
  return {
    id,
    is_thumbnail: image.is_thumbnail ?? where.place === 0,
    sort_order: image.sort_order ?? where.place,
    description: image.description ?? '',
    image_file: image.image_file ?? `u/${id % 1000}/picture__${id}.jpg`,
    modified: where.modified,
  };
}
