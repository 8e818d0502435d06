import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { MarketSide } from '../../server/src/catalog/model';
import type { ProductFilter, ProductListRequest } from '../../server/src/catalog/model/product-reader';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import type { TextsPart } from '../../server/src/markets/market-parts';
import type { LocalTexts } from '../../server/src/upstream/mapping/local-texts';
import { onEachDatabase } from '../support/databases/on-each-database';
import { aProduct, catalogWriter } from '../support/shops/catalog-items';
import { aText } from '../support/shops/local-texts';

const channel = { channelId: 3, locale: 'fr' };
const written = [
  tables.marketVersions,
  tables.marketMembers,
  tables.marketCategories,
  tables.marketTexts,
  tables.marketSearchTexts,
  tables.marketRedirects,
];
const sold = [10, 11, 12, 14, 15, 16, 19, 20, 21];

const ofProducts = [
  aText(10, 'Pomme /pomme', { content: '<p>Fruit <b>mûr</b></p>' }),
  // A product with the same address, and below one whose address looks like the slug that the first of them gets.
  aText(12, 'pomme /pomme', { seo: { pageTitle: 'Acheter', metaDescription: 'Bon', metaKeywords: ['a', 'b'] } }),
  aText(14, 'Éclair /éclair'),
  aText(15, 'Cafe /cafe', { resolved: 'en', content: '<b>Red</b> shoe' }),
  aText(16, 'Café /Café', { content: '100% fruits_x' }),
  aText(20, 'Jumeau /pomme-12'),
  // 11, 19, and 21 have no texts in this market.
];

onEachDatabase("texts of a market's language", ({ site }) => {
  let side: MarketSide;
  let parts: NonNullable<MarketSide['texts']>;
  let membershipId: number;
  let categoriesId: number;
  const container = () => containerOf(site().strapi);
  const reader = () => container().catalog.marketProducts;
  const taxonomy = () => container().catalog.marketTaxonomy(parts);
  const sell = (ids: number[]) =>
    container()
      .database(tables.marketMembers)
      .insert(ids.map((id) => ({ part_id: membershipId, product_id: id })));
  const withhold = (id: number, readVersion: number) =>
    container().catalogChanges.transaction((transaction) =>
      container().markets.members.remove(transaction, { partId: membershipId, productIds: [id], readVersion }),
    );

  /** Sells products that the catalog has only during the test, by their slugs in it. */
  async function sellMore(slugs: Record<number, string>): Promise<void> {
    const catalog = catalogWriter(site().strapi);
    const more = Object.entries(slugs).map(([id, slugClaim]) => aProduct({ id: Number(id), slugClaim }));
    const ids = more.map(({ id }) => id);
    onTestFinished(() => catalog.removeForGood('product', ids));
    await catalog.write('product', more);
    await sell(ids);
  }

  const write = async (kind: TextsPart['kind'], texts: LocalTexts[], readVersion: number) => {
    const { markets, catalogChanges } = container();
    const partId = await markets.passes.idOf({ kind, ...channel });
    const owner =
      kind === 'texts'
        ? { kind: 'membership' as const, partId: membershipId }
        : { kind: 'categories' as const, partId: categoriesId };
    await catalogChanges.transaction((transaction) =>
      markets.texts.upsert(transaction, {
        partId,
        owner: kind === 'brand texts' ? null : owner,
        texts,
        readVersion,
      }),
    );
    return partId;
  };

  beforeEach(async () => {
    const { markets, database } = container();
    for (const table of written) await database(table).delete();
    membershipId = await markets.passes.idOf({ kind: 'membership', channelId: 3 });
    categoriesId = await markets.passes.idOf({ kind: 'categories', channelId: 3 });
    await sell(sold);
    const category = { fingerprint: '', title: '', slug: '', path: '', content: '', image_url: '', sort_order: 0 };
    const ofChannel = { ...category, part_id: categoriesId, is_visible: true };
    await database(tables.marketCategories).insert([1, 2, 4].map((id) => ({ ...ofChannel, category_id: id })));
    parts = {
      productsId: await write('texts', ofProducts, 1),
      categoriesId: await write(
        'category texts',
        [aText(1, 'Cuisine /cuisine', { content: '<p>Tout</p>' }), aText(2, 'Tasses /tasses')],
        1,
      ),
      brandsId: await write('brand texts', [aText(2, 'Zénith /zenith', { content: 'Depuis 1900' })], 1),
    };
    side = { membershipId, pricesId: 999, texts: parts };
    // Most of it was written without the site's knowledge.
    await container().catalogChanges.publish({ isEverything: true });
  });

  const list = async (filter: ProductFilter, order: Partial<ProductListRequest> = {}) => {
    const usual = { orderBy: 'title', direction: 'asc', page: 1, pageSize: 50, depth: 'summary' } as const;
    return reader().list(side, { ...usual, ...order, filter });
  };
  const idsIn = async (filter: ProductFilter) => (await list(filter)).records.map(({ id }) => id).sort((a, b) => a - b);

  test('a product is called what it is called there, with its categories and its brand', async () => {
    expect(await reader().findBySlug(side, 'pomme')).toMatchObject({
      id: 10,
      title: 'Pomme',
      content: '<p>Fruit <b>mûr</b></p>',
      categorySlugs: ['tasses', 'cuisine'],
      brand: { id: 1, title: 'zeta', slug: 'zeta' },
    });
    const { records } = await list({ ids: [11, 12] });
    expect(records.map(({ id, title, slug, seo, brand }) => ({ id, title, slug, seo, brand: brand?.title }))).toEqual([
      // A product without texts in the market has the catalog's, except for the name of its brand.
      expect.objectContaining({ id: 11, title: 'Banana', slug: 'banana', brand: 'Zénith' }),
      expect.objectContaining({
        id: 12,
        title: 'pomme',
        seo: { pageTitle: 'Acheter', metaDescription: 'Bon', metaKeywords: ['a', 'b'] },
      }),
    ]);
  });

  test('of products with the same address, the lowest id has it, and each can be found by its own', async () => {
    const { records } = await list({});
    const slugs = new Map(records.map(({ id, slug }) => [id, slug]));
    expect(slugs.get(10)).toBe('pomme');
    expect(slugs.get(20)).toBe('pomme-12');
    expect(slugs.get(12)).toBe('pomme-12-12');
    expect(new Set(slugs.values()).size).toBe(records.length);
    for (const [id, slug] of slugs) expect([slug, (await reader().findBySlug(side, slug))?.id]).toEqual([slug, id]);
  });

  test('a product without texts there does not have the slug that another one gets there', async () => {
    // Model numbers: one is the id of another product, one that of the first.
    await sellMore({ 120: 'pomme-16', 121: 'pomme-16-120' });
    await write('texts', [aText(16, 'Pomme /pomme')], 2);
    const { records } = await list({ ids: [10, 16, 120, 121] });
    const slugs = new Map(records.map(({ id, slug }) => [id, slug]));
    const expected = { 10: 'pomme', 16: 'pomme-16', 120: 'pomme-16-120', 121: 'pomme-16-120-121' };
    expect(Object.fromEntries(slugs)).toEqual(expected);
    for (const [id, slug] of slugs) expect([slug, (await reader().findBySlug(side, slug))?.id]).toEqual([slug, id]);
  });

  test('a slug is found letter by letter', async () => {
    expect((await reader().findBySlug(side, 'Café'))?.id).toBe(16);
    expect((await reader().findBySlug(side, 'cafe'))?.id).toBe(15);
    for (const slug of ['café', 'CAFE', 'Pomme', 'eclair', 'nothing', 'a\0b', ''])
      expect([slug, await reader().findBySlug(side, slug)]).toEqual([slug, null]);
  });

  test('lists by title go by the titles there', async () => {
    const { records } = await list({ ids: [10, 11, 12, 19, 20] });
    // Banana, Full, Jumeau, Pomme, pomme
    expect(records.map(({ id }) => id)).toEqual([11, 19, 20, 10, 12]);
    const backwards = await list({ ids: [10, 11, 12, 19, 20] }, { direction: 'desc' });
    expect(backwards.records.map(({ id }) => id)).toEqual([12, 10, 20, 19, 11]);
    const second = await list({ ids: [10, 11, 12, 19, 20] }, { page: 2, pageSize: 2 });
    expect(second).toMatchObject({ total: 5, records: [{ id: 20 }, { id: 10 }] });
  });

  test.each<[string, number[]]>([
    ['POMME', [10, 12]],
    // The products' name in the catalog.
    ['apple', []],
    ['mûr', [10]],
    ['mur', []],
    ['é', [14, 16]],
    ['100%', [11, 16]],
    ['s_x', [16]],
    ['red shoe', [15]],
    // Products without texts in the market are found by the catalog's.
    ['banana', [11]],
    ['twin', [21]],
  ])('a search for %s finds what is called so there', async (term, expected) => {
    expect(await idsIn({ search: term })).toEqual(expected);
  });

  test('filters take what brands and categories are called there', async () => {
    expect(await idsIn({ categorySlug: 'tasses' })).toEqual([10, 11, 12]);
    expect(await idsIn({ categorySlug: 'mugs' })).toEqual([]);
    // A category without texts in the market.
    expect(await idsIn({ categorySlug: 'bowls' })).toEqual([19]);
    for (const brand of ['zenith', '2']) expect(await idsIn({ brand })).toEqual([11]);
    expect(await idsIn({ brand: 'acme' })).toEqual([]);
    expect(await idsIn({ brand: 'zeta' })).toEqual([10, 12]);
  });

  test('what is related is found by the slug there, and called what it is called there', async () => {
    const found = await reader().findRelated(side, { slug: 'pomme', limit: 20, depth: 'summary' });
    expect(found?.productId).toBe(10);
    expect(found?.records.map(({ title }) => title)).toContain('pomme');
    expect(await reader().findRelated(side, { slug: 'apple', limit: 4, depth: 'summary' })).toBeNull();
  });

  test('brands are called and ordered by what they are called there', async () => {
    const { items, total } = await taxonomy().listBrands();
    expect(items.map(({ title }) => title)).toEqual(['1883', '365', 'By number', 'Nobody', 'Zénith', 'zeta']);
    expect((await taxonomy().listBrands({ page: 3, pageSize: 2 })).items.map(({ id }) => id)).toEqual([2, 1]);
    expect(total).toBe(6);
    for (const name of ['2', 'zenith'])
      expect(await taxonomy().findBrand(name, 0)).toMatchObject({ id: 2, title: 'Zénith', content: 'Depuis 1900' });
    expect(await taxonomy().findBrand('acme', 0)).toBeNull();
    expect(await taxonomy().findMovedBrand('acme')).toEqual({ id: 2, slug: 'zenith' });
    expect(await taxonomy().findBrand('zeta', 0)).toMatchObject({ id: 1, content: 'The last one' });
  });

  test('the old slug of a brand that is gone does not lead to one whose slug is its id', async () => {
    const redirect = { part_id: parts.brandsId, entity_id: 365, slug: 'gone', read_version: 1 };
    await container().database(tables.marketRedirects).insert(redirect);
    expect(await taxonomy().findBrand('365', 0)).toMatchObject({ id: 41 });
    expect(await taxonomy().findBrand({ slug: '365' }, 0)).toMatchObject({ id: 41 });
    expect(await taxonomy().findBrand({ id: 365 }, 0)).toBeNull();
    expect(await taxonomy().findMovedBrand('gone')).toBeNull();
  });

  test('collections are called what they are called there, in all places', async () => {
    const { items } = await taxonomy().listCollectionTree();
    expect(items.map(({ title, slug, parentSlug }) => [title, slug, parentSlug])).toEqual([
      ['Bowls', 'bowls', 'cuisine'],
      ['Tasses', 'tasses', 'cuisine'],
      ['Cuisine', 'cuisine', null],
      ['Leftovers', 'leftovers', null],
    ]);
    expect(await taxonomy().findCollection('cuisine')).toMatchObject({
      id: 1,
      title: 'Cuisine',
      content: '<p>Tout</p>',
      children: [{ title: 'Bowls' }, { title: 'Tasses', slug: 'tasses' }],
    });
    expect((await taxonomy().findCollection('tasses'))?.parent).toMatchObject({ title: 'Cuisine', slug: 'cuisine' });
    expect(await taxonomy().findCollection('kitchen')).toBeNull();
    expect(await taxonomy().findCurrentCollectionSlug('kitchen')).toBe('cuisine');
    expect(await taxonomy().findCurrentCollectionSlug('nothing')).toBeNull();
  });

  test('a slug that moved redirects there, also one of the catalog; a product that has it comes first', async () => {
    expect(await reader().findCurrentSlug(side, 'apple')).toBe('pomme');
    expect(await reader().findCurrentSlug(side, 'nothing')).toBeNull();
    await write('texts', [aText(19, 'Plein /plein')], 2);
    expect(await reader().findCurrentSlug(side, 'full')).toBe('plein');
    await write('texts', [aText(19, 'Plein /rempli')], 3);
    expect(await reader().findCurrentSlug(side, 'plein')).toBe('rempli');
    expect(await reader().findBySlug(side, 'plein')).toBeNull();
    // The next product that had this slug.
    await write('texts', [aText(21, 'Plein /plein')], 4);
    expect((await reader().findBySlug(side, 'plein'))?.id).toBe(21);
    await write('texts', [aText(21, 'Plein /vide')], 5);
    expect(await reader().findCurrentSlug(side, 'plein')).toBe('vide');
    // An older response changes nothing.
    await write('texts', [aText(21, 'Plein /plein')], 4);
    expect(await reader().findCurrentSlug(side, 'plein')).toBe('vide');
    expect(await idsIn({ search: 'plein' })).toEqual([19, 21]);
  });

  test('the slug of the catalog leads to the product that has it there, not to one that could have got it here', async () => {
    await sellMore({ 120: 'eclair-14' });
    await write('texts', [aText(14, 'Éclair /eclair'), aText(120, 'Poire /poire')], 2);
    expect(await reader().findCurrentSlug(side, 'eclair-14')).toBe('poire');
  });

  test('a slug that a product no longer sold left does not hide that of the catalog', async () => {
    await write('texts', [aText(16, 'Thé /full'), aText(19, 'Plein /plein')], 2);
    await write('texts', [aText(16, 'Thé /the')], 3);
    expect(await reader().findCurrentSlug(side, 'full')).toBe('the');
    await withhold(16, 4);
    expect(await reader().findCurrentSlug(side, 'full')).toBe('plein');
  });

  test('a slug that one of several products released leads to what it has now', async () => {
    await write('texts', [aText(10, 'Poire /poire')], 6);
    // It was the second product to claim the slug.
    expect((await reader().findBySlug(side, 'pomme'))?.id).toBe(12);
    expect(await reader().findCurrentSlug(side, 'pomme-12-12')).toBe('pomme');
    await write('texts', [aText(10, 'Pomme /pomme')], 7);
    expect((await reader().findBySlug(side, 'pomme'))?.id).toBe(10);
  });

  test('what the channel no longer sells is not found by its texts', async () => {
    await write('texts', [aText(16, 'Théière /theiere')], 9);
    expect(await idsIn({ search: 'theiere' })).toEqual([]);
    expect(await idsIn({ search: 'théière' })).toEqual([16]);
    await withhold(16, 10);
    expect(await idsIn({ search: 'théière' })).toEqual([]);
    expect(await reader().findBySlug(side, 'theiere')).toBeNull();
    const left = await container().database(tables.marketSearchTexts).where({ product_id: 16 });
    expect(left).toEqual([]);
  });
});
