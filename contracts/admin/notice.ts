import { z } from 'zod';
import { healthIssue } from './health';
import { siteStatus } from './status';

/**
 * Response of `GET /commerce-bridge/notice`: webhook problems, which every admin page shows until they are fixed or the
 * record is cleared, and the status with all other reasons.
 */
export const noticeResponse = z.object({
  notice: z
    .object({
      message: z.string(),
      errors: z.array(z.string()),
      issues: z.array(healthIssue).optional(),
      checked_at: z.int(),
    })
    .nullable(),
  status: siteStatus,
  /** Time of the last check; null before the first one, and after clearing. */
  checkedAt: z.iso.datetime().nullable(),
});
export type NoticeResponse = z.infer<typeof noticeResponse>;
