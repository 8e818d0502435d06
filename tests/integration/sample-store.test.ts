import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { product as productSchema, productList } from '../../contracts/rest/products';
import { upstreamReference, whenAvailable } from '../support/requirements';
import { openShop, type Shop } from '../support/shops/shop';

type Row = Record<string, string>;

interface FileProduct {
  row: Row;
  variants: Row[];
  images: Row[];
}

// Parsed separately here, to detect mistakes of the simulator's loader as well as of the mapping.
function readFile(path: string): FileProduct[] {
  const rows: Row[] = parse(readFileSync(path), { columns: true, bom: true });
  const products: FileProduct[] = [];
  for (const row of rows) {
    if (row.Item === 'Product') products.push({ row, variants: [], images: [] });
    else if (row.Item === 'Variant') products.at(-1)?.variants.push(row);
    else products.at(-1)?.images.push(row);
  }
  return products;
}

const amount = (text: string | undefined) => Number(text || '0');
const listOf = (text: string | undefined, separator: string) =>
  (text ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
const fileNameOf = (url: string | undefined) => new URL(url ?? '').pathname.split('/').at(-1);

/** `Type=Rectangle|Name=Size|Value=XS` for each option, one after the other without a separator. */
function variantName(row: Row, productName: string): string {
  const labels = [...(row.Options ?? '').matchAll(/\|Value=(.*?)(?=Type=|$)/g)].map((match) =>
    String(match[1]).replace(/\[.*\]$/, ''),
  );
  return labels.length > 0 ? labels.join(' / ') : productName;
}

function imagesInOrder(images: Row[]): Row[] {
  const place = (image: Row) => (image['Image is Thumbnail'] === 'TRUE' ? -1 : amount(image['Image Sort Order']));
  return [...images].sort((a, b) => place(a) - place(b));
}

whenAvailable(upstreamReference()).describe('the sample store of the platform', (reference) => {
  const path = join(reference, 'sample-catalog', 'bigcommerce-sample-store.csv');
  let shop: Shop;
  let file: FileProduct[];
  const categorySlug = new Map<number, string>();

  beforeAll(async () => {
    file = readFile(path);
    shop = await openShop({ simulator: { catalogFile: path } });
    for (const { id, url } of shop.simulator.store.categories.all())
      categorySlug.set(id, String(url.path.split('/').filter(Boolean).at(-1)));
    await shop.synchronize();
  });
  afterAll(() => shop.close());

  const expectedImages = ({ row, images }: FileProduct) =>
    imagesInOrder(images).map((image) => ({
      file: fileNameOf(image['Internal Image URL (Export)']),
      alt: image['Image Description'] || row.Name,
    }));
  const expectedCategories = ({ row }: FileProduct) =>
    listOf(row.Categories, ';').map((id) => categorySlug.get(Number(id)));
  const expectedSlug = ({ row }: FileProduct) => listOf(row['Product URL'], '/').at(-1);
  const isListed = ({ row }: FileProduct) => row['Is Visible'] === 'TRUE' && listOf(row.Channels, ';').includes('1');

  test('has 13 products, 57 variants and 48 images', () => {
    expect(file).toHaveLength(13);
    expect(file.flatMap(({ variants }) => variants)).toHaveLength(57);
    expect(file.flatMap(({ images }) => images)).toHaveLength(48);
  });

  test('is listed field by field as in its file', async () => {
    const { products, total, pages } = productList.parse(await shop.read('/products?per_page=100'));
    expect({ total, pages }).toEqual({ total: file.filter(isListed).length, pages: 1 });

    const byId = new Map(products.map((listed) => [listed.id, listed]));
    for (const entry of file.filter(isListed)) {
      const { row } = entry;
      const listed = byId.get(Number(row.ID));
      expect({ ...listed, images: listed?.images.map(({ url, alt }) => ({ file: fileNameOf(url), alt })) }).toEqual({
        id: Number(row.ID),
        name: row.Name,
        slug: expectedSlug(entry),
        price: amount(row.Price),
        sale_price: amount(row['Sale Price']) || null,
        description: row.Description,
        images: expectedImages(entry),
        categories: expectedCategories(entry),
        in_stock: true,
        permalink: `http://shop.example.com/products/${expectedSlug(entry)}`,
      });
    }
  });

  test('shows each product completely as in its file', async () => {
    const unit = { Ounces: 'oz', LBS: 'lb', KGS: 'kg', Grams: 'g', Tonnes: 't' }[
      shop.simulator.store.information.weight_units
    ];
    for (const entry of file.filter(isListed)) {
      const { row, variants } = entry;
      const price = amount(row['Sale Price']) || amount(row.Price);
      const shown = productSchema.parse(await shop.read(`/products/${expectedSlug(entry)}`));
      expect({
        ...shown,
        images: shown.images.map(({ url, alt }) => ({ file: fileNameOf(url), alt })),
        variants: shown.variants.map(({ name, price: cost, in_stock }) => ({ name, price: cost, in_stock })),
      }).toEqual({
        id: Number(row.ID),
        name: row.Name,
        slug: expectedSlug(entry),
        price: amount(row.Price),
        description: row.Description,
        images: expectedImages(entry),
        variants:
          variants.length === 0
            ? [{ name: row.Name, price, in_stock: true }]
            : variants.map((variant) => ({
                name: variantName(variant, String(row.Name)),
                price: amount(variant.Price) || price,
                in_stock: true,
              })),
        categories: expectedCategories(entry),
        tags: listOf(row['Search Keywords'], ','),
        meta: { sku: row.SKU, weight: `${amount(row.Weight)} ${unit}` },
      });
    }
  });

  test('lists custom fields as in its file on request', async () => {
    const { products } = productList.parse(await shop.read('/products?per_page=100&include=custom_fields'));
    for (const { row } of file.filter(isListed)) {
      const expected = listOf(row['Custom Fields'], ';').map((field) => {
        const [name, value] = String(field.split('|')[1]).split('=');
        return { name, value };
      });
      expect(products.find(({ id }) => id === Number(row.ID))?.custom_fields).toEqual(expected);
    }
  });
});
