import { expect } from 'vitest';
import { collection, type CollectionListItemView, collectionList } from '../../../contracts/rest/collections';
import { productList } from '../../../contracts/rest/products';
import type { Compared } from './compared';
import { inOrderOfTitle } from './orders';

/** Compares the categories of a market's tree, the parents and children of each, and the products sold in each. */
export async function compareCollections({
  expected: { offers, collections },
  titleOrder,
  read,
  plain,
  collectionIds,
}: Compared): Promise<void> {
  const countIn = (id: number) => offers.filter(({ collectionIds: ids }) => ids.includes(id)).length;
  const idOf = (slug: string | null | undefined) => (slug == null ? null : collectionIds.get(slug));
  const found = (await read('/collections?include=tree', collectionList)).collections;
  expect(found.map((each) => ({ ...plain(each), parent: idOf(each.parent) }))).toEqual(
    collections.map(({ id, name, slug, parent, position }) => ({
      ...plain({ id, name, slug }),
      product_count: countIn(id),
      parent,
      position,
    })),
  );
  expect((await read('/collections', collectionList)).collections).toEqual(
    found.map(({ id, name, slug, product_count: count }) => ({ id, name, slug, product_count: count })),
  );

  for (const { children, way, id: ownId, name, slug: claimed, description, parent } of collections) {
    const own = { id: ownId, name, slug: claimed, description, parent };
    const slug = slugOf(found, own.id);
    const one = await read(`/collections/${encodeURIComponent(slug)}?include=breadcrumbs`, collection);
    expect({
      ...plain(one),
      parent: idOf(one.parent),
      children: one.children.map(({ id, product_count: count }) => [id, count]),
      breadcrumbs: one.breadcrumbs?.map(({ id, slug: step }) => [id, idOf(step)]),
    }).toEqual({
      ...plain(own),
      product_count: countIn(own.id),
      children: children.map((id) => [id, countIn(id)]),
      breadcrumbs: way.map((id) => [id, id]),
    });
    const list = await read(
      `/products?category=${encodeURIComponent(slug)}&orderby=title&order=asc&per_page=100`,
      productList,
    );
    const sold = offers.filter(({ collectionIds: ids }) => ids.includes(own.id));
    expect([list.total, list.products.map(({ id }) => id)]).toEqual([sold.length, inOrderOfTitle(sold, titleOrder)]);
  }
}

function slugOf(found: readonly CollectionListItemView[], id: number): string {
  return found.find((each) => each.id === id)?.slug ?? '';
}
