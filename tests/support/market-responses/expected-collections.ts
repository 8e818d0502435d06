import type { Market } from '../../../server/src/markets/market-parts';
import type { Category } from '../../../simulator/src/catalog/model';
import type { SimulatedStore } from '../../../simulator/src/catalog/store';
import { lastSegment, slugsOf } from '../shops/expected-catalog';

/** A category as a market should show it; others are referenced by id, since slugs are compared separately. */
export interface ExpectedCollection {
  id: number;
  name: string;
  slug: string;
  description: string;
  parent: number | null;
  /** From 1, among those with the same parent. */
  position: number;
  /** Ids in the store's order. */
  children: number[];
  /** Ids from the top level down to the category itself. */
  way: number[];
}

/**
 * The visible categories of the tree of the market's own channel (upstream 20.1), with the channel's names (upstream
 * 20.5), in the store's order and then by name. Children of a hidden category are at the top level (behavior 3.5).
 */
export function expectedCollections(
  store: SimulatedStore,
  { channelId, locale }: Pick<Market, 'channelId' | 'locale'>,
): ExpectedCollection[] {
  const trees = [...store.state.trees.values()].filter(({ channels }) => channels.includes(channelId));
  const own = store.categories.all().filter((category) => trees.some(({ id }) => id === category.tree_id));
  const textsOf = ({ id, is_visible: isVisible }: Category) =>
    locale === 'fr' && isVisible
      ? store.markets.locales.translationOf({ kind: 'category', id, channelId, locale })
      : {};
  const nameOf = (category: Category) => textsOf(category).name ?? category.name;
  const slugs = slugsOf(
    own.map((category) => ({
      id: category.id,
      claim: lastSegment(textsOf(category).path ?? category.url.path),
    })),
  );
  const shown = own
    .filter((category) => category.is_visible)
    .sort((a, b) => a.sort_order - b.sort_order || compare(nameOf(a), nameOf(b)) || a.id - b.id);
  const parentOf = ({ parent_id: parent }: Category) => shown.find(({ id }) => id === parent);
  const pathTo = (category: Category): number[] => {
    const parent = parentOf(category);
    return [...(parent ? pathTo(parent) : []), category.id];
  };
  return shown.map((category) => {
    const siblings = shown.filter((other) => parentOf(other) === parentOf(category));
    return {
      id: category.id,
      name: nameOf(category),
      slug: String(slugs.get(category.id)),
      description: category.description,
      parent: parentOf(category)?.id ?? null,
      position: siblings.indexOf(category) + 1,
      children: shown.filter((other) => parentOf(other) === category).map(({ id }) => id),
      way: pathTo(category),
    };
  });
}

/** All alphabets sort the names in these tests in the same order. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
