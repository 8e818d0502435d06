import 'server-only';
import { headers } from 'next/headers';
import { CommerceBridgeApiError, createCommerceBridgeClient } from 'strapi-plugin-commerce-bridge/client';
import type { z } from 'zod';
import type { Session } from './session';
import { apiUrl } from './settings';

/** The store refused something that a shopper asked for, for example more than it has; the message is the store's. */
export class StoreRefusal extends Error {
  override readonly name = 'StoreRefusal';
}

const shop = createCommerceBridgeClient({ baseUrl: apiUrl });

/**
 * Sends a GraphQL document to the store through the site's proxy, as the shopper who made this request: the store knows
 * customers by their token, and the site divides what the store takes fairly between addresses.
 * @throws StoreRefusal with the store's first error
 */
export async function askStore<Schema extends z.ZodType>(
  { document, schema }: { document: string; schema: Schema },
  variables: Record<string, unknown>,
  { customerToken }: Pick<Session, 'customerToken'>,
): Promise<z.output<Schema>> {
  const address = (await headers()).get('x-forwarded-for');
  const { data, errors } = await shop.graphql(document, variables, {
    ...(address !== null && { headers: { 'X-Forwarded-For': address } }),
    ...(customerToken !== null && { customerAccessToken: customerToken }),
  });
  const [error] = errors ?? [];
  if (error) throw new StoreRefusal(error.message);
  return schema.parse(data);
}

/** Runs what asks the store, and says for the shopper why it did not work; null if it did. */
export async function problemOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof StoreRefusal) return error.message;
    if (!(error instanceof CommerceBridgeApiError)) throw error;
    console.error(error);
    return 'The store does not answer. Please try again in a moment.';
  }
}
