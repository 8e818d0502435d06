import type { Verification } from '../../../../contracts/admin/verification';
import type { Database } from '../../database/database';
import { transact } from '../../database/transact';
import type { Markets } from '../../markets/create-markets';
import { partName } from '../../markets/market-parts';
import { distinctParts } from '../../markets/pass-market';
import type { SiteMarkets } from '../../markets/site-markets';
import type { MarketPassMemory } from './market-pass-memory';

export interface MarketVerificationOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: Pick<Markets, 'partStates' | 'textNeeds' | 'stale' | 'verification'>;
  marketFreshness: { wake(): void };
  memory: Pick<MarketPassMemory, 'wantParts'>;
  database: Database;
  drawVersion: () => Promise<number>;
}

/**
 * Verifies what is stored of the further markets, and has what is damaged read again (behavior 14.18).
 * @returns null without such markets
 */
export function createMarketVerification(options: MarketVerificationOptions) {
  const { siteMarkets, markets, memory } = options;

  return async (signal: AbortSignal): Promise<NonNullable<Verification['markets']> | null> => {
    if (siteMarkets.further().length === 0) return null;
    const states = new Map((await markets.partStates.list()).map((state) => [state.name, state]));
    const report = { checked: 0, repaired: 0 };
    for (const part of distinctParts(siteMarkets.further(), await markets.textNeeds())) {
      const state = states.get(partName(part));
      if (!state) continue;
      const damaged: number[] = [];
      for (let after: number | null = 0; after !== null; ) {
        signal.throwIfAborted();
        const found = await markets.verification.verifySome({ kind: part.kind, partId: state.id, after });
        report.checked += found.checked;
        damaged.push(...found.ids);
        after = found.next;
      }
      report.repaired += damaged.length;
      if (damaged.length === 0) continue;
      if (part.kind === 'prices' || part.kind === 'texts') await readAgain(state.id, damaged);
      else await memory.wantParts([state.name]);
    }
    options.marketFreshness.wake();
    return report;
  };

  async function readAgain(partId: number, productIds: readonly number[]): Promise<void> {
    const askedVersion = await options.drawVersion();
    await transact(options.database, (transaction) =>
      markets.stale.mark(transaction, { partIds: [partId], productIds, askedVersion }),
    );
  }
}
