import type { EntityKind } from '../../catalog/model';
import { confirmationDelay, DoubtfulEmptinessError } from '../../catalog/removal';
import type { CatalogPage } from '../../upstream/upstream-catalog';
import type { RunRecord } from '../runs/run-record';
import type { RunTools } from './run-tools';

const retries = 2;

/**
 * Reads pages of a listing. An empty listing is doubtful when records are cached: it is requested twice more, five
 * seconds apart, and then ends the run, but never leads to a removal (behavior 10.4). A run that may remove everything
 * trusts it.
 * @returns reads a page, and throws DoubtfulEmptinessError when it stays empty
 */
export function withoutDoubt<Item>(
  { removals, clock, signal }: Pick<RunTools, 'removals' | 'clock' | 'signal'>,
  {
    entity,
    run,
    readPage,
  }: { entity: EntityKind; run: RunRecord; readPage: (page: number) => Promise<CatalogPage<Item>> },
): (page: number) => Promise<CatalogPage<Item>> {
  if (run.allowMassRemoval || run.mode === 'incremental') return readPage;
  return async (number) => {
    for (let tries = 0; ; tries += 1) {
      const page = await readPage(number);
      if (page.received > 0 || page.total > 0) return page;
      try {
        await removals.refuseEmptiness(entity);
        return page;
      } catch (error) {
        if (!(error instanceof DoubtfulEmptinessError) || tries === retries) throw error;
      }
      await clock.wait(confirmationDelay, signal);
    }
  };
}
