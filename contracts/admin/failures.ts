import { z } from 'zod';

/**
 * What went wrong with a request, so that a page can say it in its own language: the code and the plain values in the
 * `details` of an error. Other codes, and errors without one, are shown by their English message.
 */
export const failureIssue = z.object({
  code: z.enum([
    'sync_busy',
    'registration_busy',
    'store_switch',
    'store_switched',
    'missing_settings',
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

/** A failure that a response reports: in English, and by the code of a `failureIssue` where it has one. */
export const reportedFailure = z.object({
  message: z.string(),
  code: z.string().nullable(),
  values: failureIssue.shape.values,
});
export type ReportedFailure = z.infer<typeof reportedFailure>;
