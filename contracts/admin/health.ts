import { z } from 'zod';

/** Answer of `GET /commerce-bridge/health` (null before the first check and after clearing) and of `POST …/health/check`. */
export const healthRecord = z.object({
  healthy: z.boolean(),
  /** In words for an administrator; empty when healthy. */
  errors: z.array(z.string()),
  /** Unix seconds. */
  checked_at: z.int(),
});
export type HealthRecord = z.infer<typeof healthRecord>;

/** Answer of `GET /commerce-bridge/notice`: what every admin page shows until the next successful check or until cleared. */
export const noticeAnswer = z.object({ notice: z.object({ message: z.string(), errors: z.array(z.string()), checked_at: z.int() }).nullable() });
export type NoticeAnswer = z.infer<typeof noticeAnswer>;
