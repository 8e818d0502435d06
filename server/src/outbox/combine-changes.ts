import { type ChangedIds, everythingChanged } from '../catalog/changes';

/** Several changes as one that covers them, each id once. */
export function combineChanges(changes: readonly ChangedIds[]): ChangedIds {
  const [only] = changes;
  if (only !== undefined && changes.length === 1) return only;
  const marketParts = united(changes.map(({ marketParts: names = [] }) => names));
  return {
    products: united(changes.map(({ products }) => products)),
    dependencies: united(changes.map(({ dependencies }) => dependencies)),
    categories: united(changes.map(({ categories }) => categories)),
    brands: united(changes.map(({ brands }) => brands)),
    isStoreChanged: changes.some(({ isStoreChanged }) => isStoreChanged),
    ...(marketParts.length > 0 && { marketParts }),
    isEverything: changes.some(({ isEverything }) => isEverything),
  };
}

/** The change to assume when it is not known what changed. */
export const unknownChange = everythingChanged;

function united<Value>(lists: readonly (readonly Value[])[]): Value[] {
  return [...new Set(lists.flat())];
}
