import type { Product, Variant } from '../catalog/product-model';
import { isSimple } from '../http/present';
import type { Choice } from '../markets/pricing';
import { insufficientStock, missingFields, variantNotFound, variantRequired } from './failures';
import type { CartLine, Entered, LineInput } from './model';

/** The variant that the line identifies, by id, options or sku. */
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

/** The chosen values of modifiers; a product with a required modifier cannot be bought without a value for it. */
export function modifierChoices(product: Product, line: LineInput): Choice[] {
  const { multipleChoices, checkboxes } = line.selectedOptions ?? {};
  const chosen = [...(multipleChoices ?? []), ...(checkboxes ?? [])]
    .map((choice) => ({ option_id: choice.optionEntityId, value_id: choice.optionValueEntityId }))
    .filter((choice) => product.modifiers.some((modifier) => modifier.id === choice.option_id));
  const missing = product.modifiers.find(
    ({ id, required, option_values: values }) =>
      required && values.length > 0 && !chosen.some((choice) => choice.option_id === id),
  );
  if (missing) throw missingFields(`lineItems.*.selectedOptions (${missing.display_name})`);
  return chosen;
}

/** What was entered for the product's modifiers; nothing is checked. */
export function enteredValues(product: Product, { selectedOptions }: LineInput): Entered[] {
  const { textFields, multiLineTextFields, numberFields, dateFields } = selectedOptions ?? {};
  const entered: Entered[] = [
    ...(textFields ?? []).map(({ optionEntityId, text }) => ({
      optionId: optionEntityId,
      shown: { __typename: 'CartSelectedTextFieldOption', text },
    })),
    ...(multiLineTextFields ?? []).map(({ optionEntityId, text }) => ({
      optionId: optionEntityId,
      shown: { __typename: 'CartSelectedMultiLineTextFieldOption', text },
    })),
    ...(numberFields ?? []).map(({ optionEntityId, number }) => ({
      optionId: optionEntityId,
      shown: { __typename: 'CartSelectedNumberFieldOption', number },
    })),
    ...(dateFields ?? []).map(({ optionEntityId, date }) => ({
      optionId: optionEntityId,
      shown: { __typename: 'CartSelectedDateFieldOption', date: { utc: date } },
    })),
  ];
  return entered.filter(({ optionId }) => product.modifiers.some(({ id }) => id === optionId));
}

/** What was chosen and entered in addition to the variant, in the order of the product's modifiers. */
export function selectedModifiers({ modifiers }: Product, { choices, entered }: CartLine) {
  return modifiers.flatMap((modifier) => {
    const named = { entityId: modifier.id, name: modifier.display_name, attributeId: String(modifier.id) };
    const choice = choices.find((each) => each.option_id === modifier.id);
    const value = modifier.option_values.find(({ id }) => id === choice?.value_id);
    const chosen = value && {
      __typename: modifier.type === 'checkbox' ? 'CartSelectedCheckboxOption' : 'CartSelectedMultipleChoiceOption',
      value: value.label,
      valueEntityId: value.id,
    };
    const shown = chosen ?? entered.find(({ optionId }) => optionId === modifier.id)?.shown;
    return shown ? [{ ...named, ...shown }] : [];
  });
}

export function definedOf(line: LineInput): Partial<LineInput> {
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value !== null && value !== undefined));
}
