import { z } from 'zod';
import type { CodedReason } from '../lib/coded-reason';

/** A `CodedReason` as stored in our tables; another version of the plugin may have written it. */
export const storedReason: z.ZodType<CodedReason> = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
