import type { BreadcrumbView } from '../../../../contracts/rest/breadcrumbs';
import type {
  CollectionDetailInclude,
  CollectionListItemView,
  CollectionView,
} from '../../../../contracts/rest/collections';
import type { RecordReference } from '../model/product-reader';
import type { CollectionRecord, CollectionTreeItem, TaxonomyItem } from '../model/taxonomy-reader';

/** A collection in a list. */
export function presentCollectionListItem({ id, title, slug, productCount }: TaxonomyItem): CollectionListItemView {
  return { id, name: title, slug, product_count: productCount };
}

/** A collection in a list, with its place in the tree. */
export function presentCollectionTreeItem(item: CollectionTreeItem): CollectionListItemView {
  return { ...presentCollectionListItem(item), parent: item.parentSlug, position: item.position };
}

/** A path through the categories. */
export function presentBreadcrumbs(way: readonly RecordReference[]): BreadcrumbView[] {
  return way.map(({ id, title, slug }) => ({ id, name: title, slug }));
}

/** A single collection, with its parent and children. */
export function presentCollection(
  record: CollectionRecord,
  include: CollectionDetailInclude = undefined,
): CollectionView {
  return {
    ...presentCollectionListItem(record),
    description: record.content,
    parent: record.parent?.slug ?? null,
    children: record.children.map(presentCollectionListItem),
    ...(include?.includes('image') && {
      image: record.imageUrl === '' ? null : { url: record.imageUrl, alt: record.title },
    }),
  };
}
