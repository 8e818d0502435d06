import type { SiteMarkets } from '../markets/site-markets';
import type { EventBatch } from './event-batches';
import type { BatchOutcome, EventEffects } from './event-effects';

export interface MarketEffectsOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  marketFreshness: { mark(productIds: readonly number[]): Promise<void> };
}

/**
 * Adds the effects of events on further markets. Once a product is up to date, it is marked to be read again in them
 * before its event is complete, so that a crash does not lose it and no market delays the catalog (behavior 14.14).
 */
export function withFurtherMarkets(
  effects: EventEffects,
  { siteMarkets, marketFreshness }: MarketEffectsOptions,
): EventEffects {
  return {
    async apply(batch, signal) {
      // Queued by an earlier version.
      if (batch.entity === 'market_product') {
        if (siteMarkets.further().length > 0) await marketFreshness.mark(batch.work.map(({ entityId }) => entityId));
        return { failures: new Map(), unconfirmed: new Map() };
      }
      const outcome = await effects.apply(batch, signal);
      if (batch.entity === 'product' && siteMarkets.further().length > 0)
        await marketFreshness.mark(upToDate(batch, outcome));
      return outcome;
    },
  };
}

/**
 * Also has the modifiers of products that are up to date read again (behavior 2.15), and the metafields of those that
 * changed; edits of metafields have events of their own (behavior 2.16).
 */
export function withExtras(
  effects: EventEffects,
  {
    modifierFreshness,
    metafieldFreshness,
  }: {
    modifierFreshness: { mark(productIds: readonly number[]): Promise<void> };
    metafieldFreshness: { wake(): void };
  },
): EventEffects {
  return {
    async apply(batch, signal) {
      const outcome = await effects.apply(batch, signal);
      if (batch.entity !== 'product') return outcome;
      await modifierFreshness.mark(upToDate(batch, outcome));
      metafieldFreshness.wake();
      return outcome;
    },
  };
}

function upToDate({ work }: EventBatch, { failures, unconfirmed }: BatchOutcome): number[] {
  return work.map(({ entityId }) => entityId).filter((id) => !failures.has(id) && !unconfirmed.has(id));
}
