import { defaultVariant } from './defaults';
import type { Dice } from './dice';
import { IDS_PER_PRODUCT } from './generated-ids';
import type { InventoryTracking, OptionValueReference, ProductOption, ProductSummary, Variant } from './product-model';
import { skuIdOf } from './product-model';
import { COLORS, PACKS, SIZES } from './words';

const DRAW = {
  assortment: 3000,
  stock: 3010,
  variantStock: 3100,
  ownPrice: 3001,
  disabled: 3200,
  colors: 3002,
  sizes: 3003,
} as const;

interface Axis {
  readonly name: string;
  readonly type: ProductOption['type'];
  readonly values: readonly { label: string; color?: string }[];
}

/** Which options a generated product has; `variants` is 0 for a simple product, which has only its base variant. */
export interface Assortment {
  readonly variants: number;
  readonly axes: readonly Axis[];
  options(productId: number): ProductOption[];
}

const SIMPLE: Assortment = { variants: 0, axes: [], options: () => [] };

/** Nearly half of the products are simple; the rest have 2 to 72 variants. */
export function assortmentOf(dice: Dice, id: number): Assortment {
  const roll = dice.roll(id, DRAW.assortment) % 1000;
  if (roll < 480) return SIMPLE;
  const colors = dice.between(id, DRAW.colors, [2, roll < 900 ? 3 : 6]);
  const sizes = dice.between(id, DRAW.sizes, [2, roll < 900 ? 4 : 6]);
  const axes = [sizeAxis(sizes)];
  if (roll >= 720) axes.unshift(colorAxis(colors));
  if (roll >= 985) axes.push({ name: 'Pack', type: 'dropdown', values: PACKS.slice(0, 2).map((label) => ({ label })) });
  return {
    variants: axes.reduce((product, axis) => product * axis.values.length, 1),
    axes,
    options: (productId) => axes.map((axis, place) => optionFrom(axis, productId, place)),
  };
}

/** The product's own `inventory_level`: with tracking by variant the sum of its variants. */
export function stockOf(dice: Dice, id: number, product: { tracking: InventoryTracking; variants: number }): number {
  if (product.tracking === 'none') return 0;
  if (product.tracking === 'product')
    return dice.chance(id, DRAW.stock, 120) ? 0 : dice.between(id, DRAW.stock + 1, [1, 250]);
  let sum = 0;
  for (let place = 0; place < product.variants; place += 1) sum += variantStock(dice, id, place);
  return sum;
}

/** All variants of a generated product, in the order of their ids. */
export function variantsOf(
  { dice, stockDice }: { dice: Dice; stockDice: Dice },
  product: { id: number; summary: ProductSummary; assortment: Assortment },
): Variant[] {
  const { id, summary, assortment } = product;
  const { fields } = summary;
  if (assortment.variants === 0)
    return [{ ...defaultVariant(id * IDS_PER_PRODUCT, fields.sku), inventory_level: fields.inventory_level }];
  const someHaveOwnPrices = dice.chance(id, DRAW.ownPrice, 300);
  return Array.from({ length: assortment.variants }, (_, place) => {
    const variantId = id * IDS_PER_PRODUCT + place;
    const ownPrice = someHaveOwnPrices && place % 3 === 2;
    const price = ownPrice ? Math.round(fields.price * 110) / 100 : null;
    return {
      ...defaultVariant(variantId, `GEN-${id}-${String(place + 1).padStart(2, '0')}`),
      sku_id: skuIdOf(variantId),
      price,
      sale_price: price !== null && place % 2 === 0 && price > 1 ? Math.round(price * 80) / 100 : null,
      weight: place % 5 === 4 ? fields.weight + 0.5 : null,
      purchasing_disabled: dice.chance(id, DRAW.disabled + place, 20),
      bin_picking_number: place % 4 === 0 ? '0' : '',
      inventory_level: fields.inventory_tracking === 'variant' ? variantStock(stockDice, id, place) : 0,
      inventory_warning_level: 0,
      option_values: optionValuesAt(assortment.axes, id, place),
    };
  });
}

function variantStock(dice: Dice, id: number, place: number): number {
  return dice.chance(id, DRAW.variantStock + place, 250) ? 0 : dice.between(id, DRAW.variantStock + place, [1, 40]);
}

function sizeAxis(count: number): Axis {
  return { name: 'Size', type: 'rectangles', values: SIZES.slice(0, count).map((label) => ({ label })) };
}

function colorAxis(count: number): Axis {
  return {
    name: 'Color',
    type: 'swatch',
    values: COLORS.slice(0, count).map(([label, color]) => ({ label, color })),
  };
}

function optionId(productId: number, place: number): number {
  return productId * IDS_PER_PRODUCT + place;
}

function valueId(productId: number, axis: number, value: number): number {
  return productId * IDS_PER_PRODUCT + axis * 10 + value;
}

function optionFrom(axis: Axis, productId: number, place: number): ProductOption {
  return {
    id: optionId(productId, place),
    name: `${axis.name}${optionId(productId, place)}`,
    display_name: axis.name,
    type: axis.type,
    sort_order: place,
    option_values: axis.values.map((value, index) => ({
      id: valueId(productId, place, index),
      label: value.label,
      sort_order: index,
      is_default: false,
      value_data: value.color === undefined ? null : { colors: [value.color] },
    })),
  };
}

/** The last option varies fastest. */
function optionValuesAt(axes: readonly Axis[], productId: number, place: number): OptionValueReference[] {
  const references: OptionValueReference[] = [];
  let rest = place;
  for (let axis = axes.length - 1; axis >= 0; axis -= 1) {
    const current = axes[axis];
    if (!current) continue;
    const value = rest % current.values.length;
    rest = Math.floor(rest / current.values.length);
    references.unshift({
      id: valueId(productId, axis, value),
      label: current.values[value]?.label ?? '',
      option_id: optionId(productId, axis),
      option_display_name: current.name,
    });
  }
  return references;
}
