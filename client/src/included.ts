import type { CollectionGroups, Included, IncludedProduct, InTree, Product, ProductGroups } from './types';
import { unexpectedResponse } from './errors';

interface Asking<Asked> {
  include: Asked | undefined;
  response: Response;
}

/** Checks that each item of a response has the requested groups. */
export function withIncluded<Item extends object, Asked extends readonly string[]>(
  items: Item[],
  { include, response }: Asking<Asked>,
): Included<Item, Asked>[] {
  const isComplete = (item: Item): item is Included<Item, Asked> => hasGroups(item, include);
  if (items.every(isComplete)) return items;
  throw lacksGroups(response, include);
}

/** The same for a single product. */
export function productWithIncluded<Asked extends ProductGroups>(
  product: Product,
  { include, response }: Asking<Asked>,
): IncludedProduct<Asked> {
  const isComplete = (item: Product): item is Product & IncludedProduct<Asked> =>
    hasGroups(
      item,
      include?.filter((group) => group !== ofVariants),
    ) &&
    (include?.includes(ofVariants) !== true || item.variants.every((variant) => ofVariants in variant));
  if (isComplete(product)) return product;
  throw lacksGroups(response, include);
}

/** The group that is added to variants, not to the product itself. */
const ofVariants = 'option_selections';

const hasGroups = (item: object, include: readonly string[] = []): boolean => include.every((group) => group in item);

const lacksGroups = (response: Response, include: readonly string[] = []) =>
  unexpectedResponse(response, {
    message: `The response lacks a group of fields that was asked for: ${include.join(', ')}.`,
  });

/** The same for collections, to which `tree` adds two fields. */
export function inTree<Item extends object, Asked extends CollectionGroups>(
  items: Item[],
  { include, response }: { include: Asked | undefined; response: Response },
): InTree<Item, Asked>[] {
  const isComplete = (item: Item): item is InTree<Item, Asked> =>
    !include?.includes('tree') || ('parent' in item && 'position' in item);
  if (items.every(isComplete)) return items;
  throw unexpectedResponse(response, {
    message: 'The response lacks the places in the tree that were asked for.',
  });
}
