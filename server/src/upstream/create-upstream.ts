import type { Foundation } from '../database/create-foundation';
import { findProductPageThread } from './product-page-thread-file';
import { createUpstreamAccess, type UpstreamAccess } from './upstream-access';
import type { DrawVersion } from './versioned-read';

/** Joins what talks to the store. */
export function createUpstream({
  clock,
  logger,
  knownSecrets,
  workScheduler,
  largestResponse,
  ...given
}: Pick<Foundation, 'clock' | 'logger' | 'knownSecrets' | 'workScheduler'> & {
  random: () => number;
  /** Requests of the store's window kept for webhooks and the merchant's other apps. */
  reserve: () => number;
  drawVersion: DrawVersion;
  /** In bytes; the client's own bound when absent. */
  largestResponse?: number | undefined;
}): UpstreamAccess {
  return createUpstreamAccess({
    ...given,
    clock,
    logger,
    redact: knownSecrets.redact,
    yieldIfDue: () => workScheduler.yieldIfDue(),
    productPageThread: findProductPageThread(),
    ...(largestResponse !== undefined && { transport: { maximumBytes: largestResponse } }),
  });
}
