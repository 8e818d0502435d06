import type { Foundation } from '../database/create-foundation';
import type { SharedLimits } from '../instances/create-instances';
import { createUpstreamAccess, type UpstreamAccess } from './upstream-access';
import type { DrawVersion } from './reading/versioned-read';

/** Joins the parts that talk to the store. */
export function createUpstream({
  clock,
  logger,
  knownSecrets,
  workScheduler,
  largestResponse,
  ...given
}: Pick<Foundation, 'clock' | 'logger' | 'knownSecrets' | 'workScheduler' | 'meters'> & {
  random: () => number;
  /** Requests of the store's window kept for webhooks and the merchant's other apps. */
  reserve: () => number;
  drawVersion: DrawVersion;
  /** Null: this process has the store's whole budget. */
  limits: SharedLimits | null;
  /** In bytes; the client's own bound when absent. */
  largestResponse?: number | undefined;
}): UpstreamAccess {
  return createUpstreamAccess({
    ...given,
    clock,
    logger,
    redact: knownSecrets.redact,
    yieldIfDue: () => workScheduler.yieldIfDue(),
    ...(largestResponse !== undefined && { transport: { maximumBytes: largestResponse } }),
  });
}
