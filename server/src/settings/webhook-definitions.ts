import { z } from 'zod';
import type { Definitions } from './setting-definition';
import { asNumber, asNumbers, asText, wholeNumber } from './setting-kinds';

/** How deliveries are verified and their events processed (behavior 8.1). */
export const webhookDefinitions = {
  webhookRetryDelays: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_RETRY_DELAYS',
    schema: z.array(z.int().min(0).max(604_800)).min(1).max(20),
    fromText: asNumbers,
    fallback: [60, 300, 900, 1800, 3600],
    expects: { code: 'retry_delays', values: { most: 20, highest: 604_800, example: '60, 300, 900' } },
    allowed: 'a list of 1 to 20 whole numbers of seconds, such as 60,300,900,1800,3600',
  },
  webhookSignatureHeader: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_SIGNATURE_HEADER',
    // With the name of another scheme's header, every delivery would carry a wrong signature and be rejected.
    schema: z
      .string()
      .trim()
      .regex(/^(?!webhook-(id|timestamp|signature)$|x-commerce-bridge-token$)[a-z0-9-]{1,64}$/i),
    fromText: asText,
    fallback: 'X-Platform-Webhook-Signature',
    expects: {
      code: 'free_header_name',
      values: { taken: 'webhook-id, webhook-timestamp, webhook-signature, X-Commerce-Bridge-Token' },
    },
    allowed:
      'the name of a header: letters, digits and hyphens; none of webhook-id, webhook-timestamp, webhook-signature and X-Commerce-Bridge-Token, which are of the other proofs',
  },
  webhookTimestampTolerance: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_TIMESTAMP_TOLERANCE',
    ...wholeNumber(1, 172_800),
    fromText: asNumber,
    fallback: 300,
    allowed: 'a whole number of seconds from 1 to 172800 (48 hours, as long as upstream retries)',
  },
  webhookProcessingTimeLimit: {
    variable: 'COMMERCE_BRIDGE_WEBHOOK_PROCESSING_TIME_LIMIT',
    ...wholeNumber(1, 600),
    fromText: asNumber,
    fallback: 60,
    allowed: 'a whole number of seconds from 1 to 600',
  },
  eventRetentionDays: {
    variable: 'COMMERCE_BRIDGE_EVENT_RETENTION_DAYS',
    ...wholeNumber(1, 365),
    fromText: asNumber,
    fallback: 7,
    allowed: 'a whole number of days from 1 to 365',
  },
} satisfies Partial<Definitions>;
