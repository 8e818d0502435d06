import type { CatalogProduct, CatalogVariant, CatalogVariantOption } from '../../catalog/model';
import { fittingDecimal } from './column-limits';
import type { WireVariant } from '../wire/wire-product';

export interface VariantMappingContext {
  productName: string;
  /** The product's current price, for variants without their own. */
  productPrice: number;
  stock: {
    tracking: CatalogProduct['inventoryTracking'];
    availability: CatalogProduct['availability'];
    /** The product's own level. */
    level: number | null;
  };
}

/**
 * Variants in the order of their ids, since upstream guarantees none and a changed order alone is not a change.
 * @throws UnusableItemError when a value cannot be stored
 */
export function mapVariants(wires: readonly WireVariant[], context: VariantMappingContext): CatalogVariant[] {
  return [...wires].sort((a, b) => a.id - b.id).map((wire) => mapVariant(wire, context));
}

function mapVariant(wire: WireVariant, { productName, productPrice, stock }: VariantMappingContext): CatalogVariant {
  const options = mapOptions(wire);
  const labels = options.map((option) => option.label).filter((label) => label !== '');
  // Null inherits the product's price; upstream's calculated price already includes sales (upstream 2.4).
  const ownPrice = wire.calculated_price ?? wire.price;

  return {
    id: wire.id,
    name: labels.length > 0 ? labels.join(' / ') : productName,
    sku: wire.sku,
    price: ownPrice === null ? productPrice : fittingDecimal(`price of variant ${wire.id}`, ownPrice),
    inventoryLevel: stock.tracking === 'variant' ? wire.inventory_level : null,
    inStock: inStock(wire, stock),
    options,
    ...(wire.purchasing_disabled && { isPurchaseDisabled: true as const }),
  };
}

/**
 * Whether a variant is in stock (behavior 2.5): disabled purchasing is to a variant what `disabled` is to a product.
 */
function inStock(wire: WireVariant, stock: VariantMappingContext['stock']): boolean {
  if (stock.availability === 'disabled' || wire.purchasing_disabled) return false;
  if (stock.tracking === 'none') return true;
  const level = stock.tracking === 'product' ? stock.level : wire.inventory_level;
  return (level ?? 0) > 0;
}

function mapOptions(wire: WireVariant): CatalogVariantOption[] {
  return (wire.option_values ?? []).map((value) => ({
    optionId: value.option_id,
    name: value.option_display_name,
    valueId: value.id,
    label: value.label.trim(),
  }));
}
