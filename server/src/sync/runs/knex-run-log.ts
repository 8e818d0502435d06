import { z } from 'zod';
import { runLogEntry, type RunLogEntry } from '../../../../contracts/admin/runs';
import type { RunLogStore } from './run-log';
import { type Database, fromJson, toNumber } from '../../database/database';
import { tables } from '../../database/tables';
import { asciiJson } from '../../database/text-encoding';

/** Stores the log lines of runs in our own table. */
export function createKnexRunLog(database: Database): RunLogStore {
  const linesOf = (runId: string) => database(tables.runLog).where({ run_id: runId });
  return {
    async append(runId, lines, keep) {
      await database(tables.runLog).insert(
        lines.map(({ at, line }) => ({ run_id: runId, at: at.getTime(), line: asciiJson(line) })),
      );
      const oldest = await linesOf(runId)
        .orderBy('id', 'desc')
        .offset(keep - 1)
        .first('id');
      if (oldest !== undefined) await linesOf(runId).where('id', '<', oldest.id).delete();
    },

    async read(runId, limit) {
      const rows: unknown[] = await linesOf(runId).orderBy('id', 'desc').limit(limit);
      return rows.map(entryOf).reverse();
    },
  };
}

const rowSchema = z.object({ id: z.unknown(), at: z.unknown(), line: z.unknown() });

function entryOf(row: unknown): RunLogEntry {
  const { id, at, line } = rowSchema.parse(row);
  return runLogEntry.parse({ id: String(id), at: new Date(toNumber(at)).toISOString(), line: fromJson(line) });
}
