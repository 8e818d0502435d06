import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { deliveryBody, standardDelivery } from '../../tests/support/shops/deliveries';
import { offer, percentile, saturate, type LoadRequest, type LoadResult } from '../lib/load';
import { clientSecret, type MeasuredSite } from './measured-site';

/** Measured values of a site, by name. */
export type Finding = Readonly<Record<string, number>>;

export interface Ground {
  site: MeasuredSite;
  /** How often the site was measured before. */
  round: number;
  products: number;
  /** The URL of the store itself, for edits. */
  storeUrl: string;
}

/** A way to measure a site. */
export interface Measure {
  name: string;
  /** The measured value that a part was built for. */
  headline: string;
  isBetterHigher: boolean;
  base: 'unfinished' | 'synced';
  /** Whether it copies products from the store. */
  writes: boolean;
  /** The revision of the catalog that it is connected to. */
  store: 'as synced' | 'all changed' | 'slow' | 'editable';
  /** Additional features of the site; default: none. */
  has?: 'writer thread' | 'Redis';
  look(ground: Ground): Promise<Finding>;
}

export const list = '/api/commerce-bridge/v1/products';
const offeredReads = 150;
const hotReads = 200;
const readSeconds = 20;
const editsPerSecond = 5;
// Of the products that the simulator generates.
const firstId = 1001;

/** CPU time is that of the site's main thread, in which SQLite runs, too. */
export const writing: Measure = {
  name: 'products per second of CPU time, no reads',
  isBetterHigher: true,
  base: 'unfinished',
  store: 'as synced',
  writes: true,
  headline: 'perProcessorSecond',
  look: written,
};

/** The same in wall-clock time, for cases that mostly wait. */
export const writingByClock: Measure = {
  ...writing,
  name: 'products per second, no reads',
  headline: 'perSecond',
};

export const writingFromAfar: Measure = {
  ...writingByClock,
  name: 'products per second, a store 100 ms away',
  store: 'slow',
};

/** Lists are read at a fixed rate while a run writes products, all of which have changed. */
export const readingDuringRun: Measure = {
  name: 'milliseconds that a read takes during a run, p95',
  headline: 'p95',
  isBetterHigher: false,
  base: 'synced',
  store: 'all changed',
  writes: true,
  async look({ site, products }) {
    const next = readerOf(site, products);
    await offer({ perSecond: offeredReads, seconds: 3, next });
    await site.ask({ kind: 'begin' });
    const before = await fetched(site);
    const from = performance.now();
    // Without the part that keeps reads short, some of them time out, which the percentiles show.
    const result = served(await offer({ perSecond: offeredReads, seconds: readSeconds, next }), ['timeout']);
    const perSecond = (((await fetched(site)) - before) / (performance.now() - from)) * 1000;
    return { ...latenciesOf(result), productsPerSecond: perSecond };
  },
};

/** The speed of that run. */
export const writingDuringReads: Measure = {
  ...readingDuringRun,
  name: 'products per second of a run during reads',
  headline: 'productsPerSecond',
  isBetterHigher: true,
  has: 'writer thread',
};

/** A few hundred URLs, requested repeatedly while the merchant edits prices and stock. */
export const hotLists: Measure = {
  name: 'lists per second of CPU time, 5 products per second change',
  headline: 'perProcessorSecond',
  isBetterHigher: true,
  base: 'synced',
  store: 'editable',
  writes: false,
  async look(ground) {
    const { site, products } = ground;
    const next = readerOf(site, Math.min(products, 4000));
    await saturate({ connections: 4, seconds: 3, next });
    const stop = edit(ground);
    const found = await perProcessorSecond(site, () => offer({ perSecond: hotReads, seconds: 10, next }));
    const edits = await stop();
    return { ...found, editsPerSecond: edits / 10 };
  },
};

export const deliveries: Measure = {
  name: 'deliveries per second of CPU time, 32 at once',
  headline: 'perProcessorSecond',
  isBetterHigher: true,
  base: 'synced',
  store: 'as synced',
  writes: false,
  async look({ site, products }) {
    let sent = 0;
    const next = () => deliveryOf(site, firstId + ((sent += 7) % products));
    await saturate({ connections: 32, seconds: 2, next });
    return perProcessorSecond(site, () => saturate({ connections: 32, seconds: 6, next }));
  },
};

/** The same in wall-clock time: a commit waits for the disk of a database server. */
export const deliveriesByClock: Measure = {
  ...deliveries,
  name: 'deliveries per second, 32 at once',
  headline: 'perSecond',
};

export async function perProcessorSecond(site: MeasuredSite, load: () => Promise<LoadResult>): Promise<Finding> {
  const before = await processorSeconds(site);
  const result = served(await load());
  const perProcessorSecond = result.served / ((await processorSeconds(site)) - before);
  return { perProcessorSecond, perSecond: result.served / result.seconds, ...latenciesOf(result) };
}

function latenciesOf({ latencies }: LoadResult): Finding {
  return { p50: percentile(latencies, 50), p95: percentile(latencies, 95), p99: percentile(latencies, 99) };
}

async function processorSeconds(site: MeasuredSite): Promise<number> {
  const result = await site.ask({ kind: 'processor' });
  return result.kind === 'processor' ? result.seconds : 0;
}

async function written({ site }: Ground): Promise<Finding> {
  const result = await site.ask({ kind: 'write' });
  if (result.kind !== 'written') throw new Error(`the site returned ${result.kind}`);
  return result.writing;
}

function readerOf(site: MeasuredSite, products: number): () => LoadRequest {
  let read = 0;
  const pages = Math.max(1, Math.floor(products / 20));
  const orders = ['', '', '&orderby=price', '&orderby=title'];
  return () => {
    read += 1;
    return {
      url: `${site.url}${list}?per_page=10&page=${1 + ((read * 7) % pages)}${orders[read % orders.length] ?? ''}`,
    };
  };
}

async function fetched(site: MeasuredSite): Promise<number> {
  const result = await site.ask({ kind: 'count' });
  return result.kind === 'begun' ? result.fetched : 0;
}

/** Edits products and notifies the site until the returned function is called, which returns the number of edits. */
function edit({ site, products, storeUrl, round }: Ground): () => Promise<number> {
  let edits = 0;
  let isOver = false;
  const editing = (async () => {
    const begun = performance.now();
    while (!isOver) {
      const id = firstId + ((edits * 13) % products);
      // Of ten edits, seven change a stock level, as orders do, and three a price.
      const body =
        edits % 10 < 7 ? { inventory_level: 100 + 1000 * round + edits } : { price: 10 + 100 * round + (edits % 90) };
      const url = `${storeUrl}/__simulator/products/${id}`;
      await mustSucceed(
        fetch(url, {
          method: 'PATCH',
          // A store that is short of CPU time closes kept connections just as the next edit arrives.
          headers: { 'content-type': 'application/json', connection: 'close' },
          body: JSON.stringify(body),
        }),
      );
      const { url: target, headers = {}, body: sent } = deliveryOf(site, id);
      await mustSucceed(
        fetch(target, {
          method: 'POST',
          headers: { ...headers, connection: 'close' },
          body: new Uint8Array(sent ?? []),
        }),
      );
      edits += 1;
      await pause(Math.max(0, begun + (edits * 1000) / editsPerSecond - performance.now()));
    }
  })();
  return async () => {
    isOver = true;
    await editing;
    return edits;
  };
}

async function mustSucceed(asked: Promise<Response>): Promise<void> {
  const { ok, status, url } = await asked;
  if (!ok) throw new Error(`${url} returned ${status}`);
}

function deliveryOf(site: MeasuredSite, id: number): LoadRequest {
  const { body, headers } = standardDelivery(clientSecret, {
    body: deliveryBody({ data: { type: 'product', id } }),
    id: randomUUID(),
  });
  return { url: `${site.url}/api/commerce-bridge/v1/webhook`, method: 'POST', headers, body };
}

function served(result: LoadResult, tolerated: readonly string[] = []): LoadResult {
  const others = Object.keys(result.others).filter((kind) => !tolerated.includes(kind));
  if (others.length > 0) throw new Error(`not all were served: ${JSON.stringify(result.others)}`);
  return result;
}
