import type { CatalogStore } from '../catalog/catalog-store';
import type { Clock } from '../lib/clock';
import type { UpstreamCatalog } from '../upstream/upstream-catalog';
import type { ObservationSupply } from './observation-supply';
import type { RemovalLimit } from './removal';
import type { Spending } from './run-record';
import type { RunProgress } from './run-store';

/** What the steps of a run work with. */
export interface RunTools {
  upstream: UpstreamCatalog;
  store: CatalogStore;
  runs: RunProgress;
  clock: Clock;
  observations: ObservationSupply;
  /** For this run so far, also before it was taken over. */
  spent: () => Spending;
  channelId: number;
  removalLimit: RemovalLimit;
  /** Aborted when the run is cancelled, when its lease is lost, or when the site stops. */
  signal: AbortSignal;
}
