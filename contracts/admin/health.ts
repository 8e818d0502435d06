import { z } from 'zod';

/** What is wrong, so that a page can say it in its own language; the values of times are ISO timestamps. */
export const healthIssue = z.object({
  code: z.enum([
    'credentials_rejected',
    'scope_missing',
    'deliveries_mismatch',
    'deliveries_stale',
    'deliveries_refused',
    'deliveries_unusable',
    'deliveries_failed',
    'clock_database_ahead',
    'clock_database_behind',
    'clock_upstream_ahead',
    'clock_upstream_behind',
    'events_dropped',
    'events_waiting',
    'removal_held',
    'hooks_none',
    'hooks_missing',
    'hooks_revived',
    'hook_not_revived',
    'hook_destination',
    'hook_token',
    'sync_never',
    'sync_outdated',
    'sync_stuck',
    'secrets_unreadable',
    'storefront_token',
    'safelist_unreadable',
    'database_charset',
    'unchecked',
  ]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type HealthIssue = z.infer<typeof healthIssue>;

/** Answer of `GET /commerce-bridge/health` (null before the first check and after clearing) and of `POST …/health/check`. */
export const healthRecord = z.object({
  healthy: z.boolean(),
  /** In words for an administrator; empty when healthy. */
  errors: z.array(z.string()),
  /** Each error in its place; absent when there is none, and in a record that an earlier version wrote. */
  issues: z.array(healthIssue).optional(),
  /** Unix seconds. */
  checked_at: z.int(),
});
export type HealthRecord = z.infer<typeof healthRecord>;

/** Answer of `GET /commerce-bridge/notice`: what every admin page shows until the next successful check or until cleared. */
export const noticeResponse = z.object({
  notice: z
    .object({
      message: z.string(),
      errors: z.array(z.string()),
      issues: z.array(healthIssue).optional(),
      checked_at: z.int(),
    })
    .nullable(),
});
export type NoticeResponse = z.infer<typeof noticeResponse>;
