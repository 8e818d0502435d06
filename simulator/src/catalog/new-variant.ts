import { apply, type Changes } from './changes';
import { defaultVariant } from './defaults';
import type { Product, ProductOption, Variant } from './product-model';
import { skuIdOf } from './product-model';
import type { CatalogState } from './state';

/** A variant to create: values that are not inherited, and its options by name. */
export interface NewVariant extends Changes<Omit<Variant, 'id' | 'sku_id' | 'option_values'>> {
  /** `{ Size: 'M', Color: 'Red' }`. Default `{ Version: <its number> }`. */
  options?: Record<string, string> | undefined;
}

/** Adds missing options and values of the variant to the product. */
export function addOptions(
  state: CatalogState,
  product: Product,
  wanted: { variant: NewVariant; place: number },
): void {
  for (const [name, label] of Object.entries(optionsOf(wanted.variant, wanted.place))) {
    addValue(state, optionNamed(state, product, name), label);
  }
}

/** A new variant whose options the product already has. */
export function newVariant(
  state: CatalogState,
  product: Product,
  wanted: { variant: NewVariant; place: number },
): Variant {
  const { options, ...fields } = wanted.variant;
  const id = state.takeId('variant');
  const references = Object.entries(options ?? optionsOf(wanted.variant, wanted.place)).flatMap(([name, label]) => {
    const option = product.options.find((each) => each.display_name === name);
    const value = option?.option_values.find((each) => each.label === label);
    return option && value ? [{ id: value.id, label, option_id: option.id, option_display_name: name }] : [];
  });
  // REST rejects an empty variant sku (upstream 2.4).
  const variant: Variant = {
    ...defaultVariant(id, `SIM-${product.id}-${id}`),
    sku_id: skuIdOf(id),
    option_values: references,
  };
  apply(variant, fields);
  return variant;
}

function optionsOf(variant: NewVariant, place: number): Record<string, string> {
  return variant.options ?? { Version: String(place + 1) };
}

function optionNamed(state: CatalogState, product: Product, name: string): ProductOption {
  const existing = product.options.find((option) => option.display_name === name);
  if (existing) return existing;
  const id = state.takeId('option');
  const option: ProductOption = {
    id,
    name: `${name}${id}`,
    display_name: name,
    type: 'rectangles',
    sort_order: product.options.length,
    option_values: [],
  };
  product.options.push(option);
  return option;
}

function addValue(state: CatalogState, option: ProductOption, label: string): void {
  if (option.option_values.some((value) => value.label === label)) return;
  option.option_values.push({
    id: state.takeId('optionValue'),
    label,
    sort_order: option.option_values.length,
    is_default: false,
    value_data: null,
  });
}
