import type { Modifier, ModifierType, Product, ProductOption, Variant } from '../catalog/product-model';
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

/** Translations of labels by the global one. */
type Labels = Readonly<Record<string, string>>;

/** The product's options, each with the variant's value. */
export function chosenOptions(product: Product, variant: Variant): ProductOption[] {
  return product.options.flatMap((option) => {
    const chosen = variant.option_values.find((value) => value.option_id === option.id);
    return chosen ? [{ ...option, option_values: option.option_values.filter((value) => value.id === chosen.id) }] : [];
  });
}

/** An option in the older, plain shape. */
export function plainOption(option: ProductOption, labels: Labels = {}): View {
  return {
    entityId: option.id,
    displayName: labels[option.display_name] ?? option.display_name,
    isRequired: true,
    values: (page: PageArguments) =>
      connection(option.option_values, page, {
        present: (value) => ({ entityId: value.id, label: labels[value.label] ?? value.label }),
      }),
  };
}

/** An option with its display style and swatches. */
export function optionView(option: ProductOption, labels: Labels = {}): View {
  return {
    __typename: 'MultipleChoiceOption',
    entityId: option.id,
    displayName: labels[option.display_name] ?? option.display_name,
    isRequired: true,
    isVariantOption: true,
    displayStyle: OPTION_STYLES[option.type],
    values: (page: PageArguments) =>
      connection(option.option_values, page, {
        present: (value) => ({
          __typename: option.type === 'swatch' ? 'SwatchOptionValue' : 'MultipleChoiceOptionValue',
          entityId: value.id,
          label: labels[value.label] ?? value.label,
          isDefault: value.is_default,
          isSelected: null,
          hexColors: value.value_data?.colors ?? [],
          imageUrl: null,
        }),
      }),
  };
}

const MODIFIER_TYPES: Partial<Record<ModifierType, string>> = {
  date: 'DateFieldOption',
  checkbox: 'CheckboxOption',
  file: 'FileUploadFieldOption',
  text: 'TextFieldOption',
  multi_line_text: 'MultiLineTextFieldOption',
  numbers_only_text: 'NumberFieldOption',
};

/** A modifier among the options: without its adjusters, which only REST has (upstream 20.7). */
export function modifierView(modifier: Modifier, labels: Labels): View {
  const named = {
    entityId: modifier.id,
    displayName: labels[modifier.display_name] ?? modifier.display_name,
    isRequired: modifier.required,
    isVariantOption: false,
  };
  const type = MODIFIER_TYPES[modifier.type];
  if (type !== undefined) return { __typename: type, ...named, ...fieldView(modifier, labels) };
  return {
    __typename: 'MultipleChoiceOption',
    ...named,
    displayStyle: Object.entries(OPTION_STYLES).find(([name]) => name === modifier.type)?.[1] ?? 'DropdownList',
    values: (page: PageArguments) =>
      connection(modifier.option_values, page, {
        present: (value) => ({
          __typename: 'MultipleChoiceOptionValue',
          entityId: value.id,
          label: labels[value.label] ?? value.label,
          isDefault: value.is_default,
          isSelected: null,
        }),
      }),
  };
}

/** Limits and defaults of what a shopper enters; `config` contains 0 or "" where there is no limit. */
function fieldView({ config, option_values: values }: Modifier, labels: Labels): View {
  const label = String(config['checkbox_label'] ?? '');
  return {
    defaultValue: config['default_value'] || null,
    minLength: config['text_min_length'] || null,
    maxLength: config['text_max_length'] || null,
    maxLines: config['text_max_lines'] || null,
    lowest: config['number_lowest_value'] ?? null,
    highest: config['number_highest_value'] ?? null,
    isIntegerOnly: config['number_integers_only'] ?? false,
    limitNumberBy: 'NO_LIMIT',
    limitDateBy: 'NO_LIMIT',
    earliest: null,
    latest: null,
    maxFileSize: config['file_max_size'] ?? 0,
    fileTypes: config['file_types_supported'] ?? [],
    checkedByDefault: config['checked_by_default'] ?? false,
    label: labels[label] ?? label,
    checkedOptionValueEntityId: values[0]?.id ?? 0,
    uncheckedOptionValueEntityId: values[1]?.id ?? 0,
  };
}
