import { defaultFields, defaultVariant } from './defaults';
import type { ExportRow } from './export-file';
import type {
  Condition,
  CustomField,
  InventoryTracking,
  OptionValue,
  Product,
  ProductImage,
  ProductOption,
  Variant,
} from './product-model';
import { skuIdOf } from './product-model';

/** The rows of one product: its own first, then those that belong to it. */
export interface ProductRows {
  readonly product: ExportRow;
  readonly variants: readonly ExportRow[];
  readonly images: readonly ExportRow[];
  readonly videos: readonly ExportRow[];
}

/** Assigns ids that the file does not contain. */
export interface IdSource {
  take(kind: 'variant' | 'option' | 'optionValue' | 'customField'): number;
}

const OPTION_TYPES: Readonly<Record<string, ProductOption['type']>> = {
  rectangle: 'rectangles',
  rectangles: 'rectangles',
  swatch: 'swatch',
  dropdown: 'dropdown',
  radio: 'radio_buttons',
  radio_buttons: 'radio_buttons',
  product_list: 'product_list',
  product_list_with_images: 'product_list_with_images',
};

/** A product built from its rows, with upstream's "empty" values for missing ones. Dates are Unix seconds. */
export function productFromRows(
  rows: ProductRows,
  made: { ids: IdSource; created: number; modified: number },
): Product {
  const row = rows.product;
  const id = row.number('ID', 0);
  const product: Product = {
    id,
    fields: fieldsFromRow(row, id),
    created: made.created,
    modified: made.modified,
    lastImported: null,
    channels: row.ids('Channels'),
    variants: [],
    images: rows.images.map((image) => imageFromRow(image, made.modified)),
    customFields: customFieldsFrom(row.text('Custom Fields'), made.ids),
    options: [],
    modifiers: [],
    videos: rows.videos.map((video) => ({
      id: video.number('ID', 0),
      title: video.text('Video Title'),
      description: video.text('Video Description'),
      sort_order: video.number('Video Sort Order', 0),
      type: 'youtube',
      video_id: video.text('YouTube ID'),
      length: '',
    })),
    bulkPricingRules: [],
  };
  product.variants = rows.variants.map((variant) => variantFromRow(variant, product, made.ids));
  if (product.variants.length === 0) product.variants = [defaultVariant(made.ids.take('variant'), product.fields.sku)];
  if (product.options.length > 0) product.fields.option_set_id = 10_000 + id;
  return product;
}

function fieldsFromRow(row: ExportRow, id: number): Product['fields'] {
  const defaults = defaultFields(id, row.text('Name'));
  const metaKeywords = row
    .text('Meta Keywords')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return {
    ...defaults,
    type: row.text('Type') === 'digital' ? 'digital' : 'physical',
    sku: row.text('SKU'),
    description: row.text('Description'),
    weight: row.number('Weight', 0),
    width: row.number('Width', 0),
    height: row.number('Height', 0),
    depth: row.number('Depth', 0),
    price: row.number('Price', 0),
    cost_price: row.number('Cost Price', 0),
    retail_price: row.number('Retail Price', 0),
    sale_price: row.number('Sale Price', 0),
    tax_class_id: row.number('Tax Class', 0),
    categories: row.ids('Categories'),
    brand_id: row.number('Brand ID', 0),
    inventory_level: row.number('Current Stock', 0),
    inventory_warning_level: row.number('Low Stock', 0),
    inventory_tracking: trackingFrom(row.text('Inventory Tracking')),
    fixed_cost_shipping_price: row.number('Fixed Shipping Cost', 0),
    is_free_shipping: row.flag('Free Shipping'),
    is_visible: row.flag('Is Visible'),
    is_featured: row.flag('Is Featured'),
    warranty: row.text('Warranty'),
    bin_picking_number: row.text('Bin Picking Number'),
    upc: row.text('UPC/EAN'),
    mpn: row.text('Manufacturer Part Number'),
    gtin: row.text('Global Trade Number'),
    search_keywords: row.text('Search Keywords'),
    sort_order: row.number('Sort Order', 0),
    condition: conditionFrom(row.text('Product Condition')),
    is_condition_shown: row.flag('Show Product Condition'),
    page_title: row.text('Page Title'),
    meta_keywords: metaKeywords,
    meta_description: row.text('Meta Description'),
    custom_url:
      row.text('Product URL') === '' ? defaults.custom_url : { url: row.text('Product URL'), is_customized: false },
  };
}

/** Empty prices and measurements of a variant are inherited from the product. */
function variantFromRow(row: ExportRow, product: Product, ids: IdSource): Variant {
  const id = row.number('ID', 0);
  return {
    ...defaultVariant(id, row.text('SKU')),
    sku_id: skuIdOf(id),
    price: row.number('Price', null),
    sale_price: row.number('Sale Price', null),
    retail_price: row.number('Retail Price', null),
    cost_price: row.number('Cost Price', null),
    weight: row.number('Weight', null),
    width: row.number('Width', null),
    height: row.number('Height', null),
    depth: row.number('Depth', null),
    is_free_shipping: row.flag('Free Shipping'),
    fixed_cost_shipping_price: row.number('Fixed Shipping Cost', null),
    image_url: row.text('Variant Image URL'),
    upc: row.text('UPC/EAN'),
    mpn: row.text('Manufacturer Part Number'),
    gtin: row.text('Global Trade Number'),
    inventory_level: row.number('Current Stock', 0),
    inventory_warning_level: row.number('Low Stock', 0),
    bin_picking_number: row.text('Bin Picking Number'),
    option_values: parseOptions(row.text('Options')).map((entry) => {
      const option = optionOf(product, entry, ids);
      const value = valueOf(option, entry, ids);
      return { id: value.id, label: value.label, option_id: option.id, option_display_name: option.display_name };
    }),
  };
}

export interface OptionEntry {
  readonly type: string;
  readonly name: string;
  readonly label: string;
  readonly colors: readonly string[];
}

/**
 * `Type=Rectangle|Name=Size|Value=XSType=Swatch|Name=Color|Value=Silver[#cccccc]`: entries without a separator between
 * them.
 */
export function parseOptions(text: string): OptionEntry[] {
  const entries = text.matchAll(/Type=([^|]*)\|Name=([^|]*)\|Value=(.*?)(?=Type=[^|]*\|Name=|$)/gs);
  return [...entries].map(([, type = '', name = '', value = '']) => {
    const [, label = value, colors = ''] = /^(.*)\[(#[^\]]*)\]$/s.exec(value) ?? [];
    return { type, name, label, colors: colors.split(/[|:]/).filter((color) => color !== '') };
  });
}

function optionOf(product: Product, entry: OptionEntry, ids: IdSource): ProductOption {
  const existing = product.options.find((option) => option.display_name === entry.name);
  if (existing) return existing;
  const id = ids.take('option');
  const type = OPTION_TYPES[entry.type.trim().toLowerCase().replace(/\s+/g, '_')] ?? 'dropdown';
  const option: ProductOption = {
    id,
    name: `${entry.name}${id}`,
    display_name: entry.name,
    type,
    sort_order: product.options.length,
    option_values: [],
  };
  product.options.push(option);
  return option;
}

function valueOf(option: ProductOption, entry: OptionEntry, ids: IdSource): OptionValue {
  const existing = option.option_values.find((value) => value.label === entry.label);
  if (existing) return existing;
  const value: OptionValue = {
    id: ids.take('optionValue'),
    label: entry.label,
    sort_order: option.option_values.length,
    is_default: false,
    value_data: entry.colors.length === 0 ? null : { colors: [...entry.colors] },
  };
  option.option_values.push(value);
  return value;
}

/** `id=2|Custom Key=Custom Value;id=3|…`; a value can contain a semicolon. */
function customFieldsFrom(text: string, ids: IdSource): CustomField[] {
  if (text.trim() === '') return [];
  return text.split(/;(?=id=\d+\|)/).map((part) => {
    const [, id, name = '', value = ''] = /^(?:id=(\d+)\|)?([^=]*)=(.*)$/s.exec(part) ?? [];
    return { id: id === undefined ? ids.take('customField') : Number(id), name, value };
  });
}

function imageFromRow(row: ExportRow, modified: number): ProductImage {
  const address = row.text('Internal Image URL (Export)') || row.text('Image URL (Import)');
  const file = (address.split('?')[0] ?? '').split('/').at(-1) ?? '';
  const [, stem = file.replace(/\.\w+$/, ''), stamp] = /^(.*)\.(\d{9,10})\.\d+\.\d+\.\w+$/.exec(file) ?? [];
  const id = row.number('ID', 0);
  return {
    id,
    is_thumbnail: row.flag('Image is Thumbnail'),
    sort_order: row.number('Image Sort Order', 0),
    description: row.text('Image Description'),
    image_file: `e/${id}/${stem || 'picture'}.jpg`,
    modified: stamp === undefined ? modified : Number(stamp),
  };
}

function trackingFrom(text: string): InventoryTracking {
  const word = text.toLowerCase();
  if (word.includes('variant') || word.includes('option')) return 'variant';
  return word.includes('product') ? 'product' : 'none';
}

function conditionFrom(text: string): Condition {
  const word = text.toLowerCase();
  if (word === 'used') return 'Used';
  return word === 'refurbished' ? 'Refurbished' : 'New';
}
