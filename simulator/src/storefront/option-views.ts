import type { Product, ProductOption, Variant } from '../catalog/product-model';
import { connection, type PageArguments } from './connection';
import type { View } from './session';

const OPTION_STYLES: Record<ProductOption['type'], string> = {
  radio_buttons: 'RadioButtons',
  rectangles: 'RectangleBoxes',
  dropdown: 'DropdownList',
  product_list: 'ProductPickList',
  product_list_with_images: 'ProductPickListWithImages',
  swatch: 'Swatch',
};

/** The product's options, each with the variant's value. */
export function chosenOptions(product: Product, variant: Variant): ProductOption[] {
  return product.options.flatMap((option) => {
    const chosen = variant.option_values.find((value) => value.option_id === option.id);
    return chosen ? [{ ...option, option_values: option.option_values.filter((value) => value.id === chosen.id) }] : [];
  });
}

/** An option in the older, plain shape. */
export function plainOption(option: ProductOption): View {
  return {
    entityId: option.id,
    displayName: option.display_name,
    isRequired: true,
    values: (page: PageArguments) =>
      connection(option.option_values, page, { present: (value) => ({ entityId: value.id, label: value.label }) }),
  };
}

/** An option with its display style and swatches. */
export function optionView(option: ProductOption): View {
  return {
    __typename: 'MultipleChoiceOption',
    entityId: option.id,
    displayName: option.display_name,
    isRequired: true,
    isVariantOption: true,
    displayStyle: OPTION_STYLES[option.type],
    values: (page: PageArguments) =>
      connection(option.option_values, page, {
        present: (value) => ({
          __typename: option.type === 'swatch' ? 'SwatchOptionValue' : 'MultipleChoiceOptionValue',
          entityId: value.id,
          label: value.label,
          isDefault: value.is_default,
          isSelected: null,
          hexColors: value.value_data?.colors ?? [],
          imageUrl: null,
        }),
      }),
  };
}
