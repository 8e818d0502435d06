import type { ChannelTree, PlacedCategory } from '../model/market-reader';
import { assignSlugs } from '../model/slugs';
import { inStoreOrder } from '../model/store-order';

/** A category of a channel's own tree, as stored. */
export interface TreeCategory {
  id: number;
  parentId: number | null;
  title: string;
  /** The slug in its URL. */
  claim: string;
  sortOrder: number;
  isVisible: boolean;
}

/**
 * The visible categories of a channel's own tree, by the catalog's rules (behavior 2.8, 2.13): of the categories that
 * claim a slug, the lowest id gets it, and children of a hidden category are at the top level.
 */
export function channelTreeOf(categories: readonly TreeCategory[]): ChannelTree {
  const slugs = assignSlugs(categories);
  const slugOf = ({ id, claim }: TreeCategory) => slugs.get(id) ?? claim;
  const shown = inStoreOrder(categories.filter(({ isVisible }) => isVisible));
  const byId = new Map(shown.map((category) => [category.id, category]));
  const siblings = new Map<number | null, number>();
  const placed = shown.map((category): PlacedCategory => {
    const parent = category.parentId === null ? undefined : byId.get(category.parentId);
    const parentId = parent?.id ?? null;
    const position = (siblings.get(parentId) ?? 0) + 1;
    siblings.set(parentId, position);
    const { id, title, sortOrder } = category;
    return {
      id,
      title,
      slug: slugOf(category),
      sortOrder,
      parentId,
      parentSlug: parent ? slugOf(parent) : null,
      position,
    };
  });
  const placedById = new Map(placed.map((category) => [category.id, category]));

  return {
    categories: placed,
    ids: new Set(placedById.keys()),
    idOf: (slug) => placed.find((category) => category.slug === slug)?.id ?? null,
    slugsOf: (ids) => ids.flatMap((id) => placedById.get(id)?.slug ?? []),
    pathTo: (id) => {
      const way: PlacedCategory[] = [];
      for (let at = placedById.get(id); at && !way.includes(at); at = placedById.get(at.parentId ?? 0)) way.unshift(at);
      return way.map(({ id: categoryId, title, slug }) => ({ id: categoryId, title, slug }));
    },
    find: (slug) => {
      const own = placed.find((category) => category.slug === slug);
      if (!own) return null;
      const parent = own.parentId === null ? null : (placedById.get(own.parentId) ?? null);
      return { own, parent, children: placed.filter(({ parentId }) => parentId === own.id) };
    },
  };
}
