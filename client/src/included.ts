import type { CollectionGroups, Groups, Included, InTree } from './types';
import { unexpectedAnswer } from './errors';

/** Holds a response to what was asked for: each product has the groups that `include` names. */
export function withIncluded<Item extends object, Asked extends Groups>(
  items: Item[],
  { include, response }: { include: Asked | undefined; response: Response },
): Included<Item, Asked>[] {
  const isComplete = (item: Item): item is Included<Item, Asked> => (include ?? []).every((group) => group in item);
  if (items.every(isComplete)) return items;
  throw unexpectedAnswer(response, {
    message: `The answer lacks a group of fields that was asked for: ${(include ?? []).join(', ')}.`,
  });
}

/** The same for collections, to which `tree` adds two fields. */
export function inTree<Item extends object, Asked extends CollectionGroups>(
  items: Item[],
  { include, response }: { include: Asked | undefined; response: Response },
): InTree<Item, Asked>[] {
  const isComplete = (item: Item): item is InTree<Item, Asked> =>
    !include?.includes('tree') || ('parent' in item && 'position' in item);
  if (items.every(isComplete)) return items;
  throw unexpectedAnswer(response, {
    message: 'The answer lacks the places in the tree that were asked for.',
  });
}
