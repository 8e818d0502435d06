import { type Database, toNumber } from '../../database/database';
import { newestRunFirst, runOf } from './knex-run-rows';
import { completeRuns, readClearedAt } from './knex-run-store';
import type { RunFactsReader } from './run-facts';
import { tables } from '../../database/tables';
import type { RunRecord } from './run-record';

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
      const lastEnded = await latest(written().whereIn('status', ['succeeded', 'partial', 'failed']));
      return {
        lastEnded,
        recovered: lastEnded?.status === 'partial' ? await countRecovered(database, lastEnded) : 0,
        lastComplete: await latest(completeRuns(database).whereIn('mode', ['full', 'sweep'])),
        lastSuccess: await latest(written().where({ status: 'succeeded' })),
        wasStopped: (await latest(written().where({ status: 'cancelled' }))) !== null,
        isRunning: (await latest(written().where({ status: 'running' }))) !== null,
      };
    },
  };
}

/** Counts a run's failures whose records a later response imported, removed, or no longer contained. */
async function countRecovered(database: Database, { id, finishedAt, startedAt }: RunRecord): Promise<number> {
  const ended = (finishedAt ?? startedAt).getTime();
  const [row] = await database({ failure: tables.runFailures })
    .leftJoin({ seen: tables.readVersions }, (join) => {
      join.on('seen.entity', 'failure.entity').andOn('seen.upstream_id', 'failure.upstream_id');
    })
    .leftJoin({ absence: tables.absences }, (join) => {
      join.on('absence.entity', 'failure.entity').andOn('absence.upstream_id', 'failure.upstream_id');
    })
    .where('failure.run_id', id)
    .where((later) => {
      later.where('seen.seen_at', '>', ended).orWhere((gone) => {
        // A record that was never cached need not be removed, so it waits for no second response.
        gone.whereNull('seen.observation').where('absence.confirmable_from', '>', ended);
      });
    })
    .count({ count: '*' });
  return toNumber(row?.count);
}
