import { z } from 'zod';

/** Response of `GET /commerce-bridge/usage`: what the site's catalog can be used with. */
export const usage = z.object({
  /** Of the public REST API, with the site's address; only a path if the address is unknown. */
  baseUrl: z.string(),
  /** Strapi's roles for administrators, and whether each can pick products for entries. */
  roles: z.array(z.object({ id: z.int(), name: z.string(), picksProducts: z.boolean() })),
});
export type Usage = z.infer<typeof usage>;
