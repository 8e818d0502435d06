import type { DryMarketPart } from '../../../../contracts/admin/runs';
import type { Markets } from '../../markets/create-markets';
import { type MarketPart, partName } from '../../markets/market-parts';
import { troubleOf } from '../../markets/part-failure';
import type { PassCounts } from '../../markets/part-pass';
import { distinctParts } from '../../markets/pass-market';
import type { SiteMarkets } from '../../markets/site-markets';
import { connectionOf, type SettingsService } from '../../settings/settings-service';
import type { UpstreamAccess } from '../../upstream/upstream-access';
import type { RequestReport } from '../../upstream/upstream-catalog';
import { afterRequest, type ExecutionOptions } from '../execution/run-executor';
import type { RunRecord } from '../runs/run-record';

export interface DryMarketsOptions {
  siteMarkets: Pick<SiteMarkets, 'further'>;
  markets: () => Pick<Markets, 'dryPasses' | 'textNeeds'>;
  settings: Pick<SettingsService, 'read'>;
  upstream: Pick<UpstreamAccess, 'http'>;
}

/**
 * Finds out what a run would change in the further markets (behavior 5.10); a part that cannot be read does not end the
 * run.
 */
export function createDryMarkets({ siteMarkets, settings, upstream, ...options }: DryMarketsOptions) {
  return async (run: RunRecord, { signal, onSpent }: ExecutionOptions): Promise<RunRecord> => {
    const further = siteMarkets.further();
    if (further.length === 0) return run;
    const markets = options.markets();
    let counted = run;
    const onReport = (report: RequestReport) => {
      const spent = afterRequest(counted, report);
      counted = { ...counted, ...spent };
      onSpent(spent);
    };
    const http = upstream.http(connectionOf(await settings.read()), { onReport });
    const texts = await markets.textNeeds();
    // What an administrator allows a run to remove applies to the catalog, never to the markets read after it.
    const pass = await markets.dryPasses({ http, signal, trust: 'doubt' });
    const marketParts: DryMarketPart[] = [];
    for (const part of distinctParts(further, texts)) {
      const name = partName(part);
      const sharing = further.filter((market) =>
        distinctParts([market], texts).some((each) => partName(each) === name),
      );
      const said = { ...aboutPart(part), markets: sharing.map((market) => market.name) };
      try {
        marketParts.push({ ...said, counts: countsOf((await pass(part)).counts), problem: null });
      } catch (error) {
        signal.throwIfAborted();
        marketParts.push({ ...said, counts: null, problem: troubleOf(error).message });
      }
    }
    return { ...counted, marketParts };
  };
}

function aboutPart(part: MarketPart): Omit<DryMarketPart, 'markets' | 'counts' | 'problem'> {
  const { kind, channelId } = part;
  const about = { kind, channelId, currency: null, customerGroupId: null, locale: null };
  if (part.kind === 'prices') return { ...about, currency: part.currency, customerGroupId: part.customerGroupId };
  return 'locale' in part ? { ...about, locale: part.locale } : about;
}

/** Counts what is newer than the response as unchanged. */
function countsOf({ outdated, unchanged, ...counts }: PassCounts): DryMarketPart['counts'] {
  return { ...counts, unchanged: unchanged + outdated };
}
