import type { CommerceBridgeClient } from './client';
import { documentOf, type ShopperOperation } from './shopper-documents';
import type { GraphqlFailure, GraphqlOptions } from './types';

/** What asks the store: a client, or anything that passes documents on like one. */
export type StoreClient = Pick<CommerceBridgeClient, 'graphql'>;

/**
 * The store refused what a shopper asked for, for example more than it has. The message is the store's first; that the
 * store or the site did not respond as it should is a `CommerceBridgeApiError` instead.
 */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';

  constructor(
    message: string,
    /** What the store said, as in the result of `graphql()`; empty if it only did not do it. */
    readonly errors: readonly GraphqlFailure[] = [],
  ) {
    super(message);
  }
}

/**
 * What the store returned to an operation.
 * @throws StoreRefusal if it returned errors, or nothing
 */
export async function askForShopper<Data>(
  shop: StoreClient,
  { operation, variables }: { operation: ShopperOperation; variables: Record<string, unknown> },
  options: GraphqlOptions,
): Promise<Data> {
  const { data, errors = [] } = await shop.graphql<Data>(documentOf(operation), variables, options);
  const [error] = errors;
  if (error) throw new StoreRefusal(error.message, errors);
  if (data === undefined || data === null) throw new StoreRefusal('The store returned nothing.');
  return data;
}
