import { z } from 'zod';

/** Custom data that an app or a merchant attached to a product. */
export const metafield = z.strictObject({
  id: z.int().describe("The metafield's BigCommerce ID; `entityId` in GraphQL."),
  namespace: z.string(),
  key: z.string(),
  value: z.string().describe('As it was written: some apps write JSON.'),
});
