import { beforeAll, expect, test } from 'vitest';
import { containerOf } from '../../server/src/container';
import { tables } from '../../server/src/database/tables';
import { onEachDatabase } from '../support/databases/on-each-database';

const tree = { categoriesId: 910, textsId: null };
const side = { membershipId: 911, pricesId: 912, texts: null, tree };
const inFrench = { ...tree, textsId: 913 };

onEachDatabase('the own tree of a channel', ({ site }) => {
  const catalog = () => containerOf(site().strapi).catalog;

  beforeAll(async () => {
    const database = site().strapi.db.connection;
    const rest = { part_id: tree.categoriesId, fingerprint: '', path: '/', image_url: '', content: '' };
    const shown = { parent_id: null, is_visible: true, sort_order: 1 };
    await database(tables.marketCategories).insert([
      { ...rest, ...shown, category_id: 2, title: 'Cups', slug: 'cups', content: '<p>Cups</p>' },
      { ...rest, ...shown, category_id: 1, title: 'Also cups', slug: 'cups', parent_id: 2 },
      { ...rest, ...shown, category_id: 3, title: 'Hidden', slug: 'hidden', is_visible: false },
      { ...rest, ...shown, category_id: 8, title: 'Below', slug: 'below', parent_id: 3, sort_order: 0 },
    ]);
    const text = { part_id: inFrench.textsId, fingerprint: '', resolved: 'fr', path: '', content: '<p>Tasses</p>' };
    await database(tables.marketTexts).insert({ ...text, entity_id: 2, title: 'Tasses', slug: 'tasses', seo: '{}' });
    await database(tables.marketMembers).insert(
      [10, 11, 12, 13, 14].map((id) => ({ part_id: side.membershipId, product_id: id })),
    );
  });

  const list = async (categorySlug: string) => {
    const { records } = await catalog().marketProducts.list(side, {
      filter: { categorySlug },
      orderBy: 'title',
      direction: 'asc',
      page: 1,
      pageSize: 20,
      depth: 'summary',
    });
    return records.map(({ id, categorySlugs }) => [id, categorySlugs]);
  };

  test('has its visible categories in the store’s order, the lowest id with the slug that two claim', async () => {
    const { items, total } = await catalog().marketCollections.collectionsIn(tree).listCollectionTree();
    expect([total, items.map(({ id, slug, parentSlug, position }) => [id, slug, parentSlug, position])]).toEqual([
      3,
      [
        [8, 'below', null, 1],
        [1, 'cups', 'cups-2', 1],
        [2, 'cups-2', null, 2],
      ],
    ]);
    const page = await catalog().marketCollections.collectionsIn(tree).listCollections({ page: 2, pageSize: 2 });
    expect([page.total, page.items.map(({ slug }) => slug)]).toEqual([3, ['cups-2']]);
  });

  test('is called what the market’s language calls it, and the tree where that says nothing', async () => {
    const collections = catalog().marketCollections.collectionsIn(inFrench);
    expect(await collections.findCollection('tasses')).toMatchObject({
      id: 2,
      title: 'Tasses',
      content: '<p>Tasses</p>',
      parent: null,
      children: [{ id: 1, slug: 'cups' }],
    });
    expect(await collections.findCollection('cups')).toMatchObject({ id: 1, parent: { slug: 'tasses' }, content: '' });
    expect(await collections.findCollection('hidden')).toBeNull();
  });

  test('has the products whose categories are in it, each with those', async () => {
    const { products } = catalog();
    const [apple] = await products.findByIds([10], 'summary');
    expect(await list('cups-2')).toEqual([
      [10, ['cups-2', 'cups']],
      [12, ['cups', 'cups-2']],
      [11, ['cups-2']],
    ]);
    expect(await list('hidden')).toEqual([]);
    expect(await list('mugs')).toEqual([]);
    const related = await catalog().marketProducts.findRelated(side, {
      slug: apple?.slug ?? '',
      limit: 1,
      depth: 'summary',
    });
    expect(related?.records.map(({ id }) => id)).toEqual([12]);
  });
});
