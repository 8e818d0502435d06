import { z } from 'zod';
import { runReason } from './runs';

/** What a check looks at. */
export const healthSubject = z.enum([
  'credentials',
  'webhooks',
  'storefront',
  'charset',
  'secrets',
  'clocks',
  'deliveries',
  'schedule',
  'redis',
  'removals',
  'markets',
  'failed_events',
  'queued_events',
  'outbox',
]);
export type HealthSubject = z.infer<typeof healthSubject>;

/** A cause that we have a code for: those of failed syncs and requests, and those that only health checks find. */
export const healthCause = runReason.extend({
  code: z.enum([
    ...runReason.shape.code.options,
    'invalid_timetable',
    'safelist_unusable',
    'delivery_not_stored',
    'delivery_not_json',
    'delivery_without_scope',
    'target_unreachable',
    'target_refused',
    'target_secret_unreadable',
  ]),
});
export type HealthCause = z.infer<typeof healthCause>;

/** What is wrong, so that a page can translate it; times among the values are ISO timestamps. */
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
    'events_retrying',
    'events_waiting',
    'outbox_dropped',
    'outbox_waiting',
    'removal_held',
    'market_held',
    'market_unread',
    'market_outdated',
    'market_canceled',
    'market_empty',
    'market_locale_unserved',
    'markets_not_scheduled',
    'hooks_none',
    'hooks_elsewhere',
    'hooks_missing',
    'hooks_refused',
    'hooks_lacking',
    'hooks_revived',
    'hook_not_revived',
    'hook_destination',
    'hook_token',
    'not_connected',
    'sync_not_started',
    'first_sync_running',
    'first_sync_stopped',
    'sync_failed',
    'records_failed',
    'channel_changed',
    'listed_fewer',
    'deletions_unchecked',
    'sync_outdated',
    'webhooks_skipped',
    'secrets_unreadable',
    'purge_secrets_unreadable',
    'storefront_token',
    'storefront_unreachable',
    'safelist_unreadable',
    'database_charset',
    'redis_away',
    'redis_refuses',
    'unchecked',
  ]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The causes by code; absent if there is only a message from upstream or a library. */
  causes: z.array(healthCause).optional(),
});
export type HealthIssue = z.infer<typeof healthIssue>;

/**
 * Response of `GET /commerce-bridge/health` (null before the first check and after clearing) and of `POST
 * …/health/check`: the current reasons of the status, with the time of the last check.
 */
export const healthRecord = z.object({
  healthy: z.boolean(),
  /** In words for an administrator; empty when healthy. */
  errors: z.array(z.string()),
  /** The issue of each error, at the same index; absent if there are none, and in records of earlier versions. */
  issues: z.array(healthIssue).optional(),
  /** Unix seconds. */
  checked_at: z.int(),
});
export type HealthRecord = z.infer<typeof healthRecord>;
