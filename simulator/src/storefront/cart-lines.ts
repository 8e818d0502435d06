import type { Product, Variant } from '../catalog/product-model';
import { isSimple } from '../http/present';
import type { Choice } from '../markets/pricing';
import { insufficientStock, missingFields, variantNotFound, variantRequired } from './failures';
import type { LineInput } from './model';

/** The variant that the line names, by id, options or sku. */
export function variantOf(product: Product, line: LineInput): Variant {
  const choices = line.selectedOptions?.multipleChoices ?? [];
  const byOptions = product.variants.find(
    (variant) =>
      choices.length > 0 &&
      variant.option_values.every((value) =>
        choices.some((choice) => choice.optionEntityId === value.option_id && choice.optionValueEntityId === value.id),
      ),
  );
  const bySku = line.sku ? product.variants.find((variant) => variant.sku === line.sku) : undefined;
  const wanted = line.variantEntityId;
  if (wanted !== null && wanted !== undefined) {
    const variant = product.variants.find((each) => each.id === wanted);
    if (!variant) throw variantNotFound(wanted);
    return variant;
  }
  const base = isSimple(product) ? product.variants[0] : undefined;
  const variant = byOptions ?? bySku ?? base;
  if (!variant) throw variantRequired(product.fields.name);
  return variant;
}

export function checkStock(product: Product, variant: Variant, quantity: number): void {
  const { inventory_tracking: tracking, inventory_level: level, order_quantity_maximum: most } = product.fields;
  const available = tracking === 'variant' ? variant.inventory_level : level;
  if (tracking !== 'none' && quantity > available) throw insufficientStock(product.fields.name);
  if (most > 0 && quantity > most) throw insufficientStock(product.fields.name);
}

/** The chosen values of modifiers; without one for each that is required, the product cannot be bought. */
export function modifierChoices(product: Product, line: LineInput): Choice[] {
  const chosen = (line.selectedOptions?.multipleChoices ?? [])
    .map((choice) => ({ option_id: choice.optionEntityId, value_id: choice.optionValueEntityId }))
    .filter((choice) => product.modifiers.some((modifier) => modifier.id === choice.option_id));
  const missing = product.modifiers.find(
    ({ id, required, option_values: values }) =>
      required && values.length > 0 && !chosen.some((choice) => choice.option_id === id),
  );
  if (missing) throw missingFields(`lineItems.*.selectedOptions (${missing.display_name})`);
  return chosen;
}

export function definedOf(line: LineInput): Partial<LineInput> {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined));
}
