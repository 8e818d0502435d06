import { aBrand, aCategory, aProduct, anImage, aVariant, type catalogWriter } from './catalog-items';

/*
 * A small catalog with every case that reading can get wrong. Products are named after the case that they test; ids
 * increase with the date.
 */

export const categories = [
  aCategory({ id: 1, title: 'Kitchen', sortOrder: 2, content: '<p>All for the kitchen</p>' }),
  aCategory({ id: 2, title: 'Mugs', parentId: 1, sortOrder: 1 }),
  aCategory({ id: 3, title: 'Warehouse A', isVisible: false }),
  aCategory({ id: 4, title: 'Bowls', parentId: 1, sortOrder: 0 }),
  aCategory({ id: 5, title: 'Leftovers', parentId: 3, sortOrder: 3 }),
  aCategory({ id: 6, title: 'Hidden below', parentId: 1, isVisible: false }),
];

export const brands = [
  aBrand({ id: 1, title: 'zeta', content: 'The last one' }),
  aBrand({ id: 2, title: 'Acme' }),
  aBrand({ id: 3, title: 'Nobody' }),
  aBrand({ id: 1883, title: 'By number' }),
  aBrand({ id: 40, title: '1883' }),
  aBrand({ id: 41, title: '365' }),
];

export const products = [
  aProduct({ id: 10, title: 'apple', price: 5, categoryIds: [2, 1], brandId: 1, content: '<p>Ripe<br>fruit</p>' }),
  aProduct({
    id: 11,
    title: 'Banana',
    price: 5,
    categoryIds: [2],
    brandId: 2,
    content: 'Contains 100% fruit &amp; no_sugar',
  }),
  aProduct({
    id: 12,
    title: 'apple',
    slugClaim: 'apple',
    price: 7,
    salePrice: 2,
    categoryIds: [1, 2, 3],
    brandId: 1,
    sku: 'AP-2',
  }),
  aProduct({ id: 13, title: 'Draft', publicationStatus: 'draft', categoryIds: [1, 2], brandId: 1, sku: 'DRAFT' }),
  aProduct({
    id: 14,
    title: 'ÉCLAIR Größe',
    slugClaim: 'éclair-größe',
    price: 3.5,
    inStock: false,
    inventoryTracking: 'product',
    content: 'back\\slash',
  }),
  aProduct({ id: 15, title: 'Cafe', price: 100.0001, content: '<b>Red</b> shoe', sku: 'ap-2' }),
  aProduct({
    id: 16,
    title: 'Café',
    slugClaim: 'café',
    price: 5,
    categoryIds: [3],
    brandId: 41,
    content: 'x1000 fruits nosugar',
  }),
  aProduct({ id: 17, title: 'Numbered', price: 1, brandId: 40 }),
  aProduct({ id: 18, title: 'Of 1883', price: 1, brandId: 1883 }),
  aProduct({
    id: 19,
    title: 'Full',
    price: 20,
    categoryIds: [4],
    sku: 'FULL',
    weight: 1.25,
    tags: ['one', 'two'],
    images: [anImage(1, 'Front')],
    variants: [
      aVariant({ id: 191, name: 'Small', price: 19, inventoryLevel: 2 }),
      aVariant({ id: 192, name: 'Large', price: 21, inStock: false }),
    ],
    customFields: [{ name: 'Origin', value: 'Delft' }],
    seo: { pageTitle: 'Buy', metaDescription: 'Full', metaKeywords: ['a'] },
  }),
  aProduct({ id: 20, title: 'Twin', slugClaim: 'twin-a', price: 5, createdAt: '2024-06-01T00:00:00Z' }),
  aProduct({ id: 21, title: 'Twin', slugClaim: 'twin-b', price: 5, createdAt: '2024-06-01T00:00:00Z' }),
];

/** Ids that are public, newest first. */
export const publishedIds = [21, 20, 19, 18, 17, 16, 15, 14, 12, 11, 10];

/** Writes the catalog like a sync. */
export async function fillShop(catalog: ReturnType<typeof catalogWriter>): Promise<void> {
  await catalog.write('category', categories);
  await catalog.write('brand', brands);
  await catalog.write('product', products);
}
