import 'server-only';
import { headers } from 'next/headers';
import { CommerceBridgeApiError, createCommerceBridgeClient, StoreRefusal } from 'strapi-plugin-commerce-bridge/client';
import { apiUrl } from './settings';
import { addressIn } from './shopper-address';

/** Client for shoppers' data, which the site's proxy requests from the store. Nothing is cached. */
export const shop = createCommerceBridgeClient({ baseUrl: apiUrl });

/** The shopper's IP address: the site divides the store's request limit fairly between addresses. */
export async function ofShopper(): Promise<{ headers?: Record<string, string> }> {
  const address = addressIn((await headers()).get('x-forwarded-for'));
  return address === null ? {} : { headers: { 'X-Forwarded-For': address } };
}

/** Runs a request to the store, and returns a message for the shopper if it fails; null if it succeeds. */
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
