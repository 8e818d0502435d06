import type { FastifyInstance } from 'fastify';
import type { Brand, Category, CategoryTree } from '../catalog/model';
import type { ApiContext } from './context';
import { notFound } from './errors';
import {
  anyOfFilter,
  flagFilter,
  likeFilter,
  numberFilters,
  textFilter,
  textListFilter,
  textNotListFilter,
  type Filters,
} from './filters';
import { readFields, readListQuery, readParameters, selectFields, type ListQuery } from './list-query';
import { pageReply, slicePage } from './paging';

const ALL_OPERATORS = ['', ':in', ':not_in', ':min', ':max', ':greater', ':less'] as const;
const DEFAULT_TREE = 1;
const read = { config: { scope: 'store_v2_products_read_only' } } as const;

const SHARED_FILTERS: Filters<Category> = {
  name: textFilter((category) => category.name),
  'name:like': likeFilter((category) => category.name),
  page_title: textFilter((category) => category.page_title),
  'page_title:like': likeFilter((category) => category.page_title),
  keyword: likeFilter((category) => `${category.name}\n${category.description}`),
  is_visible: flagFilter((category) => category.is_visible),
};

/** Filters of `/catalog/trees/categories`; there is none by date (upstream 3.1). */
const TREE_FILTERS: Filters<Category> = {
  ...SHARED_FILTERS,
  ...numberFilters<Category>('category_id', (category) => category.id, [':in', ':not_in']),
  ...numberFilters<Category>('tree_id', (category) => category.tree_id, [':in', ':not_in']),
  ...numberFilters<Category>('parent_id', (category) => category.parent_id, [':in', ':not_in']),
  'category_uuid:in': textListFilter((category) => category.uuid),
  'category_uuid:not_in': textNotListFilter((category) => category.uuid),
};

/** Filters of the deprecated `/catalog/categories`. */
const CATEGORY_FILTERS: Filters<Category> = {
  ...SHARED_FILTERS,
  ...numberFilters<Category>('id', (category) => category.id, ALL_OPERATORS),
  ...numberFilters<Category>('parent_id', (category) => category.parent_id, [
    '',
    ':in',
    ':min',
    ':max',
    ':greater',
    ':less',
  ]),
};

const BRAND_FILTERS: Filters<Brand> = {
  ...numberFilters<Brand>('id', (brand) => brand.id, ALL_OPERATORS),
  name: textFilter((brand) => brand.name),
  'name:like': likeFilter((brand) => brand.name),
  page_title: textFilter((brand) => brand.page_title),
};

const TREE_LIST_FILTERS: Filters<CategoryTree> = {
  ...numberFilters<CategoryTree>('id', (tree) => tree.id, [':in']),
  'channel_id:in': anyOfFilter((tree) => tree.channels),
};

const BODY_FIELDS = [
  'parent_id',
  'name',
  'description',
  'views',
  'sort_order',
  'page_title',
  'meta_keywords',
  'meta_description',
  'layout_file',
  'image_url',
  'is_visible',
  'search_keywords',
  'default_product_sort',
] as const satisfies readonly (keyof Category)[];
const TREE_FIELDS = ['category_id', 'category_uuid', 'tree_id', 'url', ...BODY_FIELDS];
const CATEGORY_FIELDS = ['id', 'custom_url', ...BODY_FIELDS];
const BRAND_FIELDS = [
  'id',
  'name',
  'page_title',
  'meta_keywords',
  'meta_description',
  'image_url',
  'search_keywords',
  'custom_url',
];
const TREE_ALWAYS = new Set(['category_id']);
const ALWAYS = new Set(['id']);

/** Categories in their three forms, trees, and brands (upstream 3.1, 3.2). */
export function taxonomyRoutes(app: FastifyInstance, context: ApiContext): void {
  const { state } = context.store;
  const categories = (): Category[] => [...state.categories.values()];
  const defaultTree = (): Category[] => categories().filter((category) => category.tree_id === DEFAULT_TREE);

  app.get('/catalog/trees/categories', read, (request) => {
    const query = readListQuery(request.query, { filters: TREE_FILTERS, fields: TREE_FIELDS }, context);
    return listReply(categories(), query, (category) =>
      selectFields(presentTreeCategory(category), query.fields, TREE_ALWAYS),
    );
  });

  app.get('/catalog/trees', read, (request) => {
    const query = readListQuery(request.query, { filters: TREE_LIST_FILTERS }, context);
    return listReply([...state.trees.values()], query, (tree) => tree);
  });

  app.get<{ Params: { id: string } }>(
    '/catalog/trees/:id/categories',
    { config: { ...read.config, concurrency: 1 } },
    (request) => {
      const treeId = Number(request.params.id);
      if (!state.trees.has(treeId)) throw notFound('The category tree was not found.', request.url);
      const depth = Number(readParameters(request.query).get('depth') ?? Number.MAX_SAFE_INTEGER);
      const members = categories().filter((category) => category.tree_id === treeId);
      return { data: nest(members, { parentId: 0, path: [], depthLeft: depth }), meta: {} };
    },
  );

  app.get('/catalog/categories', { config: { ...read.config, concurrency: 40 } }, (request) => {
    const definition = {
      filters: CATEGORY_FILTERS,
      fields: CATEGORY_FIELDS,
      sorts: ['name', 'id', 'parent_id', 'sort_order'],
    };
    const query = readListQuery(request.query, definition, context);
    const sorted = sortBy(defaultTree(), (category) => categorySortValue(category, query.sort));
    return listReply(sorted, query, (category) => selectFields(presentCategory(category), query.fields, ALWAYS));
  });

  app.get<{ Params: { id: string } }>(
    '/catalog/categories/:id',
    { config: { ...read.config, concurrency: 40 } },
    (request) => {
      const category = defaultTree().find((each) => String(each.id) === request.params.id);
      if (!category) throw notFound('The category was not found.', request.url);
      const fields = readFields(readParameters(request.query), CATEGORY_FIELDS);
      return { data: selectFields(presentCategory(category), fields, ALWAYS), meta: {} };
    },
  );

  app.get('/catalog/brands', read, (request) => {
    const query = readListQuery(
      request.query,
      { filters: BRAND_FILTERS, fields: BRAND_FIELDS, sorts: ['name'] },
      context,
    );
    const brands =
      query.sort === 'name'
        ? sortBy([...state.brands.values()], (brand) => brand.name.toLowerCase())
        : [...state.brands.values()];
    if (query.descending) brands.reverse();
    return listReply(brands, query, (brand) => selectFields({ ...brand }, query.fields, ALWAYS));
  });

  app.get<{ Params: { id: string } }>('/catalog/brands/:id', read, (request) => {
    const brand = state.brands.get(Number(request.params.id));
    if (!brand) throw notFound('The brand was not found.', request.url);
    return {
      data: selectFields({ ...brand }, readFields(readParameters(request.query), BRAND_FIELDS), ALWAYS),
      meta: {},
    };
  });
}

/** Filters, pages, and presents a list that fits in memory. */
export function listReply<Item>(
  items: Item[],
  query: ListQuery<Item>,
  present: (item: Item) => unknown,
): ReturnType<typeof pageReply> {
  const matching = items.filter((item) => query.tests.every((test) => test(item)));
  return pageReply(slicePage(matching, query).map(present), matching.length, query);
}

function presentTreeCategory(category: Category): Record<string, unknown> {
  const { id, uuid, tree_id, url, ...rest } = category;
  return { category_id: id, category_uuid: uuid, tree_id, ...rest, url };
}

function presentCategory(category: Category): Record<string, unknown> {
  const { id, url } = category;
  const body = Object.fromEntries(BODY_FIELDS.map((name) => [name, category[name]]));
  return { id, ...body, custom_url: { url: url.path, is_customized: url.is_customized } };
}

function nest(categories: readonly Category[], at: { parentId: number; path: number[]; depthLeft: number }): unknown[] {
  if (at.depthLeft < 0) return [];
  return categories
    .filter((category) => category.parent_id === at.parentId)
    .map((category) => {
      const path = [...at.path, category.id];
      return {
        id: category.id,
        parent_id: category.parent_id,
        depth: at.path.length,
        path,
        name: category.name,
        is_visible: category.is_visible,
        url: category.url.path,
        children: nest(categories, { parentId: category.id, path, depthLeft: at.depthLeft - 1 }),
      };
    });
}

function categorySortValue(category: Category, sort: string | undefined): string | number {
  if (sort === 'name') return category.name.toLowerCase();
  if (sort === 'parent_id') return category.parent_id;
  return sort === 'sort_order' ? category.sort_order : category.id;
}

function sortBy<Item>(items: Item[], valueOf: (item: Item) => string | number): Item[] {
  return items.sort((left, right) => {
    const first = valueOf(left);
    const second = valueOf(right);
    if (first === second) return 0;
    return first < second ? -1 : 1;
  });
}
