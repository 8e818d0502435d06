import type { CommerceBridgeClient } from './client';
import { documentOf, type ShopperOperation } from './shopper-documents';
import type { GraphqlFailure, GraphqlOptions } from './types';

/** Sends documents to the store: a client, or anything with the same method. */
export type StoreClient = Pick<CommerceBridgeClient, 'graphql'>;

/**
 * The store rejected a shopper's request, for example for more articles than are in stock. The message is the store's
 * first error. Failures of the store or the site are a `CommerceBridgeApiError` instead.
 */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';

  constructor(
    message: string,
    /** The store's errors, as in the result of `graphql()`; empty if it returned none. */
    readonly errors: readonly GraphqlFailure[] = [],
  ) {
    super(message);
  }
}

/**
 * The store's response to an operation.
 * @throws StoreRefusal if the store returned errors, or nothing
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
