import { z } from 'zod';
import { isCronExpression } from '../lib/node-cron-scheduler';
import type { Definitions } from './setting-definition';
import { asBoolean, asList, asNumber, asText, onOrOff, wholeNumber } from './setting-kinds';

const mostNamespaces = 20;

/** A namespace of metafields (upstream 20.11); without commas, which separate several of them in a request. */
const namespace = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[^,\p{Cc}]+$/u);

/** When the catalog is compared with the store, and how careful a run is (behavior 8.1). */
export const syncDefinitions = {
  syncSchedule: {
    variable: 'COMMERCE_BRIDGE_SYNC_SCHEDULE',
    schema: z
      .string()
      .trim()
      .refine((text) => text === 'off' || isCronExpression(text)),
    fromText: asText,
    fallback: '0 3 * * *',
    expects: { code: 'schedule', values: { example: '0 3 * * *' } },
    allowed: 'a cron expression such as 0 3 * * *, or off',
  },
  sweepEnabled: {
    variable: 'COMMERCE_BRIDGE_SWEEP_ENABLED',
    ...onOrOff,
    fromText: asBoolean,
    fallback: true,
    allowed: 'true or false',
  },
  fullSyncEveryDays: {
    variable: 'COMMERCE_BRIDGE_FULL_SYNC_EVERY_DAYS',
    ...wholeNumber(0, 365),
    fromText: asNumber,
    fallback: 7,
    allowed: 'a whole number of days from 1 to 365, or 0 for never',
  },
  modifiersEnabled: {
    variable: 'COMMERCE_BRIDGE_MODIFIERS_ENABLED',
    ...onOrOff,
    fromText: asBoolean,
    fallback: true,
    allowed: 'true or false',
  },
  metafieldNamespaces: {
    variable: 'COMMERCE_BRIDGE_METAFIELD_NAMESPACES',
    schema: z
      .array(namespace)
      .max(mostNamespaces)
      .transform((names) => [...new Set(names)]),
    fromText: asList,
    fallback: [],
    expects: { code: 'metafield_namespaces', values: { most: mostNamespaces } },
    allowed: `up to ${mostNamespaces} namespaces, separated by commas, each of up to 64 characters`,
  },
  upstreamReserve: {
    variable: 'COMMERCE_BRIDGE_UPSTREAM_RESERVE',
    ...wholeNumber(0, 1000),
    fromText: asNumber,
    // A tenth of a standard store's window (upstream 1.1).
    fallback: 15,
    allowed: 'a whole number of requests from 0 to 1000; more than half of the window counts as half of it',
  },
  removalLimitPercent: {
    variable: 'COMMERCE_BRIDGE_REMOVAL_LIMIT_PERCENT',
    ...wholeNumber(1, 100),
    fromText: asNumber,
    fallback: 50,
    allowed: 'a whole number from 1 to 100',
  },
  removalLimitMinimum: {
    variable: 'COMMERCE_BRIDGE_REMOVAL_LIMIT_MINIMUM',
    ...wholeNumber(0, 1_000_000),
    fromText: asNumber,
    fallback: 20,
    allowed: 'a whole number from 0',
  },
  withdrawnRetentionDays: {
    variable: 'COMMERCE_BRIDGE_WITHDRAWN_RETENTION_DAYS',
    ...wholeNumber(0, 365),
    fromText: asNumber,
    fallback: 30,
    allowed: 'a whole number of days from 1 to 365, or 0 to delete at once',
  },
} satisfies Partial<Definitions>;
