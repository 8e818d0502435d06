import { z } from 'zod';
import { deliveryTallies } from './events';
import { healthRecord } from './health';
import { overview, overviewHistory } from './overview';
import { run, syncSchedule } from './runs';
import { lockedBy, plainSettings } from './settings';
import { webhooksView } from './webhooks';

/** Not even a secret's last characters: the report leaves the company. */
const secretState = z.object({ isSet: z.boolean(), enterAgain: z.boolean() });

/** Response of `GET /commerce-bridge/diagnostics`: what a support ticket needs, without any secret. */
export const diagnostics = z.object({
  generatedAt: z.iso.datetime(),
  versions: z.object({
    plugin: z.string(),
    strapi: z.string(),
    node: z.string(),
    platform: z.string(),
    database: z.string(),
  }),
  settings: z.object({
    plain: plainSettings,
    secrets: z.record(z.string(), secretState),
    locked: z.record(z.string(), lockedBy),
    canStoreSecrets: z.boolean(),
  }),
  /** Fetched from upstream for this report. */
  webhooks: webhooksView,
  /** The last 10, newest first; their failed records are in their own reports. */
  runs: z.array(run.omit({ failures: true })),
  schedule: syncSchedule.nullable(),
  catalog: overview.shape.counts,
  quota: overview.shape.quota,
  queue: z.object({
    counts: overview.shape.events,
    /** Since when the event that has waited longest has been due; null when none is due. */
    oldestDueAt: z.iso.datetime().nullable(),
    delays: overviewHistory.shape.eventDelays,
    deliveries: deliveryTallies.shape.deliveries,
  }),
  health: healthRecord.nullable(),
});
export type Diagnostics = z.infer<typeof diagnostics>;
