import { networksOf } from './client-address';
import type { RequestLimits } from './request-limits';
import { busyMessages, StoreBusyError } from './storefront-errors';

/** Counts GraphQL documents per sender, before any work is done on them (behavior 12.5). */
export interface DocumentCount {
  /** @throws StoreBusyError when the caller has used up its share, or all callers the limit */
  count(address: string): Promise<void>;
}

/**
 * Admits as many documents as the store accepts requests, divided in the same way: more would only be rejected later,
 * after they were decompressed and parsed. It protects this process, so each instance counts separately.
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
      if (grant.kind === 'refused') throw new StoreBusyError(busyMessages[grant.reason], grant);
      grant.responded();
    },
  };
}
