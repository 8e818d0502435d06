import type { CatalogProduct } from '../catalog/model';
import { createRedact, type Redact } from '../lib/redaction';
import type { UpstreamConnection } from './upstream-catalog';
import { productsPath } from './reading/products-path';
import { productQuery, readProductItems } from './upstream-catalog-client';
import type { UpstreamHttp } from './http/upstream-http';
import { wirePage } from './wire/wire-page';

/** Upstream's current data for one product. */
export type InspectedProduct =
  | { kind: 'found'; raw: unknown; product: CatalogProduct; reason: null }
  /** It cannot be cached. */
  | { kind: 'found'; raw: unknown; product: null; reason: string }
  | { kind: 'gone' };

export interface InspectionRequest {
  id: number;
  channelId: number;
  connection: Pick<UpstreamConnection, 'accessToken'>;
  /** Redacts every secret that the site knows. */
  redact: Redact;
  signal: AbortSignal;
}

/**
 * Fetches one product as a sync would, once and with priority: an administrator is waiting for the page.
 * @throws the errors of `upstream-errors.ts`
 */
export async function inspectProduct(
  http: UpstreamHttp,
  { id, channelId, connection, redact, signal }: InspectionRequest,
): Promise<InspectedProduct> {
  const request = { signal, priority: 'high' as const };
  const { data } = await http.request({
    ...request,
    path: productsPath,
    query: { ...productQuery, 'id:in': id },
    schema: wirePage(1),
    attempts: 1,
  });
  const [wire] = data;
  if (wire === undefined) return { kind: 'gone' };
  const raw = withoutSecrets(wire, (text) => createRedact([connection.accessToken])(redact(text)));
  const {
    items: [product],
    failures: [failure],
  } = await readProductItems({ http, yieldIfDue: async () => undefined }, [raw], { channelId, ...request });
  if (product) return { kind: 'found', raw, product, reason: null };
  return { kind: 'found', raw, product: null, reason: failure?.reason ?? 'it cannot be read' };
}

/** Upstream's products hold no credential, unless one was written into a description. */
function withoutSecrets(raw: unknown, redact: Redact): unknown {
  return JSON.parse(redact(JSON.stringify(raw)));
}
