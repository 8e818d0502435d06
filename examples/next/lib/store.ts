import 'server-only';
import { headers } from 'next/headers';
import { CommerceBridgeApiError, createCommerceBridgeClient, StoreRefusal } from 'strapi-plugin-commerce-bridge/client';
import { apiUrl } from './settings';

/** What belongs to shoppers: the site's proxy passes it on to the store. Nothing of it is cached. */
export const shop = createCommerceBridgeClient({ baseUrl: apiUrl });

/** Where the shopper's request came from: the site divides what the store takes fairly between addresses. */
export async function ofShopper(): Promise<{ headers?: Record<string, string> }> {
  const address = (await headers()).get('x-forwarded-for');
  return address === null ? {} : { headers: { 'X-Forwarded-For': address } };
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
    return 'The store does not respond. Please try again in a moment.';
  }
}
