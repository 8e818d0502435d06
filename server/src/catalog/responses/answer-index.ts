import type { AnswerContent, ProductContent } from './answer-content';
import type { ChangedIds } from '../changes/change-log';
import type { ListFacet } from '../changes/list-facets';

/** Finds the answers that a change touches without looking at the others. */
export interface AnswerIndex {
  add(key: string, content: AnswerContent): void;
  /** What was added under this key, which has the content it had then. */
  remove(key: string, content: AnswerContent): void;
  /** Keys of exactly those whose content `isTouched`. */
  touchedBy(change: ChangedIds): Set<string>;
}

// For a product that only one list shows: an entry of a map and a set of its own, 211 bytes with Node.js 20. Shared by
// several lists it is a quarter of that.
const bytesOfShown = 220;
const bytesOfNumber = 8;

/** At most so many bytes are taken by what an answer shows, kept with it and found by it. */
export function contentBytesOf(content: AnswerContent): number {
  return content.kind === 'product'
    ? bytesOfShown + bytesOfNumber * content.categoryIds.length
    : bytesOfShown * content.products.length;
}

export function createAnswerIndex(): AnswerIndex {
  const lists = new Set<string>();
  const singles = new Map<string, ProductContent>();
  const byFacet = new Map<ListFacet, Set<string>>();
  const byProduct = new Map<number, Set<string>>();

  const placesOf = (content: AnswerContent) =>
    content.kind === 'product' ? { products: [content.id], facets: [] } : content;

  return {
    add(key, content) {
      if (content.kind === 'list') lists.add(key);
      else singles.set(key, content);
      const { products, facets } = placesOf(content);
      for (const id of products) put(byProduct, id, key);
      for (const facet of facets) put(byFacet, facet, key);
    },

    remove(key, content) {
      lists.delete(key);
      singles.delete(key);
      const { products, facets } = placesOf(content);
      for (const id of products) take(byProduct, id, key);
      for (const facet of facets) take(byFacet, facet, key);
    },

    touchedBy({ products, facets, categories, brands, isStoreChanged, isEverything }) {
      if (isEverything) return new Set([...lists, ...singles.keys()]);
      const touched = new Set<string>(categories.length + brands.length > 0 ? lists : []);
      for (const facet of facets) for (const key of byFacet.get(facet) ?? []) touched.add(key);
      for (const id of products) for (const key of byProduct.get(id) ?? []) touched.add(key);
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
