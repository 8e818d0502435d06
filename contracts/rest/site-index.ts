import { z } from 'zod';

/** What is at the address of the API itself. */
export const index = z.strictObject({
  name: z.literal('Commerce Bridge'),
  endpoints: z.array(
    z.strictObject({
      method: z.enum(['GET', 'POST']),
      path: z.string().describe('Below `{base_url}`, with parameters in braces: `/products/{slug}`.'),
      summary: z.string(),
    }),
  ),
});
export type IndexView = z.infer<typeof index>;
