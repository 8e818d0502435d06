import type { RunPhase } from '../../../../contracts/admin/runs';
import type { CatalogItems, CatalogStore, ReadVersions } from '../../catalog/writing';
import type { EntityKind } from '../../catalog/model';
import type { Removals } from '../../catalog/removal';
import type { Clock } from '../../lib/clock';
import type { WorkScheduler } from '../../lib/work-scheduler';
import type { ByIdResult, CatalogPage, UpstreamCatalog } from '../../upstream/upstream-catalog';
import type { IdPage } from '../../upstream/upstream-catalog';
import type { MarkProducts } from '../markets/market-freshness';
import type { RunLog } from '../runs/run-log';
import type { Spending } from '../runs/run-record';
import type { FailedProducts, RunProgress } from '../runs/run-store';
import type { WriterThread } from '../writer-thread/writer-thread';

/** What the steps of a run work with. */
export interface RunTools {
  upstream: UpstreamCatalog;
  store: CatalogStore;
  runs: RunProgress;
  failed: FailedProducts;
  clock: Clock;
  readVersions: Pick<ReadVersions, 'draw' | 'raise' | 'lock'>;
  workScheduler: WorkScheduler;
  /** Where pages are written; null: in the main thread. */
  thread: WriterThread | null;
  /** Receives the lines of the run's log. */
  log: Pick<RunLog, 'note'>;
  /** For this run so far, including before it was taken over. */
  spent: () => Spending;
  channelId: number;
  removals: Removals;
  /** Prepares to have products read again in the further markets; null without any. */
  marketMarks: () => Promise<MarkProducts | null>;
  /** Aborted when the run is canceled, when its lease is lost, or when the site stops. */
  signal: AbortSignal;
}

/** How one kind of entity is read. */
export interface Source<Kind extends EntityKind> {
  entity: Kind;
  phase: RunPhase;
  readPage(page: number): Promise<CatalogPage<CatalogItems[Kind]>>;
  /** The ids of a page alone. */
  readIds(page: number): Promise<IdPage>;
  readById(ids: readonly number[]): Promise<ByIdResult<CatalogItems[Kind]>>;
}
