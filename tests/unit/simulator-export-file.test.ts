import { expect, test } from 'vitest';
import { CatalogFileError, parseExport } from '../../simulator/src/catalog/export-file';
import { parseOptions } from '../../simulator/src/catalog/export-product';
import { LoadedCatalog } from '../../simulator/src/catalog/loaded-catalog';

const HEADER =
  'Item,ID,Name,SKU,Options,Inventory Tracking,Current Stock,Price,Sale Price,Brand ID,Channels,Categories,Custom Fields,Product URL,Is Visible,Internal Image URL (Export),Image is Thumbnail,Image Sort Order';

function catalogOf(...lines: string[]): LoadedCatalog {
  return new LoadedCatalog(parseExport([HEADER, ...lines].join('\n'), 'test.csv'));
}

test('options without a separator between them are distinguished', () => {
  expect(parseOptions('Type=Rectangle|Name=Size|Value=XSType=Swatch|Name=Color|Value=Silver[#cccccc]')).toEqual([
    { type: 'Rectangle', name: 'Size', label: 'XS', colors: [] },
    { type: 'Swatch', name: 'Color', label: 'Silver', colors: ['#cccccc'] },
  ]);
});

test('variants share the options and values of their product', () => {
  const product = catalogOf(
    'Product,7,Towel,T,,none,0,49.00,0.00,,1,23,,/towel/,TRUE,,,',
    'Variant,1,,T-1,Type=Rectangle|Name=Size|Value=S,,0,,,,,,,,,,,',
    'Variant,2,,T-2,Type=Rectangle|Name=Size|Value=M,,3,51.00,,,,,,,,,,',
  ).product(7);
  expect(
    product?.options.map((option) => [option.display_name, option.option_values.map((value) => value.label)]),
  ).toEqual([['Size', ['S', 'M']]]);
  expect(product?.variants.map((variant) => [variant.id, variant.price, variant.inventory_level])).toEqual([
    [1, null, 0],
    [2, 51, 3],
  ]);
  expect(new Set(product?.variants.map((variant) => variant.option_values[0]?.option_id)).size).toBe(1);
});

test('a product without variant rows gets a base variant with its own id', () => {
  const catalog = catalogOf(
    'Product,7,Jar,JAR,,none,0,10.00,7.00,35,1,21,,/jar/,TRUE,,,',
    'Product,8,Pot,POT,,product,4,12.00,0,35,1,21,,/pot/,TRUE,,,',
  );
  const ids = [7, 8].flatMap((id) => catalog.product(id)?.variants.map((variant) => variant.id) ?? []);
  expect(new Set(ids).size).toBe(2);
  expect(catalog.product(7)?.variants[0]).toMatchObject({ sku_id: null, option_values: [] });
});

test('custom fields keep their ids and may contain semicolons', () => {
  const product = catalogOf(
    'Product,7,Jar,JAR,,none,0,1,0,,1,,"id=2|Colour=red; green;id=3|Made in=Japan",/jar/,TRUE,,,',
  ).product(7);
  expect(product?.customFields).toEqual([
    { id: 2, name: 'Colour', value: 'red; green' },
    { id: 3, name: 'Made in', value: 'Japan' },
  ]);
});

test('names of categories and brands depend only on their id', () => {
  const small = catalogOf('Product,7,Jar,JAR,,none,0,1,0,36,1,21,,/jar/,TRUE,,,');
  const large = catalogOf(
    'Product,7,Jar,JAR,,none,0,1,0,36,1,21;18;400,,/jar/,TRUE,,,',
    'Product,8,Pot,POT,,none,0,1,0,35,1,19,,/pot/,TRUE,,,',
  );
  const name = (catalog: LoadedCatalog, id: number): string | undefined =>
    catalog.categories.find((category) => category.id === id)?.name;
  expect(name(small, 21)).toBe('Kitchen');
  expect(name(large, 21)).toBe('Kitchen');
  expect(new Set(large.categories.map((category) => category.name)).size).toBe(4);
  expect(large.brands.find((brand) => brand.id === 36)).toEqual(small.brands[0]);
});

test('dates are the same on every load', () => {
  const line = 'Product,7,Jar,JAR,,none,0,1,0,36,1,21,,/jar/,TRUE,,,';
  expect(catalogOf(line).product(7)).toEqual(catalogOf(line).product(7));
});

test('rows of kinds that a catalog does not need are counted, not fatal', () => {
  const catalog = catalogOf('Product,7,Jar,JAR,,none,0,1,0,36,1,21,,/jar/,TRUE,,,', 'Rule,1,,,,,,,,,,,,,,,,');
  expect([...catalog.skipped]).toEqual([['Rule', 1]]);
});

test('a file that is not a product export says so, and a bad number names its line and column', () => {
  expect(() => parseExport('a,b\n1,2', 'other.csv')).toThrow('is it a BigCommerce v3 product export?');
  expect(() => catalogOf('Product,7,Jar,JAR,,none,0,cheap,0,36,1,21,,/jar/,TRUE,,,')).toThrow(
    new CatalogFileError('line 2: "Price" must be a number, not "cheap"'),
  );
});
