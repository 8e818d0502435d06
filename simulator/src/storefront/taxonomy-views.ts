import type { Brand, Category } from '../catalog/model';
import { connection, noItems, type PageArguments } from './connection';
import { textOf } from '../markets/texts';
import { metafieldsOf } from './metafield-views';
import { globalId, type Session, type View } from './session';
import { mayAccess } from './shopper-market';

/** The maximum number of products per page (upstream 5.3). */
const MOST_PRODUCTS = 50;

/** Whether the storefront of this channel shows the product to this shopper. */
export function isListed(
  session: Session,
  product: { fields: { is_visible: boolean; categories: number[] }; channels: number[] },
): boolean {
  const { fields, channels } = product;
  return (
    fields.is_visible && channels.includes(session.channelId) && mayAccess(session.market.group, fields.categories)
  );
}

/** A category as returned by the storefront, also as an item of the tree. */
export function categoryView(session: Session, category: Category): View {
  const texts = session.market.texts('category', category.id);
  return {
    __typename: 'Category',
    id: globalId('Category', category.id),
    entityId: category.id,
    name: textOf(texts, 'name', category.name),
    path: textOf(texts, 'path', category.url.path),
    description: textOf(texts, 'description', category.description),
    defaultImage: null,
    breadcrumbs: (page: PageArguments) =>
      connection(ancestry(session, category), page, {
        present: (each) => {
          const own = session.market.texts('category', each.id);
          return {
            entityId: each.id,
            name: textOf(own, 'name', each.name),
            path: textOf(own, 'path', each.url.path),
          };
        },
      }),
    products: (page: PageArguments) =>
      connection(
        listedProducts(session, (fields) => fields.categories.includes(category.id)),
        page,
        {
          present: (id) => presentById(session, id),
          most: MOST_PRODUCTS,
        },
      ),
    seo: {
      pageTitle: textOf(texts, 'pageTitle', category.page_title),
      metaDescription: textOf(texts, 'metaDescription', category.meta_description),
      metaKeywords: category.meta_keywords.join(', '),
    },
    metafields: metafieldsOf(session, 'category', category.id),
    locales: noItems,
    shopByPriceRanges: noItems,
    productCount: () => listedProducts(session, (fields) => fields.categories.includes(category.id)).length,
    image: null,
    hasChildren: () => childrenOf(session, category.id).length > 0,
    children: () => childrenOf(session, category.id).map((child) => categoryView(session, child)),
  };
}

export function brandView(session: Session, brand: Brand): View {
  const texts = session.market.texts('brand', brand.id);
  return {
    __typename: 'Brand',
    id: globalId('Brand', brand.id),
    entityId: brand.id,
    name: textOf(texts, 'name', brand.name),
    path: textOf(texts, 'path', brand.custom_url.url),
    defaultImage: null,
    pageTitle: brand.page_title,
    metaDesc: brand.meta_description,
    metaKeywords: brand.meta_keywords,
    searchKeywords: brand.search_keywords
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
    seo: {
      pageTitle: textOf(texts, 'pageTitle', brand.page_title),
      metaDescription: textOf(texts, 'metaDescription', brand.meta_description),
      metaKeywords: brand.meta_keywords.join(', '),
    },
    products: (page: PageArguments) =>
      connection(
        listedProducts(session, (fields) => fields.brand_id === brand.id),
        page,
        {
          present: (id) => presentById(session, id),
          most: MOST_PRODUCTS,
        },
      ),
    metafields: metafieldsOf(session, 'brand', brand.id),
    locales: noItems,
  };
}

/** Visible categories of the channel's tree below a parent; 0 for the top level. */
export function childrenOf(session: Session, parentId: number): Category[] {
  return visibleCategories(session).filter((category) => category.parent_id === parentId);
}

/** A connection over product ids, which creates only the products of its page. */
export function productConnection(session: Session, ids: readonly number[], page: PageArguments): View {
  return connection(ids, page, { present: (id) => presentById(session, id), most: MOST_PRODUCTS });
}

/** Ids of the channel's matching products. */
export function listedProducts(
  session: Session,
  passes: (fields: { categories: number[]; brand_id: number; is_featured: boolean }) => boolean,
): number[] {
  const { state } = session.store;
  return state.productIds.filter((id) => {
    const summary = state.summary(id);
    return summary !== undefined && isListed(session, summary) && passes(summary.fields);
  });
}

function presentById(session: Session, id: number): View | null {
  const product = session.store.state.product(id);
  return product ? session.productView(session, product) : null;
}

function visibleCategories(session: Session): Category[] {
  const trees = new Set(
    [...session.store.state.trees.values()]
      .filter((tree) => tree.channels.includes(session.channelId))
      .map((tree) => tree.id),
  );
  return [...session.store.state.categories.values()].filter(
    (category) => category.is_visible && trees.has(category.tree_id),
  );
}

/** The categories with these ids that are visible on the channel. */
export function listedCategories(session: Session, ids: readonly number[]): Category[] {
  return visibleCategories(session).filter((category) => ids.includes(category.id));
}

/** From the top category down to this one. */
function ancestry(session: Session, category: Category): Category[] {
  const parent = session.store.state.categories.get(category.parent_id);
  return parent ? [...ancestry(session, parent), category] : [category];
}
