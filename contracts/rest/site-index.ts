import { z } from 'zod';

/** The response of the API's base URL. */
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
