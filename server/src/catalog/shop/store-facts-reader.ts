import type { StoreFacts } from '../model/catalog-types';

/** The store facts of the last sync; null before the first one. */
export interface StoreFactsReader {
  read(): Promise<StoreFacts | null>;
}
