import type { StoreFacts } from '../model/catalog-types';

/** What the last sync learnt of the store; null before the first one. */
export interface StoreFactsReader {
  read(): Promise<StoreFacts | null>;
}
