import type { NamedIds, ProductDetail, ProductUpstream } from '../../../contracts/admin/products';
import {
  idsNamedIn,
  type TracedProduct,
  presentCachedProduct,
  presentChange,
  type ProductBrowser,
} from '../catalog/admin';
import { type ChangeOrigin, changesBetween, type FieldChange } from '../catalog/model';
import type { ProductChange } from '../catalog/writing';
import type { StoreFactsReader } from '../catalog/shop';
import type { Clock } from '../lib/clock';
import type { SiteMarkets } from '../markets/site-markets';
import type { SettingsService } from '../settings/settings-service';
import type { ProductInspection } from '../sync/resyncs/product-inspection';
import { productPagesIn } from '../markets/product-page-addresses';
import type { RunHistoryReader } from '../sync/runs/run-store';
import { controlPanelAddress } from '../upstream/control-panel';
import type { EventDesk } from './event-desk';

export interface ProductDeskParts {
  browser: ProductBrowser;
  runs: Pick<RunHistoryReader, 'lastFailureOf' | 'runAt'>;
  events: Pick<EventDesk, 'list'>;
  inspect: (id: number) => Promise<ProductInspection>;
  storeFacts: StoreFactsReader;
  settings: Pick<SettingsService, 'read'>;
  siteMarkets: Pick<SiteMarkets, 'further'>;
  clock: Clock;
}

/** The result of looking up one product for an administrator. */
export type FoundProduct =
  | { kind: 'found'; detail: ProductDetail }
  /** `removedAt`: when it was removed, if known. */
  | { kind: 'absent'; message: string; removedAt: string | null };

/** Combines what administrators see of one product: the cached record, and what upstream returns now. */
export function createProductDesk(parts: ProductDeskParts) {
  const { browser, runs, events, storeFacts, siteMarkets, clock } = parts;

  return {
    async detail(id: number): Promise<FoundProduct> {
      const [kept, history] = await Promise.all([browser.find(id), browser.changes(id)]);
      if (!kept) return absent(id, history);
      const [facts, names, failure, links, waitingEvent, writtenBy] = await Promise.all([
        storeFacts.read(),
        browser.titles(
          idsNamedIn(
            kept.product,
            history.flatMap(({ changes }) => changes),
          ),
        ),
        runs.lastFailureOf(id),
        linksOf(kept),
        waitingEventOf(id),
        writerOf(kept, history),
      ]);
      const isOpen = failure !== null && (kept.comparedAt === null || failure.at > kept.comparedAt);
      return {
        kind: 'found',
        detail: {
          id,
          documentId: kept.documentId,
          fields: presentCachedProduct(kept.product, kept.product.slug),
          names,
          currency: facts?.currency ?? null,
          weightUnit: facts?.weightUnit ?? null,
          cachedAt: isoOf(kept.cachedAt),
          writtenAt: isoOf(kept.writtenAt),
          writtenBy,
          comparedAt: isoOf(kept.comparedAt),
          comparedBy: kept.comparedBy,
          failure: isOpen ? { ...failure, at: failure.at.toISOString() } : null,
          waitingEvent,
          history: history.map((change) =>
            presentChange(change, { product: kept.product, markets: siteMarkets.further() }),
          ),
          links,
        },
      };
    },

    async upstream(id: number): Promise<ProductUpstream> {
      const found = await parts.inspect(id);
      const checkedAt = clock.now().toISOString();
      if (found.kind !== 'found') return { ...found, checkedAt };
      const { raw, product, reason } = found;
      if (!product) return { kind: 'found', checkedAt, raw, fields: null, reason, differences: [], names: noNames };
      const stored = (await browser.find(id))?.product;
      const slug = stored?.slugClaim === product.slugClaim ? stored.slug : product.slugClaim;
      const fields = presentCachedProduct(product, slug);
      const differences = stored ? [...changesBetween(stored, product), ...restOf(stored, fields)] : [];
      return {
        kind: 'found',
        checkedAt,
        raw,
        fields,
        reason,
        differences,
        names: await browser.titles(idsNamedIn(product, differences)),
      };
    },
  };

  async function linksOf({ product }: TracedProduct): Promise<ProductDetail['links']> {
    const { plain } = await parts.settings.read();
    const pattern = plain.productPageAddress;
    const locale = (await storeFacts.read())?.locale ?? null;
    const page = pattern && productPagesIn(pattern, { locale }).split('{slug}').join(encodeURIComponent(product.slug));
    return {
      upstream:
        plain.storeHash === null
          ? null
          : controlPanelAddress({ storeHash: plain.storeHash, entity: 'product', id: product.id }),
      // Without the setting, only the frontend knows the addresses of its pages.
      site: product.publicationStatus === 'publish' ? (page ?? null) : null,
    };
  }

  async function waitingEventOf(id: number): Promise<ProductDetail['waitingEvent']> {
    // The id may also be that of a category.
    const list = await events.list({ status: null, entityId: id, page: 1, perPage: 10 });
    const event = list.events.find(({ entity }) => entity === 'product');
    if (!event || event.status === 'complete') return null;
    return { status: event.status, receivedAt: event.receivedAt, lastError: event.lastError };
  }

  /**
   * What last wrote the record. A record that a run creates has no entry in the history, so that run is found by its
   * time.
   */
  async function writerOf(
    { cachedAt, writtenAt, comparedAt, comparedBy }: TracedProduct,
    history: readonly ProductChange[],
  ): Promise<ChangeOrigin | null> {
    if (writtenAt === null) return null;
    const written = writtenAt.getTime();
    if (comparedAt?.getTime() === written) return comparedBy;
    const change = history.find(({ at, kind }) => kind !== 'market' && at.getTime() === written);
    if (change) return change.origin;
    const runId = cachedAt?.getTime() === written ? await runs.runAt(writtenAt) : null;
    return runId === null ? null : { kind: 'run', runId };
  }
}

const noNames: NamedIds = { categories: {}, brands: {} };

const isoOf = (moment: Date | null): string | null => moment && moment.toISOString();

/** Fields that the history omits but a comparison shows. */
function restOf(
  stored: { slug: string; modifiedAt: string },
  live: { slug: string; modifiedAt: string },
): FieldChange[] {
  return (['slug', 'modifiedAt'] as const).flatMap((field) =>
    stored[field] === live[field] ? [] : [{ field, item: null, part: null, from: stored[field], to: live[field] }],
  );
}

function absent(id: number, [newest]: readonly ProductChange[]): FoundProduct {
  if (newest?.kind !== 'removed')
    return { kind: 'absent', message: `No product with the id ${id} is cached.`, removedAt: null };
  const title = newest.changes[0]?.from;
  const name = typeof title === 'string' && title !== '' ? ` ${JSON.stringify(title)}` : '';
  const relations = newest.changes
    .filter(({ field }) => field === 'relations')
    .map(({ item, from }) => `${item} of ${from}`);
  const lost =
    relations.length === 0 ? '' : ` Relations of the site's own content went with it: ${relations.join('; ')}.`;
  return {
    kind: 'absent',
    message: `The product ${id}${name} was removed here, since the store no longer has it.${lost}`,
    removedAt: newest.at.toISOString(),
  };
}
