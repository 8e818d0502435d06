import type { CollectionListItemView, CollectionView } from '../../../../contracts/rest/collections';
import type { CollectionRecord, TaxonomyItem } from '../model/taxonomy-reader';

/** A collection in a list. */
export function presentCollectionListItem({ id, title, slug, productCount }: TaxonomyItem): CollectionListItemView {
  return { id, name: title, slug, product_count: productCount };
}

/** A collection by itself, with what is above and below it. */
export function presentCollection(record: CollectionRecord): CollectionView {
  return {
    ...presentCollectionListItem(record),
    description: record.content,
    parent: record.parent?.slug ?? null,
    children: record.children.map(presentCollectionListItem),
  };
}
