import { networksOf } from './client-address';
import type { RequestLimits } from './request-limits';
import { StoreBusyError } from './storefront-errors';

/** Counts GraphQL documents by who sends them, before anything is done about them (behavior 12.5). */
export interface DocumentCount {
  /** @throws StoreBusyError when the caller has sent its share */
  count(address: string): Promise<void>;
}

/**
 * As many documents as the store takes requests, shared out in the same way: more of them would be refused further on,
 * after they were unpacked and parsed. What is protected is the work of this process, so each instance counts for itself.
 */
export function createDocumentCount({
  limits,
  clientLimit,
}: {
  limits: RequestLimits;
  clientLimit: () => number;
}): DocumentCount {
  return {
    async count(address) {
      const grant = await limits.take({ store: 'documents', client: networksOf(address), clientLimit: clientLimit() });
      if (grant.kind === 'refused')
        throw new StoreBusyError('The store takes 20 requests a second, and they are used up; try again later.', grant);
      grant.responded();
    },
  };
}
