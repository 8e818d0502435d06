import type { CatalogStore } from '../catalog/catalog-store';
import type { StoreFacts } from '../catalog/catalog-types';
import type { Observations } from '../database/knex-observations';
import type { Clock } from '../lib/clock';
import { connectionOf, type Settings, type SettingsService } from '../settings/settings-service';
import type { UpstreamAccess } from '../upstream/upstream-access';
import type { UpstreamCatalog } from '../upstream/upstream-catalog';
import { executeRun } from './execute-run';
import { createObservationSupply } from './observation-supply';
import type { RunRecord } from './run-record';
import type { RunStore } from './run-store';

/**
 * Runs with the settings of the moment a run starts or is taken over: a change of settings in its middle does not
 * reach it.
 */
export function createRunExecutor(options: {
  settings: SettingsService;
  upstream: UpstreamAccess;
  storeFacts: { write(facts: StoreFacts): Promise<void> };
  store: CatalogStore;
  runs: RunStore;
  clock: Clock;
  observations: Observations;
}): (run: RunRecord, signal: AbortSignal) => Promise<RunRecord> {
  return async (run, signal) => {
    const settings = await options.settings.read();
    let requests = run.requests;
    const onRequest = () => {
      requests += 1;
    };
    const catalog = options.upstream.catalog(connectionOf(settings), onRequest);
    const finished = await runAgainst(catalog, { settings, requestCount: () => requests, run, signal });
    return { ...finished, requests };
  };

  async function runAgainst(
    upstream: UpstreamCatalog,
    given: { settings: Settings; requestCount: () => number; run: RunRecord; signal: AbortSignal },
  ): Promise<RunRecord> {
    const { plain } = given.settings;
    const facts = await upstream.readStoreFacts({ signal: given.signal });
    await options.storeFacts.write(facts);
    const { store, observations } = options;
    const tools = {
      ...options,
      observations: createObservationSupply({ observations, transaction: (work) => store.transaction(work) }),
      upstream,
      signal: given.signal,
      requestCount: given.requestCount,
      channelId: plain.channelId ?? facts.defaultChannelId,
      removalLimit: { percent: plain.removalLimitPercent, minimum: plain.removalLimitMinimum },
    };
    return executeRun(tools, given.run);
  }
}
