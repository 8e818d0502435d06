import { apply, UnknownEntityError, type Changes } from './changes';
import { defaultVariant } from './defaults';
import type { Product, Variant } from './product-model';
import { addOptions, newVariant, type NewVariant } from './new-variant';
import type { CatalogState } from './state';

export type VariantChanges = Changes<Omit<Variant, 'id' | 'sku_id' | 'option_values'>>;

/** Edits to variants. None of them updates the product's `date_modified` or raises a product event (upstream 4.2). */
export class VariantEdits {
  constructor(private readonly state: CatalogState) {}

  /** Adds a variant; a simple product becomes one with options, and its base variant is removed. */
  create(productId: number, variant: NewVariant): Variant {
    let created = defaultVariant(0, '');
    this.state.edit(productId, (product) => {
      const simple = product.options.length === 0;
      const place = simple ? 0 : product.variants.length;
      addOptions(this.state, product, { variant, place });
      created = newVariant(this.state, product, { variant, place });
      product.variants = simple ? [created] : [...product.variants, created];
      product.fields.option_set_id ??= 10_000 + product.id;
      sumStock(product);
    });
    this.announce('created', productId, created);
    return structuredClone(created);
  }

  /** Unchanged values change nothing and raise no event (upstream 4.2). Stock raises a stock event. */
  update(productId: number, variantId: number, changes: VariantChanges): Variant {
    const before = this.required(productId, variantId);
    const changed = Object.entries(changes)
      .filter(([key, value]) => value !== undefined && !sameValue(before, key, value))
      .map(([key]) => key);
    if (changed.length === 0) return structuredClone(before);
    let after = before;
    this.state.edit(productId, (product) => {
      const variant = product.variants.find((each) => each.id === variantId);
      if (!variant) return;
      apply(variant, changes);
      sumStock(product);
      after = variant;
    });
    if (changed.some((key) => key !== 'inventory_level')) this.announce('updated', productId, after);
    if (changed.includes('inventory_level')) this.announceStock(productId, before, after);
    return structuredClone(after);
  }

  restock(productId: number, variantId: number, level: number): Variant {
    return this.update(productId, variantId, { inventory_level: level });
  }

  /** Deletes a variant; without variants, the product becomes simple again. */
  delete(productId: number, variantId: number): void {
    const variant = this.required(productId, variantId);
    this.state.edit(productId, (product) => {
      product.variants = product.variants.filter((each) => each.id !== variantId);
      if (product.variants.length === 0) {
        product.options = [];
        product.variants = [defaultVariant(this.state.takeId('variant'), product.fields.sku)];
      }
      sumStock(product);
    });
    this.announce('deleted', productId, variant);
  }

  private required(productId: number, variantId: number): Variant {
    const product = this.state.product(productId);
    if (!product) throw new UnknownEntityError('product', productId);
    const variant = product.variants.find((each) => each.id === variantId);
    if (!variant) throw new UnknownEntityError('variant', variantId);
    return variant;
  }

  private announce(action: 'created' | 'updated' | 'deleted', productId: number, variant: Variant): void {
    this.state.announce({ entity: 'variant', action, productId, variantId: variant.id, skuId: variant.sku_id });
  }

  private announceStock(productId: number, before: Variant, after: Variant): void {
    const level = after.inventory_level;
    const change = level - before.inventory_level;
    const tracked = this.state.product(productId)?.fields.inventory_tracking === 'variant';
    this.state.announce({
      entity: 'variant stock',
      productId,
      variantId: after.id,
      skuId: after.sku_id,
      tracked,
      change,
      level,
      warningLevel: after.inventory_warning_level,
      cause: 'edit',
    });
  }
}

function sameValue(variant: Variant, key: string, value: unknown): boolean {
  return Object.entries(variant).some(
    ([name, current]) => name === key && JSON.stringify(current) === JSON.stringify(value),
  );
}

/** With tracking by variant, the product's own level is the sum of its variants'. */
export function sumStock(product: Product): void {
  if (product.fields.inventory_tracking !== 'variant') return;
  product.fields.inventory_level = product.variants.reduce((sum, variant) => sum + variant.inventory_level, 0);
}
