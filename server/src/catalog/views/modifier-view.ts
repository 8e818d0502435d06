import type { ModifierValueView, ModifierView } from '../../../../contracts/rest/modifiers';
import type { Adjustment, CatalogModifier, CatalogModifierValue, ModifierLimits } from '../model/product-modifiers';

/** What a shopper chooses or enters in addition to the variant. */
export function presentModifier(modifier: CatalogModifier): ModifierView {
  const { id, name, type, isRequired, defaultValue, checkboxLabel, limits, values } = modifier;
  return {
    id,
    name,
    type,
    required: isRequired,
    default_value: defaultValue,
    checkbox_label: checkboxLabel,
    limits: presentLimits(limits),
    values: values.map(presentValue),
  };
}

function presentValue(value: CatalogModifierValue): ModifierValueView {
  return {
    id: value.id,
    label: value.label,
    is_default: value.isDefault,
    price_adjuster: presentAdjustment(value.price),
    weight_adjuster: presentAdjustment(value.weight),
    availability: value.isPurchaseDisabled ? 'disabled' : 'available',
    message: value.message,
    colors: value.colors,
    image: value.image,
    product_id: value.productId,
    is_checked: value.isChecked,
  };
}

function presentAdjustment(adjustment: Adjustment | null): ModifierValueView['price_adjuster'] {
  return adjustment && { type: adjustment.kind, value: adjustment.value };
}

function presentLimits({
  minLength,
  maxLength,
  maxLines,
  integersOnly,
  fileTypes,
  maxFileSize,
  ...others
}: ModifierLimits) {
  return {
    ...others,
    ...(minLength !== undefined && { min_length: minLength }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(maxLines !== undefined && { max_lines: maxLines }),
    ...(integersOnly !== undefined && { integers_only: integersOnly }),
    ...(fileTypes !== undefined && { file_types: fileTypes }),
    ...(maxFileSize !== undefined && { max_file_size: maxFileSize }),
  };
}
