import type { ResponseContent, ProductContent } from './response-content';
import type { ChangedIds } from '../changes/change-log';
import type { ListDependency } from '../changes/list-dependencies';

/** Finds the responses that a change affects without checking the others. */
export interface ResponseIndex {
  add(key: string, content: ResponseContent): void;
  /** For what was added under this key, with the same content as then. */
  remove(key: string, content: ResponseContent): void;
  /** Keys of exactly the responses whose content `isTouched`. */
  touchedBy(change: ChangedIds): Set<string>;
}

// For a product that only one list shows: a map entry and a set of its own, 211 bytes with Node.js 20. Shared by several
// lists, it is a quarter of that.
const bytesOfShown = 220;
const bytesOfNumber = 8;

/** Upper bound in bytes for a response's content, both stored with it and in this index. */
export function contentBytesOf(content: ResponseContent): number {
  return content.kind === 'product'
    ? bytesOfShown + bytesOfNumber * content.categoryIds.length
    : bytesOfShown * content.products.length;
}

export function createResponseIndex(): ResponseIndex {
  const lists = new Set<string>();
  /** The lists that also show the store's facts. */
  const ofStore = new Set<string>();
  const singles = new Map<string, ProductContent>();
  const byDependency = new Map<ListDependency, Set<string>>();
  const byProduct = new Map<number, Set<string>>();

  const placesOf = (content: ResponseContent) =>
    content.kind === 'product' ? { products: [content.id], dependencies: [] } : content;

  return {
    add(key, content) {
      if (content.kind === 'list') lists.add(key);
      else singles.set(key, content);
      if (content.kind === 'list' && content.isStoreShown) ofStore.add(key);
      const { products, dependencies } = placesOf(content);
      for (const id of products) put(byProduct, id, key);
      for (const dependency of dependencies) put(byDependency, dependency, key);
    },

    remove(key, content) {
      lists.delete(key);
      ofStore.delete(key);
      singles.delete(key);
      const { products, dependencies } = placesOf(content);
      for (const id of products) take(byProduct, id, key);
      for (const dependency of dependencies) take(byDependency, dependency, key);
    },

    touchedBy({ products, dependencies, categories, brands, isStoreChanged, isEverything }) {
      if (isEverything) return new Set([...lists, ...singles.keys()]);
      const touched = new Set<string>(categories.length + brands.length > 0 ? lists : []);
      for (const dependency of dependencies) for (const key of byDependency.get(dependency) ?? []) touched.add(key);
      for (const id of products) for (const key of byProduct.get(id) ?? []) touched.add(key);
      if (isStoreChanged) for (const key of ofStore) touched.add(key);
      if (categories.length + brands.length === 0 && !isStoreChanged) return touched;
      const changed = { categories: new Set(categories), brands: new Set(brands) };
      for (const [key, { categoryIds, brandId }] of singles) {
        const isNamed =
          (brandId !== null && changed.brands.has(brandId)) || categoryIds.some((id) => changed.categories.has(id));
        if (isStoreChanged || isNamed) touched.add(key);
      }
      return touched;
    },
  };
}

function put<Place>(index: Map<Place, Set<string>>, place: Place, key: string): void {
  const keys = index.get(place);
  if (keys) keys.add(key);
  else index.set(place, new Set([key]));
}

function take<Place>(index: Map<Place, Set<string>>, place: Place, key: string): void {
  const keys = index.get(place);
  if (keys?.delete(key) && keys.size === 0) index.delete(place);
}
