import { z } from 'zod';

/**
 * Why a request failed, so that a page can translate it: the code and the plain values in the `details` of an error.
 * For other codes, and errors without one, pages show the English message.
 */
export const failureIssue = z.object({
  code: z.enum([
    'sync_busy',
    'registration_busy',
    'store_switch',
    'store_switched',
    'missing_settings',
    'settings_changed',
    'market_not_ready',
    'time_limit',
    'upstream_unauthorized',
    'upstream_scope_missing',
    'upstream_not_found',
    'upstream_rate_limited',
    'upstream_http_error',
    'upstream_unavailable',
    'upstream_response_unusable',
    'upstream_misconfigured',
    'webhook_address_unusable',
  ]),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type FailureIssue = z.infer<typeof failureIssue>;

/** A failure that a response reports: its English message, and the code of a `failureIssue` if it has one. */
export const reportedFailure = z.object({
  message: z.string(),
  code: z.string().nullable(),
  values: failureIssue.shape.values,
});
export type ReportedFailure = z.infer<typeof reportedFailure>;
