import { z } from 'zod';

const productSchema = z.object({
  id: z.int(),
  fields: z.object({
    name: z.string(),
    price: z.number(),
    sale_price: z.number(),
    inventory_tracking: z.enum(['none', 'product', 'variant']),
    inventory_level: z.number(),
  }),
  variants: z.array(z.object({ id: z.int(), inventory_level: z.number() })),
});
const deliveriesSchema = z.object({
  deliveries: z.array(z.object({ scope: z.string(), outcome: z.union([z.string(), z.number()]), at: z.number() })),
});
const requestsSchema = z.object({
  requests: z.array(
    z.object({ method: z.string(), path: z.string(), at: z.number(), status: z.number(), milliseconds: z.number() }),
  ),
});
const faultsSchema = z.object({ faults: z.array(z.unknown()) });

/** A product as the simulated store has it. */
export type StoreProduct = z.output<typeof productSchema>;

/** Controls of the simulated store: a merchant's actions in the control panel, and the requests since then. */
export interface SimulatedStore {
  read(id: number): Promise<StoreProduct>;
  /** Changes fields of a product, named as the store names them. */
  change(id: number, fields: Record<string, string | number>): Promise<void>;
  /** Sets a product's stock, or that of one of its variants. */
  restock(id: number, stock: { level: number; variant_id?: number }): Promise<void>;
  /** When the site accepted the first webhook about a product since then; null if not yet. Milliseconds since 1970. */
  deliveredSince(since: number): Promise<number | null>;
  /** When the store had responded to the first successful request for products since then; null if not yet. */
  fetchedSince(since: number): Promise<number | null>;
  /** Whether its API is up. */
  isOn(): Promise<boolean>;
  /** Switches the API on or off; when it is off, all catalog and cart requests get a 503. */
  turn(state: 'on' | 'off'): Promise<void>;
}

export function controlStore(storeUrl: string): SimulatedStore {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${storeUrl}/__simulator${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok)
      throw new Error(`the simulated store responded with ${method} ${path} with ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const turnOff = (path: string): Promise<unknown> =>
    ask('POST', '/faults', { kind: 'status', status: 503, path, times: 0 });

  return {
    read: async (id) => productSchema.parse(await ask('GET', `/products/${id}`)),
    change: async (id, fields) => void (await ask('PATCH', `/products/${id}`, fields)),
    restock: async (id, stock) => void (await ask('POST', `/products/${id}/restock`, stock)),
    async deliveredSince(since) {
      const { deliveries } = deliveriesSchema.parse(await ask('GET', '/deliveries'));
      const taken = deliveries.find(
        ({ at, outcome, scope }) => at >= since && outcome === 200 && /^store\/(product|sku)\//.test(scope),
      );
      return taken?.at ?? null;
    },
    async fetchedSince(since) {
      const { requests } = requestsSchema.parse(await ask('GET', '/requests?path=/catalog/products&limit=200'));
      const served = requests.find(({ at, method, status }) => at >= since && method === 'GET' && status === 200);
      return served ? served.at + served.milliseconds : null;
    },
    isOn: async () => faultsSchema.parse(await ask('GET', '/faults')).faults.length === 0,
    async turn(state) {
      await ask('DELETE', '/faults');
      if (state === 'on') return;
      for (const path of ['/v2/*', '/v3/*', '/graphql*', '/store-*']) await turnOff(path);
    },
  };
}
