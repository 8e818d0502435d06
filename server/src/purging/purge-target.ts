import type { PurgeTarget } from '../../../contracts/admin/purging';
import { keyOfMarket, keysOfChange, keysOfEverything } from '../catalog/responses';
import { chunksOf } from '../lib/chunks';
import type { Clock } from '../lib/clock';
import { milliseconds } from '../lib/durations';
import { keysOfMarketsIn, marketList, textsParts } from '../markets/market-parts';
import type { FurtherMarket, SiteMarkets } from '../markets/site-markets';
import { NotDeliveredError, type OutboxBatch, type OutboxTarget, usualTimeLimit } from '../outbox/outbox-target';
import { needsSecret } from '../settings/purge-targets';
import type { Secret } from '../settings/secrets';
import { cloudflare } from './cloudflare';
import { fastly } from './fastly';
import { netlify } from './netlify';
import type { PurgeOrder, PurgeRequest } from './purge-driver';
import type { SendPurge } from './send-purge';
import type { UntilShown } from './until-shown';
import { varnish } from './varnish';
import { vercel } from './vercel';
import { webhook } from './webhook';

// If more would be needed, one request purges everything instead: services limit requests per minute.
const mostRequests = 8;
const testKey = 'commerce-bridge-test';

/** A cache in front of the site, purged of what a change outdates (behavior 7.5). */
export interface PurgingTarget extends OutboxTarget {
  /** Purges a key that no response has. @throws NotDeliveredError */
  test(id: string, signal: AbortSignal): Promise<void>;
}

/** What determines which further markets a change concerns. */
export interface MarketsToPurge {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  /** The store's own locale, that of the catalog's texts; null while unknown. */
  storeLocale: () => Promise<string | null>;
}

export function createPurgeTarget({
  target,
  secret,
  markets,
  send,
  untilShown,
  clock,
}: {
  target: PurgeTarget;
  /** Undefined for a kind of target that has no secret. */
  secret: Secret | undefined;
  markets: MarketsToPurge;
  send: SendPurge;
  untilShown: UntilShown;
  clock: Clock;
}): PurgingTarget {
  const { keysPerRequest, pause } = drivers[target.kind];

  async function purge(keys: readonly string[], { id, signal }: { id: string; signal: AbortSignal }): Promise<void> {
    const order = { secret: textOf(target, secret), now: clock.now() };
    for (const [index, some] of [...chunksOf(keys, keysPerRequest)].entries()) {
      if (index > 0 && pause > 0) await clock.wait(pause, signal);
      await send(requestOf(target, { ...order, keys: some, id: `${id}.${index}` }), signal);
    }
  }

  return {
    name: target.key,
    pause,
    // The service is not slow while we wait for its rate limit.
    timeLimit: milliseconds(usualTimeLimit + (mostRequests - 1) * pause),
    async deliver({ id, change }, signal) {
      await untilShown(signal);
      const keys = [...keysOfChange(change), ...(await keysOfMarkets(change, markets))];
      await purge(keys.length > keysPerRequest * mostRequests ? keysOfEverything() : keys, { id, signal });
      return undefined;
    },
    test: (id, signal) => purge([testKey], { id, signal }),
  };
}

/** The keys of further markets whose responses changed; markets that are not public are never cached. */
async function keysOfMarkets(
  change: OutboxBatch['change'],
  { siteMarkets, storeLocale }: MarketsToPurge,
): Promise<string[]> {
  const { marketParts = [], isStoreChanged, isEverything } = change;
  if (isEverything) return [];
  const markets = siteMarkets.further().filter(({ isPublic }) => isPublic);
  // What each market consists of depends on the store's facts.
  const touched = isStoreChanged ? markets : canMoveSlugs(change) ? withTexts(markets, await storeLocale()) : [];
  const keys = [...touched.map(({ key }) => key), ...keysOfMarketsIn(marketParts, markets)];
  return [...(marketParts.includes(marketList) ? ['markets'] : []), ...[...new Set(keys)].map(keyOfMarket)];
}

/**
 * Whether records may have come or gone, or slugs moved in the catalog: in a market with texts of its own, slugs of
 * others can depend on them.
 */
function canMoveSlugs({ dependencies, categories, brands }: OutboxBatch['change']): boolean {
  const canMove = dependencies.includes('presence') || dependencies.includes('slug');
  return canMove || categories.length > 0 || brands.length > 0;
}

function withTexts(markets: readonly FurtherMarket[], storeLocale: string | null): FurtherMarket[] {
  return markets.filter((market) => textsParts(market, storeLocale).length > 0);
}

const drivers = { fastly, cloudflare, vercel, netlify, varnish, webhook };

function requestOf(target: PurgeTarget, order: PurgeOrder): PurgeRequest {
  switch (target.kind) {
    case 'fastly':
      return fastly.request(target, order);
    case 'cloudflare':
      return cloudflare.request(target, order);
    case 'vercel':
      return vercel.request(target, order);
    case 'netlify':
      return netlify.request(target, order);
    case 'varnish':
      return varnish.request(target, order);
    case 'webhook':
      return webhook.request(target, order);
  }
}

function textOf(target: PurgeTarget, secret: Secret | undefined): string {
  if (!needsSecret(target)) return '';
  if (secret?.kind === 'set') return secret.value;
  throw new NotDeliveredError('its secret can no longer be decrypted: enter it again', {
    code: 'target_secret_unreadable',
    data: {},
  });
}
