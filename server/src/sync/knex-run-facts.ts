import type { Database } from '../database/database';
import { newestRunFirst, runOf } from './knex-run-rows';
import { completeRuns, readClearedAt } from './knex-run-store';
import type { RunFactsReader } from './run-facts';
import { tables } from '../database/tables';

/** Reads what is known of runs from our own table. */
export function createKnexRunFacts(database: Database): RunFactsReader {
  return {
    async read(storeHash) {
      const cleared = await readClearedAt(database);
      const since = (query: ReturnType<typeof completeRuns>) =>
        query.where({ store_hash: storeHash }).where('first_observation', '>', cleared);
      const latest = async (query: ReturnType<typeof completeRuns>) => {
        const row: unknown = await since(query).first();
        return row ? runOf(row) : null;
      };
      const written = () => database(tables.runs).where({ is_dry: false }).orderBy(newestRunFirst);
      return {
        lastEnded: await latest(written().whereIn('status', ['succeeded', 'partial', 'failed'])),
        lastComplete: await latest(completeRuns(database).whereIn('mode', ['full', 'sweep'])),
        lastSuccess: await latest(written().where({ status: 'succeeded' })),
        wasStopped: (await latest(written().where({ status: 'cancelled' }))) !== null,
        isRunning: (await latest(written().where({ status: 'running' }))) !== null,
      };
    },
  };
}
